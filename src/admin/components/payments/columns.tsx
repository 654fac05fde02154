import { ExclamationCircleSolid } from "@medusajs/icons"
import { createDataTableColumnHelper, Text, Tooltip } from "@medusajs/ui"
import type { ComponentType } from "react"
import { Link } from "react-router-dom"
import type { PaymentView } from "../../../api/admin/crypto-payments/contract"
import { cryptoText, reasonTitle, useTexts } from "../../lib/format"
import { useIsNarrow } from "../../lib/hooks"
import { PaidOutBadge, PaymentStatusBadge, SupersededBadge, TestBadge } from "../common/badges"
import { OrderLink } from "../common/links-and-menus"
import { ConnectionName, CryptoAmount, When } from "../common/values"

type CellProps = { payment: PaymentView }

const helper = createDataTableColumnHelper<PaymentView>()

/** The columns of the payments list. There is one for the connection only if there are several. */
export function useColumns(withConnection: boolean) {
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
      column("payment_id", "payment", NarrowCell),
      column("amount", "amount", NarrowAmountCell, { align: "right" }),
    ]
  }
  return [
    column("payment_id", "payment", IdCell),
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
        aria-label={t("payments.openPayment", { id: payment.payment_id })}
        // In a row from right to left, its beginning would be cut off.
        dir="ltr"
        className="text-ui-fg-base focus-visible:shadow-borders-focus max-w-[104px] truncate rounded font-mono text-xs outline-none hover:underline"
      >
        {payment.payment_id}
      </Link>
      {payment.test_mode && <TestBadge />}
    </div>
  )
}

/** The status, with the number of confirmations or the attention reason. */
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
