import { DataTable, useDataTable } from "@medusajs/ui"
import { type MouseEvent, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useHref, useNavigate } from "react-router-dom"
import type { PaymentView } from "../../../api/admin/crypto-payments/contract"
import { usePayments } from "../../hooks/payments"
import { Failure } from "../common/failure"
import { OrderMenu } from "../common/order-menu"
import { ExportButton } from "./export-button"
import { FilterMenu } from "./filter-menu"
import { readFilters, readListQuery } from "./list-url"
import { PageHead } from "./page-head"
import { useColumns } from "./use-columns"
import { useConnectionChoices } from "./use-connection-choices"
import { useFilters } from "./use-filters"
import { useListState } from "./use-list-state"
import { useSpokenTable } from "./use-spoken-table"
import { useTableWords } from "./use-table-words"

export function PaymentsTable() {
  const { t } = useTranslation("cryptoPayments")
  const list = useListState()
  const query = usePayments(readListQuery(list.params))
  const payments = query.data?.payments ?? []
  const count = query.data?.count ?? 0
  const connections = useConnectionChoices(payments, list.filtering.state.connection_id)
  const filters = useFilters(connections)
  const columns = useColumns(connections.length > 1)
  const words = useTableWords()
  const open = useOpenRow()
  const frame = useRef<HTMLDivElement>(null)
  useSpokenTable(frame)

  const instance = useDataTable({
    data: payments,
    columns,
    filters,
    rowCount: count,
    getRowId: ({ id }) => id,
    onRowClick: open,
    isLoading: query.isLoading,
    autoResetPageIndex: false,
    search: list.search,
    filtering: list.filtering,
    sorting: list.sorting,
    pagination: list.pagination,
  })

  return (
    <div ref={frame}>
      <DataTable instance={instance}>
        <DataTable.Toolbar translations={words.toolbar}>
          <PageHead>
            <FilterMenu
              filters={filters}
              present={Object.keys(list.filtering.state)}
              onAdd={(id, value) => instance.addFilter({ id, value })}
            />
            <OrderMenu value={list.order} field="created_at" onChange={list.setOrder} />
            <div className="min-w-0 grow basis-0 lg:grow-0 lg:basis-72">
              <DataTable.Search placeholder={t("payments.search")} aria-label={t("payments.search")} />
            </div>
            <ExportButton filters={readFilters(list.params)} count={count} />
          </PageHead>
        </DataTable.Toolbar>
        {query.isError ? (
          <div className="border-t">
            <Failure
              title={t("payments.failure.payments")}
              error={query.error}
              onRetry={query.refetch}
              isRetrying={query.isFetching}
            />
          </div>
        ) : (
          <>
            <DataTable.Table emptyState={words.emptyState} />
            <DataTable.Pagination translations={words.pagination} />
          </>
        )}
      </DataTable>
    </div>
  )
}

/** Opens a payment's page, in a new tab where the click asks for one, as Medusa's own tables do. */
function useOpenRow() {
  const navigate = useNavigate()
  const home = useHref("/crypto-payments")
  return (event: MouseEvent, { id }: PaymentView) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) window.open(`${home}/${id}`, "_blank", "noreferrer")
    else navigate(`/crypto-payments/${id}`)
  }
}
