import { CheckCircleSolid } from "@medusajs/icons"
import { Skeleton, Table, Text } from "@medusajs/ui"
import { useEffect } from "react"
import { useTexts } from "../../lib/format"
import { useAttention } from "../../lib/queries"
import { Failure } from "../common/loading"
import { SortMenu } from "../common/sort-menu"
import { PAGE_SIZE, readPage } from "../payments/list-url"
import { PageHeader } from "../payments/page-header"
import { useListState, usePaginationTexts } from "../payments/use-list-state"
import { AttentionItem } from "./attention-item"

/** Everything that needs a person. */
export function AttentionList() {
  const { t } = useTexts()
  const { params, offset, order, setOrder, setOffset } = useListState()
  const query = useAttention(readPage(params))
  const { data } = query

  // After the last item of the last page is done, shows the page before it.
  const isPastEnd = data !== undefined && data.items.length === 0 && data.count > 0 && offset >= data.count
  // biome-ignore lint/correctness/useExhaustiveDependencies: setOffset is new in every render
  useEffect(() => {
    if (isPastEnd) setOffset(offset - PAGE_SIZE)
  }, [isPastEnd, offset])

  return (
    <>
      <div className="px-6 py-4">
        <PageHeader>
          <SortMenu value={order} onChange={setOrder} />
        </PageHeader>
      </div>
      {query.isError ? (
        <Failure title={t("attention.failure")} query={query} />
      ) : !data ? (
        <Loading />
      ) : data.count === 0 ? (
        <NothingOpen />
      ) : (
        <>
          <ul aria-label={t("attention.title")} className="divide-y">
            {data.items.map((item) => (
              <AttentionItem key={`${item.type}:${item.id}`} item={item} />
            ))}
          </ul>
          <Pages count={data.count} offset={offset} onChange={setOffset} />
        </>
      )}
    </>
  )
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

const Loading = () => (
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

function NothingOpen() {
  const { t } = useTexts()
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
