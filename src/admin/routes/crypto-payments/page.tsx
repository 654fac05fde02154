import { defineRouteConfig } from "@medusajs/admin-sdk"
import { ExclamationCircleSolid } from "@medusajs/icons"
import { Container, createDataTableColumnHelper, DataTable, Text, Tooltip, useDataTable } from "@medusajs/ui"
import { type ComponentType, type MouseEvent, type RefObject, useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import { Link, useHref, useNavigate } from "react-router-dom"
import type { PaymentView } from "../../../api/admin/crypto-payments/contract"
import { Breadcrumb, Failure, LIST_EDGE, LoadingLines, SortMenu, useIsNarrow } from "../../components/common/section"
import {
  ConnectionName,
  CryptoAmount,
  OrderLink,
  PaidOutBadge,
  PaymentStatusBadge,
  SupersededBadge,
  TestBadge,
  When,
} from "../../components/common/values"
import { HealthCard } from "../../components/health/health-card"
import { FilterMenu, useConnectionIds, useFilters } from "../../components/payments/filters"
import {
  readFilters,
  readListQuery,
  useListState,
  usePaginationTexts,
  useTableState,
} from "../../components/payments/list-state"
import { ExportButton, MenuIcon, PageHeader } from "../../components/payments/page-header"
import { cryptoText, reasonTitle, useTexts } from "../../lib/format"
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

export const config = defineRouteConfig({
  label: "payments.title",
  icon: MenuIcon,
  translationNs: "cryptoPayments",
})

export const handle = { breadcrumb: () => <Breadcrumb name="payments.title" /> }

export default PaymentsPage

type CellProps = { payment: PaymentView }

const helper = createDataTableColumnHelper<PaymentView>()

function useColumns(withConnection: boolean) {
  const { t } = useTexts()
  const isNarrow = useIsNarrow()
  const column = (id: keyof PaymentView, name: string, Cell: ComponentType<CellProps>, options: object = {}) =>
    helper.accessor(id, {
      header: t(`payments.fields.${name}`),
      cell: ({ row }) => <Cell payment={row.original} />,
      truncateTooltip: false,
      ...options,
    })
  // A phone has room for two columns; the payment's page has the rest.
  if (isNarrow) {
    return [
      column("external_id", "payment", NarrowCell),
      column("amount", "amount", NarrowAmountCell, { align: "right" }),
    ]
  }
  return [
    column("external_id", "payment", IdCell),
    column("status", "status", StatusCell),
    column("order", "order", OrderCell),
    column("amount", "amount", AmountCell, { align: "right" }),
    ...(withConnection ? [column("connection_id", "connection", ConnectionCell)] : []),
    column("created_at", "created", CreatedCell, { enableSorting: true }),
  ]
}

const AmountCell = ({ payment }: CellProps) => (
  <div className="flex flex-col items-end gap-y-0.5 py-1">
    <bdi>{useTexts().fiat(payment.amount)}</bdi>
    <span className="txt-compact-xsmall">
      <CryptoAmount payment={payment} />
    </span>
  </div>
)

const NarrowAmountCell = ({ payment }: CellProps) => (
  <div className="flex flex-col items-end">
    <bdi>{useTexts().fiat(payment.amount)}</bdi>
    <bdi className="txt-compact-xsmall text-ui-fg-subtle">{cryptoText(payment.pay_amount)}</bdi>
  </div>
)

const NarrowCell = ({ payment }: CellProps) => (
  <div className="flex max-w-[180px] flex-col gap-y-0.5 py-1">
    <IdCell payment={payment} />
    {payment.order && <OrderLink order={payment.order} />}
    <StatusCell payment={payment} />
  </div>
)

const ConnectionCell = ({ payment }: CellProps) => <ConnectionName id={payment.connection_id} />

const CreatedCell = ({ payment }: CellProps) => <When at={payment.created_at} />

/** A link for keyboard users; a click anywhere in the row does the same. */
function IdCell({ payment }: CellProps) {
  const { t } = useTexts()
  return (
    <div className="flex items-center gap-x-2">
      <Link
        to={`/crypto-payments/${payment.id}`}
        onClick={(event) => event.stopPropagation()}
        aria-label={t("payments.openPayment", { id: payment.external_id })}
        // In a row from right to left, its beginning would be cut off.
        dir="ltr"
        className="text-ui-fg-base focus-visible:shadow-borders-focus max-w-[104px] truncate rounded font-mono text-xs outline-none hover:underline"
      >
        {payment.external_id}
      </Link>
      {payment.test_mode && <TestBadge />}
    </div>
  )
}

function StatusCell({ payment }: CellProps) {
  const { t } = useTexts()
  const { status, confirmations, attention } = payment
  const unpaid = status === "awaiting_payment" || status === "expired"
  const reason = attention && reasonTitle(t, attention.reason, attention.message)
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <PaymentStatusBadge payment={payment} />
      {reason && (
        <Tooltip content={reason}>
          <span role="img" aria-label={reason} className="text-ui-tag-orange-icon">
            <ExclamationCircleSolid />
          </span>
        </Tooltip>
      )}
      {unpaid && confirmations > 0 && (
        <Text as="span" size="xsmall" className="text-ui-fg-subtle">
          {t("payments.confirmations", { count: confirmations })}
        </Text>
      )}
      <SupersededBadge payment={payment} />
      <PaidOutBadge payment={payment} />
    </div>
  )
}

/** The order and the shopper's e-mail address, which comes from the cart if there is no order. */
const OrderCell = ({ payment: { order, email } }: CellProps) => (
  <div className="flex flex-col py-1">
    {order ? <OrderLink order={order} /> : <span className="text-ui-fg-muted">–</span>}
    {email && (
      <span title={email} className="txt-compact-xsmall text-ui-fg-subtle max-w-[180px] truncate">
        {email}
      </span>
    )}
  </div>
)
