import { ArrowPath, ExclamationCircle } from "@medusajs/icons"
import { Button, Container, Skeleton, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTexts } from "../../lib/format"
import { failureOf } from "../../lib/server"
import { QuietText, TwoColumns } from "./section"

type NoticeProps = { icon: ReactNode; title: string; text: string; children?: ReactNode }

export const Notice = ({ icon, title, text, children }: NoticeProps) => (
  <div className="flex min-h-[250px] flex-col items-center justify-center gap-y-4 px-6 py-8 text-center">
    {icon}
    <div className="flex flex-col gap-y-1">
      <Text size="small" leading="compact" weight="plus">
        {title}
      </Text>
      <QuietText className="max-w-[60ch]">{text}</QuietText>
    </div>
    {children}
  </div>
)

type QueryProps = { title: string; query: { error: unknown; refetch: () => unknown; isFetching: boolean } }

/**
 * Says why something could not be loaded, with a button to try again. If the session expired, it throws the error to
 * Medusa's error page, which leads to the login and back.
 */
export function Failure({ title, query: { error, refetch, isFetching } }: QueryProps) {
  const { t, messageOf } = useTexts()
  if (failureOf(error).status === 401) throw error
  return (
    <div role="alert">
      <Notice icon={<ExclamationCircle className="text-ui-fg-subtle" />} title={title} text={messageOf(error)}>
        <Button size="small" variant="secondary" onClick={() => refetch()} isLoading={isFetching}>
          <ArrowPath />
          {t("payment.actions.try_again")}
        </Button>
      </Notice>
    </div>
  )
}

/** Shown until a page's data is loaded: a skeleton, or the reason for a failure. */
export function PageLoading({ title, query }: QueryProps) {
  const block = (
    <Container className="p-0">
      {query.error ? <Failure title={title} query={query} /> : <LoadingLines count={4} />}
    </Container>
  )
  return query.error ? block : <TwoColumns main={block} side={block} />
}

/** Skeleton lines for text or fields that are still loading. */
export function LoadingLines({ count }: { count: number }) {
  const { t } = useTexts()
  return (
    <div role="status" aria-busy="true" aria-label={t("payment.loading")} className="flex flex-1 flex-col gap-y-6 p-6">
      {Array.from({ length: count }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all lines are alike
        <Skeleton key={line} className="h-8 w-full max-w-[70ch]" />
      ))}
    </div>
  )
}
