import { Container, Heading } from "@medusajs/ui"
import { useParams } from "react-router-dom"
import type { OrderRef, PaymentDetail } from "../../../../api/admin/crypto-payments/contract"
import { AttentionBox } from "../../../components/attention/attention-entry"
import {
  PageLoading,
  QuietText,
  Section,
  SectionRows,
  SectionText,
  TwoColumns,
} from "../../../components/common/section"
import { ConnectionName, Copyable, OrderLink, QuietLink, When } from "../../../components/common/values"
import { PaymentActions } from "../../../components/payment/actions/payment-actions"
import { PaymentBadges, PaymentRows } from "../../../components/payment/foldable-payment"
import { hasPayouts, Payouts } from "../../../components/payment/payouts"
import { Timeline } from "../../../components/payment/timeline"
import { useTexts } from "../../../lib/format"
import { useMay, usePayment } from "../../../lib/queries"

export default function Page() {
  const { id = "" } = useParams()
  // With the key, React makes a new page for another payment, with all dialogs closed.
  return <PaymentPage key={id} id={id} />
}

function PaymentPage({ id }: { id: string }) {
  const { t } = useTexts()
  const query = usePayment(id)
  if (!query.data) return <PageLoading title={t("payment.failed")} query={query} />
  const { payment } = query.data
  return (
    <TwoColumns
      main={
        <>
          <PaymentHeader payment={payment} />
          <Section title={t("payments.fields.payment")}>
            <PaymentRows payment={payment} detail={payment} />
          </Section>
          <Section title={t("payment.timeline.title")}>
            <Timeline entries={payment.timeline} />
          </Section>
        </>
      }
      side={
        <>
          <Section title={t("payments.fields.order")}>
            <PaymentOrder order={payment.order} />
          </Section>
          {hasPayouts(payment) && (
            <Section title={t("payment.payouts.title")}>
              <Payouts payment={payment} />
            </Section>
          )}
          <PaymentDetails payment={payment} />
        </>
      }
    />
  )
}

function PaymentHeader({ payment }: { payment: PaymentDetail }) {
  const { t, fiat } = useTexts()
  return (
    <Container className="divide-y p-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-6 py-4">
        <div>
          <Heading>{t("payment.title", { amount: fiat(payment.amount) })}</Heading>
          <QuietText>
            <When at={payment.created_at} />
          </QuietText>
        </div>
        <div className="ms-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
          <PaymentBadges payment={payment} />
          <PaymentActions payment={payment} actions={payment.actions} />
        </div>
      </div>
      <AttentionBox payment={payment} />
    </Container>
  )
}

function PaymentOrder({ order }: { order: OrderRef | null }) {
  const { t } = useTexts()
  if (!order) return <SectionText>{t("payment.order.none")}</SectionText>
  const status = t(`payment.order.statuses.${order.status}`, { defaultValue: order.status })
  return (
    <SectionRows
      rows={{
        "payments.fields.order": <OrderLink order={order} />,
        "payment.order.customer": order.email,
        "payments.fields.status": status,
      }}
    />
  )
}

/** Dates and ids, for bookkeeping and for reading logs. */
function PaymentDetails({ payment }: { payment: PaymentDetail }) {
  const { t } = useTexts()
  const { connection_id: connection } = payment
  const name = <ConnectionName id={connection} />
  const mayOpen = useMay()("crypto_connection:read")
  const date = (at: string | null) => at !== null && <When at={at} />
  const id = (name: string, id: string | null) => ({
    [name]: id !== null && <Copyable content={id} label={t("payment.facts.copy.id", { name: t(name) })} />,
  })
  return (
    <Section title={t("payment.details.title")}>
      <SectionRows
        rows={{
          "payments.fields.connection": mayOpen ? (
            <QuietLink to={`/settings/crypto-payments/${connection}`}>{name}</QuietLink>
          ) : (
            name
          ),
          "payments.fields.mode": t(payment.test_mode ? "payments.modes.test" : "payments.modes.live"),
          "payment.details.remoteStatus": payment.remote_status,
          "payment.details.created": date(payment.created_at),
          "payment.details.completed": date(payment.completed_at),
          "payment.details.settled": date(payment.settled_at),
          "payment.details.closed": date(payment.closed_at),
          "payment.details.nextCheck": date(payment.next_check_at),
          ...id("payment.details.externalId", payment.external_id),
          ...id("payment.details.ownId", payment.id),
          ...id("payment.details.collection", payment.payment_collection_id),
          ...id("payment.details.cart", payment.cart_id),
        }}
      />
    </Section>
  )
}

function Breadcrumb() {
  const { t } = useTexts()
  const { id = "" } = useParams()
  const { data } = usePayment(id)
  return <span>{data?.payment.external_id ?? t("payments.fields.payment")}</span>
}

export const handle = { breadcrumb: () => <Breadcrumb /> }
