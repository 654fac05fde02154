import { ExclamationCircleSolid } from "@medusajs/icons"
import { createDataTableColumnHelper, Text, Tooltip } from "@medusajs/ui"
import { Link } from "react-router-dom"
import type { PaymentView } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { CryptoAmount } from "../common/asset"
import { PaymentStatusBadge, SupersededBadge, TestBadge } from "../common/badges"
import { OrderLink } from "../common/links"
import { When } from "../common/when"

const helper = createDataTableColumnHelper<PaymentView>()
const truncateTooltip = false

/** The columns of the payments list. The connection is a column only if there are several. */
export function useColumns(withConnection: boolean) {
  const { t, fiat } = useTexts()
  return [
    helper.accessor("payment_id", {
      header: t("payments.fields.payment"),
      cell: ({ row }) => <IdCell payment={row.original} />,
      truncateTooltip,
    }),
    helper.accessor("status", {
      header: t("payments.fields.status"),
      cell: ({ row }) => <StatusCell payment={row.original} />,
      truncateTooltip,
    }),
    helper.accessor("order", {
      header: t("payments.fields.order"),
      cell: ({ row }) => <OrderCell payment={row.original} />,
      truncateTooltip,
    }),
    helper.accessor("amount", {
      header: t("payments.fields.amount"),
      cell: ({ row }) => fiat(row.original.amount),
      align: "right",
    }),
    helper.accessor("pay_amount", {
      header: t("payments.fields.paidIn"),
      cell: ({ row }) => <CryptoAmount payment={row.original} />,
      truncateTooltip,
    }),
    ...(withConnection ? [helper.accessor("connection_id", { header: t("payments.fields.connection") })] : []),
    helper.accessor("created_at", {
      header: t("payments.fields.created"),
      cell: ({ row }) => <When at={row.original.created_at} />,
      enableSorting: true,
      truncateTooltip,
    }),
  ]
}

type CellProps = { payment: PaymentView }

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
function StatusCell({ payment: { status, confirmations, attention, superseded } }: CellProps) {
  const { t } = useTexts()
  const unpaid = status === "awaiting_payment" || status === "expired"
  const reason = attention && t(`attention.reasons.${attention.reason}.title`, { defaultValue: attention.message })
  return (
    <div className="flex items-center gap-x-2">
      <PaymentStatusBadge status={status} />
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
