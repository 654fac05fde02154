import { useTranslation } from "react-i18next"
import { useParams } from "react-router-dom"
import { usePayment } from "../../../hooks/payments"

/** The payment's name in the bar above its page. */
export function PaymentCrumb() {
  const { t } = useTranslation("cryptoPayments")
  const { id = "" } = useParams()
  const { data } = usePayment(id)
  return <span>{data?.payment.payment_id ?? t("payment.facts.title")}</span>
}
