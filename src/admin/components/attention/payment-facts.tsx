import { clx } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { PaymentView } from "../../../api/admin/crypto-payments/contract"
import { OrderLink } from "../common/order-link"
import { QUIET_LINK } from "../common/quiet-link"
import { useFiat } from "../common/use-fiat"
import { CryptoCell } from "../payments/cells"
import { Fact, Facts } from "./facts"

export function PaymentFacts({ payment }: { payment: PaymentView }) {
  const { t } = useTranslation("cryptoPayments")
  const inFiat = useFiat()
  const { order } = payment
  return (
    <Facts>
      <Fact name={t("payments.fields.amount")}>{inFiat(payment.amount)}</Fact>
      <Fact name={t("payments.fields.paidIn")}>
        <CryptoCell payment={payment} />
      </Fact>
      <Fact name={t("payments.fields.order")}>{order ? <OrderLink order={order} /> : t("attention.noOrder")}</Fact>
      {order?.email && <Fact name={t("payments.fields.email")}>{order.email}</Fact>}
      <Fact name={t("payments.fields.payment")}>
        <Link
          to={`/crypto-payments/${payment.id}`}
          className={clx(QUIET_LINK, "font-mono text-xs")}
          aria-label={t("payments.openPayment", { id: payment.payment_id })}
        >
          {payment.payment_id}
        </Link>
      </Fact>
    </Facts>
  )
}
