import { ArrowPath, ExclamationCircle } from "@medusajs/icons"
import { Button, Container, Skeleton, Text } from "@medusajs/ui"
import { useTexts } from "../../lib/format"
import { failureOf } from "../../lib/server"
import { TwoColumns } from "./section"

type Query = { error: unknown; refetch: () => unknown; isFetching: boolean }

/**
 * Says why something could not be loaded, with a button to ask again. An expired session is thrown to Medusa's own error
 * page, which leads to the login and back.
 */
export function Failure({ title, query: { error, refetch, isFetching } }: { title: string; query: Query }) {
  const { t, messageOf } = useTexts()
  if (failureOf(error).status === 401) throw error
  return (
    <div role="alert" className="flex min-h-[250px] flex-col items-center justify-center gap-y-4 px-6 py-8 text-center">
      <ExclamationCircle className="text-ui-fg-subtle" />
      <div className="flex flex-col gap-y-1">
        <Text size="small" leading="compact" weight="plus">
          {title}
        </Text>
        <Text size="small" className="text-ui-fg-subtle max-w-[60ch]">
          {messageOf(error)}
        </Text>
      </div>
      <Button size="small" variant="secondary" onClick={() => refetch()} isLoading={isFetching}>
        <ArrowPath />
        {t("payment.actions.try_again")}
      </Button>
    </div>
  )
}

/** Stands in the place of a page until its data is there: a skeleton, or why it could not be loaded. */
export function PageLoading({ title, query }: { title: string; query: Query }) {
  if (!query.error) return <PageSkeleton />
  return (
    <Container className="p-0">
      <Failure title={title} query={query} />
    </Container>
  )
}

function PageSkeleton() {
  const { t } = useTexts()
  return (
    <div aria-busy="true" role="status" aria-label={t("payment.loading")}>
      <TwoColumns
        main={["h-24", "h-80", "h-60"].map((height) => <Block key={height} height={height} />)}
        side={<Block height="h-56" />}
      />
    </div>
  )
}

const Block = ({ height }: { height: string }) => (
  <Container className={`flex flex-col gap-y-4 p-6 ${height}`}>
    <Skeleton className="h-6 w-40" />
    <Skeleton className="h-4 w-full" />
  </Container>
)

/** The fields of a form until its values are there. */
export const FormSkeleton = () => (
  <div aria-busy="true" className="flex flex-1 flex-col gap-y-8 px-6 py-4">
    {[0, 1, 2].map((row) => (
      <div key={row} className="flex flex-col gap-y-2">
        <Skeleton className="h-4 w-24" />
        <Skeleton className="h-8 w-full" />
      </div>
    ))}
  </div>
)
