import { CheckCircleSolid } from "@medusajs/icons"
import { Skeleton, Text } from "@medusajs/ui"
import { useEffect } from "react"
import { useTranslation } from "react-i18next"
import { useAttention } from "../../hooks/payments"
import { Failure } from "../common/failure"
import { OrderMenu } from "../common/order-menu"
import { PageHead } from "../payments/page-head"
import { AttentionRow } from "./attention-row"
import { Pages } from "./pages"
import { FIELD, PAGE_SIZE, useAttentionPage } from "./use-attention-page"

/** Everything that waits for a person: what happened, what it is about and what can be done. */
export function AttentionList() {
  const { t } = useTranslation("cryptoPayments")
  const page = useAttentionPage()
  const { data, error, isError, isFetching, refetch } = useAttention(page.query)
  const { offset, order } = page.query

  // Whoever clears the last page is taken to the one before it.
  useEffect(() => {
    if (data && data.items.length === 0 && data.count > 0 && offset >= data.count) page.setOffset(offset - PAGE_SIZE)
  }, [data, offset, page.setOffset])

  return (
    <>
      <div className="px-6 py-4">
        <PageHead>
          <OrderMenu value={order} field={FIELD} onChange={page.setOrder} />
        </PageHead>
      </div>
      {isError ? (
        <Failure title={t("attention.failure")} error={error} onRetry={refetch} isRetrying={isFetching} />
      ) : !data ? (
        <Loading />
      ) : data.count === 0 ? (
        <AllIsWell />
      ) : (
        <>
          <ul aria-label={t("attention.title")} className="divide-y">
            {data.items.map((item) => (
              <AttentionRow key={`${item.type}:${item.id}`} item={item} />
            ))}
          </ul>
          <Pages count={data.count} offset={offset} onChange={page.setOffset} />
        </>
      )}
    </>
  )
}

function Loading() {
  return (
    <div aria-busy="true" className="divide-y">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex flex-col gap-y-2 px-6 py-5">
          <Skeleton className="h-5 w-64" />
          <Skeleton className="h-4 w-full max-w-[70ch]" />
          <Skeleton className="h-9 w-full max-w-md" />
        </div>
      ))}
    </div>
  )
}

function AllIsWell() {
  const { t } = useTranslation("cryptoPayments")
  return (
    <div className="flex min-h-[250px] flex-col items-center justify-center gap-y-3 px-6 py-8 text-center">
      <CheckCircleSolid className="text-ui-tag-green-icon" />
      <div className="flex flex-col gap-y-1">
        <Text size="small" leading="compact" weight="plus">
          {t("attention.empty.title")}
        </Text>
        <Text size="small" className="text-ui-fg-subtle max-w-[60ch]">
          {t("attention.empty.description")}
        </Text>
      </div>
    </div>
  )
}
