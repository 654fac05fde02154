import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Container, DataTable, useDataTable } from "@medusajs/ui"
import { type MouseEvent, type RefObject, useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useHref, useNavigate } from "react-router-dom"
import type { PaymentView } from "../../../api/admin/crypto-payments/contract"
import { SortMenu } from "../../components/common/links-and-menus"
import { Failure, LIST_EDGE, LoadingLines } from "../../components/common/section"
import { HealthCard } from "../../components/health/health-card"
import { useColumns } from "../../components/payments/columns"
import { FilterMenu, useConnectionIds, useFilters } from "../../components/payments/filters"
import {
  readFilters,
  readListQuery,
  useListState,
  usePaginationTexts,
  useTableState,
} from "../../components/payments/list-state"
import { ExportButton, MenuIcon, PageHeader } from "../../components/payments/page-header"
import { useTexts } from "../../lib/format"
import { downloadCsv, useHealth, useIsLayoutKnown, usePayments } from "../../lib/queries"

/** Health above the list. Both appear at once, because health that comes later would move the list. */
function PaymentsPage() {
  const { params } = useListState()
  const isLayoutKnown = useIsLayoutKnown()
  const [health, payments] = [useHealth(), usePayments(readListQuery(params))]
  if (!isLayoutKnown || !health.isFetched || !payments.isFetched) {
    return (
      <Container className="p-0">
        <LoadingLines count={8} />
      </Container>
    )
  }
  return (
    <div className="flex flex-col gap-y-3">
      <HealthCard />
      <Container className={`overflow-hidden p-0 ${LIST_EDGE}`}>
        <PaymentsTable />
      </Container>
    </div>
  )
}

const today = () => new Date().toISOString().slice(0, 10)

function PaymentsTable() {
  const { t } = useTexts()
  const { t: medusa } = useTranslation()
  const { query, instance, filters, list } = usePaymentsTable()
  const paginationTexts = usePaginationTexts()
  const frame = useRef<HTMLDivElement>(null)
  useNamedControls(frame)
  const emptyState = {
    empty: { heading: t("payments.empty.title"), description: t("payments.empty.description") },
    filtered: { heading: t("payments.noResults.title"), description: t("payments.noResults.description") },
  }
  return (
    <div ref={frame}>
      <DataTable instance={instance}>
        <DataTable.Toolbar translations={{ clearAll: medusa("actions.clearAll") }}>
          <PageHeader>
            <FilterMenu filters={filters} instance={instance} />
            <SortMenu value={list.order} onChange={list.setOrder} />
            <div className="min-w-0 grow basis-0 lg:grow-0 lg:basis-72">
              <DataTable.Search placeholder={t("payments.search")} aria-label={t("payments.search")} />
            </div>
            {/* Exports all payments that the filters select, not only those on the page. */}
            <ExportButton
              download={() => downloadCsv("/export", readFilters(list.params), `crypto-payments-${today()}`)}
              description={t("payments.count", { count: instance.rowCount })}
              isEmpty={instance.rowCount === 0}
            />
          </PageHeader>
        </DataTable.Toolbar>
        {query.isError ? (
          <div className="border-t">
            <Failure title={t("payments.failure.payments")} query={query} />
          </div>
        ) : (
          <>
            <DataTable.Table emptyState={emptyState} />
            <DataTable.Pagination translations={paginationTexts} />
          </>
        )}
      </DataTable>
    </div>
  )
}

function usePaymentsTable() {
  const list = useListState()
  const state = useTableState(list)
  const query = usePayments(readListQuery(list.params))
  const { payments = [], count = 0 } = query.data ?? {}
  const chosen = state.filtering.state.connection_id
  const connections = useConnectionIds(payments, chosen)
  const filters = useFilters(connections, state.filtering.state)
  const instance = useDataTable({
    data: payments,
    columns: useColumns(connections.length > 1),
    filters,
    rowCount: count,
    getRowId: ({ id }) => id,
    onRowClick: useOpenRow(),
    isLoading: query.isLoading,
    autoResetPageIndex: false,
    ...state,
  })
  return { query, instance, filters, list }
}

/** Opens a payment's page, in a new tab for Ctrl or Command clicks, as Medusa's tables do. */
function useOpenRow() {
  const navigate = useNavigate()
  const home = useHref("/crypto-payments")
  return (event: MouseEvent, { id }: PaymentView) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) window.open(`${home}/${id}`, "_blank", "noreferrer")
    else navigate(`/crypto-payments/${id}`)
  }
}

/** Names the button that removes a filter and hides the search's icon for screen readers, which no prop can do. */
function useNamedControls(ref: RefObject<HTMLElement>): void {
  const { t } = useTexts()
  useEffect(() => {
    const table = ref.current
    if (!table) return
    const nameControls = () => {
      for (const button of table.querySelectorAll("button:not([aria-label])")) {
        if (button.textContent?.trim()) continue
        const filter = button.parentElement?.firstElementChild?.textContent ?? ""
        button.setAttribute("aria-label", t("payments.removeFilter", { filter }))
      }
      for (const image of table.querySelectorAll('div[role="img"]:not([aria-label], [aria-hidden])'))
        image.setAttribute("aria-hidden", "true")
    }
    nameControls()
    const observer = new MutationObserver(nameControls)
    observer.observe(table, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [ref, t])
}

const Breadcrumb = () => useTexts().t("payments.title")

export const config = defineRouteConfig({
  label: "payments.title",
  icon: MenuIcon,
  translationNs: "cryptoPayments",
})

export const handle = { breadcrumb: () => <Breadcrumb /> }

export default PaymentsPage
