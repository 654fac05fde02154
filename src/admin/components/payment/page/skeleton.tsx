import { Container, Skeleton } from "@medusajs/ui"
import { useTranslation } from "react-i18next"

const Block = ({ rows }: { rows: number }) => (
  <Container className="flex flex-col gap-y-4">
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
      <Skeleton key={row} className="h-5 w-full rounded" />
    ))}
  </Container>
)

/** The page's shape while it is on its way. */
export function PageSkeleton() {
  const { t } = useTranslation("cryptoPayments")
  return (
    <div
      aria-busy="true"
      role="status"
      aria-label={t("payment.loading")}
      className="flex w-full flex-col items-start gap-x-4 gap-y-3 xl:grid xl:grid-cols-[minmax(0,_1fr)_440px]"
    >
      <div className="flex w-full min-w-0 flex-col gap-y-3">
        <Block rows={2} />
        <Block rows={8} />
      </div>
      <div className="flex w-full min-w-0 flex-col gap-y-3">
        <Block rows={4} />
      </div>
    </div>
  )
}
