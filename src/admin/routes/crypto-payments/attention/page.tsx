import { CheckCircleSolid } from "@medusajs/icons"
import { Container, Table } from "@medusajs/ui"
import { useEffect, useRef, useState } from "react"
import type { AttentionList } from "../../../../api/admin/crypto-payments/contract"
import { AttentionEntry } from "../../../components/attention/attention-entry"
import { HoldContext } from "../../../components/common/drawer-form"
import { Breadcrumb, Failure, LoadingLines, Notice, SortMenu } from "../../../components/common/section"
import { PAGE_SIZE, readPage, useListState, usePaginationTexts } from "../../../components/payments/list-state"
import { PageHeader } from "../../../components/payments/page-header"
import { useTexts } from "../../../lib/format"
import { useAttention, useIsLayoutKnown } from "../../../lib/queries"

export default function AttentionPage() {
  const { t } = useTexts()
  const { params, offset, order, setOrder, setOffset } = useListState()
  const query = useAttention(readPage(params))
  const [isHeld, hold] = useState(false)
  const shown = useRef(query.data)
  if (!isHeld) shown.current = query.data
  const data = shown.current

  const isLayoutKnown = useIsLayoutKnown()
  useBackFromEmptyPage(data, offset, setOffset)

  return (
    <Container className="divide-y overflow-hidden p-0">
      <div className="px-6 py-4">
        <PageHeader>
          <SortMenu value={order} onChange={setOrder} />
        </PageHeader>
      </div>
      {query.isError && <Failure title={t("attention.failure")} query={query} />}
      {/* A failed poll keeps the list, because a drawer of an item may be open. */}
      {!data || !isLayoutKnown ? (
        !query.isError && <LoadingLines count={6} />
      ) : data.count === 0 ? (
        !query.isError && (
          <Notice
            icon={<CheckCircleSolid className="text-ui-tag-green-icon" />}
            title={t("attention.empty.title")}
            text={t("attention.empty.description")}
          />
        )
      ) : (
        <>
          <HoldContext.Provider value={hold}>
            <ul aria-label={t("attention.title")} className="divide-y">
              {data.items.map((item) => (
                <AttentionEntry key={`${item.type}:${item.id}`} item={item} />
              ))}
            </ul>
          </HoldContext.Provider>
          <Pages count={data.count} offset={offset} onChange={setOffset} />
        </>
      )}
    </Container>
  )
}

/** Goes to the previous page if the last item of the last page was closed. */
function useBackFromEmptyPage(list: AttentionList | undefined, offset: number, setOffset: (offset: number) => void) {
  const isPastEnd = list !== undefined && list.items.length === 0 && list.count > 0 && offset >= list.count
  // biome-ignore lint/correctness/useExhaustiveDependencies: setOffset is new in every render
  useEffect(() => {
    if (isPastEnd) setOffset(offset - PAGE_SIZE)
  }, [isPastEnd, offset])
}

type PagesProps = { count: number; offset: number; onChange: (offset: number) => void }

const Pages = ({ count, offset, onChange }: PagesProps) => (
  <Table.Pagination
    count={count}
    pageSize={PAGE_SIZE}
    pageIndex={Math.floor(offset / PAGE_SIZE)}
    pageCount={Math.ceil(count / PAGE_SIZE)}
    canPreviousPage={offset > 0}
    canNextPage={offset + PAGE_SIZE < count}
    previousPage={() => onChange(offset - PAGE_SIZE)}
    nextPage={() => onChange(offset + PAGE_SIZE)}
    translations={usePaginationTexts()}
  />
)

export const handle = {
  label: "payments.attentionTitle",
  translationNs: "cryptoPayments",
  breadcrumb: () => <Breadcrumb name="payments.tabs.attention" />,
}
