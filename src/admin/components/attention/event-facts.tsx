import { clx } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { EventView } from "../../../api/admin/crypto-payments/contract"
import { QUIET_LINK } from "../common/quiet-link"
import { ServicePaymentIds } from "../common/service-payment-ids"
import { When } from "../common/when"
import { Fact, Facts } from "./facts"

export function EventFacts({ event }: { event: EventView }) {
  const { t } = useTranslation("cryptoPayments")
  return (
    <Facts>
      <Fact name={t("attention.event.kind")}>{event.kind ?? t("attention.event.unnamed")}</Fact>
      {event.service_payment_ids.length > 0 && (
        <Fact name={t("payment.details.paymentId")}>
          <ServicePaymentIds ids={event.service_payment_ids} />
        </Fact>
      )}
      <Fact name={t("attention.event.id")}>
        <span className="font-mono text-xs">{event.id}</span>
      </Fact>
      <Fact name={t("payments.fields.connection")}>{event.connection_id}</Fact>
      <Fact name={t("attention.event.received")}>
        <When at={event.received_at} />
      </Fact>
      {event.attempts > 0 && <Fact name={t("attention.event.attempts")}>{event.attempts}</Fact>}
      {event.next_attempt_at && (
        <Fact name={t("attention.event.nextAttempt")}>
          <When at={event.next_attempt_at} relative />
        </Fact>
      )}
      {event.payment_id && (
        <Fact name={t("payments.fields.payment")}>
          <Link to={`/crypto-payments/${event.payment_id}`} className={clx(QUIET_LINK, "font-mono text-xs")}>
            {event.payment_id}
          </Link>
        </Fact>
      )}
    </Facts>
  )
}
