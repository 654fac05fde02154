import { Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { OrderRef, PaymentView } from "../../../api/admin/crypto-payments/contract"
import { AssetIcon } from "../common/asset-icon"
import { OrderLink } from "../common/order-link"
import { TestBadge } from "../common/test-badge"
import { useNetworkName } from "../common/use-network-name"

export const Nothing = () => <span className="text-ui-fg-muted">–</span>

/** The row's own link: a click anywhere in a row does the same, but a keyboard needs something to stand on. */
export function IdCell({ payment }: { payment: PaymentView }) {
  const { t } = useTranslation("cryptoPayments")
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

export function OrderCell({ order }: { order: OrderRef | null }) {
  if (!order) return <Nothing />
  return (
    <div className="flex items-center gap-x-2">
      <OrderLink order={order} />
      <span className="text-ui-fg-subtle max-w-[160px] truncate">{order.email}</span>
    </div>
  )
}

export function CryptoCell({ payment }: { payment: Pick<PaymentView, "pay_amount" | "asset" | "chain"> }) {
  const nameOf = useNetworkName()
  return (
    <div className="flex items-center gap-x-1.5">
      <AssetIcon asset={payment.asset} />
      <span>
        {payment.pay_amount.display} {payment.asset}
      </span>
      <Text as="span" size="xsmall" className="text-ui-fg-subtle">
        {nameOf(payment.chain)}
      </Text>
    </div>
  )
}
