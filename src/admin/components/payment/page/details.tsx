import { SectionRow } from "@medusajs/dashboard/components"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { PaymentDetail } from "../../../../api/admin/crypto-payments/contract"
import { Copyable } from "../../common/copyable"
import { QUIET_LINK } from "../../common/quiet-link"
import { Section } from "../../common/section"
import { When } from "../../common/when"

/** What whoever compares books or reads logs asks for. */
export function PaymentDetails({ payment }: { payment: PaymentDetail }) {
  const { t } = useTranslation("cryptoPayments")
  const { connection_id: connection } = payment
  const moments = {
    created: payment.created_at,
    completed: payment.completed_at,
    settled: payment.settled_at,
    closed: payment.closed_at,
    nextCheck: payment.next_check_at,
  }
  const ids = {
    paymentId: payment.payment_id,
    ownId: payment.id,
    collection: payment.payment_collection_id,
    cart: payment.cart_id,
  }
  return (
    <Section title={t("payment.details.title")}>
      <SectionRow
        title={t("payment.details.connection")}
        value={
          <Link to={`/settings/crypto-payments/${connection}`} className={QUIET_LINK}>
            {connection}
          </Link>
        }
      />
      <SectionRow
        title={t("payment.details.mode")}
        value={t(payment.test_mode ? "payments.modes.test" : "payments.modes.live")}
      />
      <SectionRow title={t("payment.details.remoteStatus")} value={payment.remote_status} />
      {Object.entries(moments).map(
        ([name, at]) => at && <SectionRow key={name} title={t(`payment.details.${name}`)} value={<When at={at} />} />,
      )}
      {Object.entries(ids).map(([name, id]) => {
        const title = t(`payment.details.${name}`)
        const label = t("payment.facts.copy.id", { name: title })
        return id && <SectionRow key={name} title={title} value={<Copyable content={id} label={label} />} />
      })}
    </Section>
  )
}
