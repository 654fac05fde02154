import { ExclamationCircleSolid } from "@medusajs/icons"
import { createDataTableColumnHelper, Text, Tooltip } from "@medusajs/ui"
import type { ComponentType } from "react"
import { Link } from "react-router-dom"
import type { PaymentView } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { CryptoAmount } from "../common/asset"
import { PaymentStatusBadge, SupersededBadge, TestBadge } from "../common/badges"
import { OrderLink } from "../common/links"
import { When } from "../common/when"

type CellProps = { payment: PaymentView }

const helper = createDataTableColumnHelper<PaymentView>()

/** The columns of the payments list. The connection is a column only if there are several. */
export function useColumns(withConnection: boolean) {
  const { t } = useTexts()
  const column = (id: keyof PaymentView, name: string, Cell: ComponentType<CellProps>, options: object = {}) =>
    helper.accessor(id, {
      header: t(`payments.fields.${name}`),
      cell: ({ row }) => <Cell payment={row.original} />,
      truncateTooltip: false,
      ...options,
    })
  return [
    column("payment_id", "payment", IdCell),
    column("status", "status", StatusCell),
    column("order", "order", OrderCell),
    column("amount", "amount", FiatCell, { align: "right" }),
    column("pay_amount", "paidIn", CryptoAmount),
    ...(withConnection ? [helper.accessor("connection_id", { header: t("payments.fields.connection") })] : []),
    column("created_at", "created", CreatedCell, { enableSorting: true }),
  ]
}

const FiatCell = ({ payment }: CellProps) => useTexts().fiat(payment.amount)

const CreatedCell = ({ payment }: CellProps) => <When at={payment.created_at} />

/** A click anywhere in the row does the same, but the keyboard needs a link. */
function IdCell({ payment }: CellProps) {
  const { t } = useTexts()
  return (
    <div className="flex items-center gap-x-2">
      <Link
        to={`/crypto-payments/${payment.id}`}
        onClick={(event) => event.stopPropagation()}
        aria-label={t("payments.openPayment", { id: payment.payment_id })}
        className="text-ui-fg-base focus-visible:shadow-borders-focus max-w-[104px] truncate rounded font-mono text-xs outline-none hover:underline"
      >
        {payment.payment_id}
      </Link>
      {payment.test_mode && <TestBadge />}
    </div>
  )
}

/** The status, and what a person would ask next: how many confirmations, or why it needs attention. */
function StatusCell({ payment }: CellProps) {
  const { t } = useTexts()
  const { status, confirmations, attention, superseded } = payment
  const unpaid = status === "awaiting_payment" || status === "expired"
  const reason = attention && t(`attention.reasons.${attention.reason}.title`, { defaultValue: attention.message })
  return (
    <div className="flex items-center gap-x-2">
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
      {unpaid && superseded && <SupersededBadge />}
    </div>
  )
}

const OrderCell = ({ payment: { order } }: CellProps) =>
  order ? (
    <div className="flex items-center gap-x-2">
      <OrderLink order={order} />
      <span className="text-ui-fg-subtle max-w-[160px] truncate">{order.email}</span>
    </div>
  ) : (
    <span className="text-ui-fg-muted">–</span>
  )
