import { useTranslation } from "react-i18next"
import { Copyable } from "./copyable"

/** The payment of an event as the service names it, to be compared with the merchant dashboard: one id, or all it may be. */
export function ServicePaymentIds({ ids }: { ids: string[] }) {
  const { t } = useTranslation("cryptoPayments")
  const label = t("payment.facts.copy.id", { name: t("payment.details.paymentId") })
  return (
    <span className="flex min-w-0 flex-col gap-y-1">
      {ids.map((id) => (
        <Copyable key={id} content={id} label={label} />
      ))}
    </span>
  )
}
