import { Container, Heading, Text } from "@medusajs/ui"
import { useParams } from "react-router-dom"
import type { OrderRef, PaymentDetail } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { usePayment } from "../../lib/queries"
import { AttentionBox } from "../attention/attention-text"
import { Copyable } from "../common/copyable"
import { OrderLink, QuietLink } from "../common/links"
import { PageLoading } from "../common/loading"
import { Section, SectionText, TwoColumns } from "../common/section"
import { SectionRow } from "../common/section-row"
import { When } from "../common/when"
import { PaymentActions } from "./actions/payment-actions"
import { PaymentBadges, PaymentRows } from "./payment-rows"
import { Payouts } from "./payouts"
import { Timeline } from "./timeline"

/** Everything about one payment. */
export function PaymentPage({ id }: { id: string }) {
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
            <PaymentRows payment={payment} payUrl={payment.pay_url} />
          </Section>
          <Section title={t("payment.timeline.title")}>
            <Timeline entries={payment.timeline} />
          </Section>
        </>
      }
      side={
        <>
          <PaymentOrder order={payment.order} />
          <Section title={t("payment.payouts.title")}>
            <Payouts payment={payment} />
          </Section>
          <PaymentDetails payment={payment} />
        </>
      }
    />
  )
}

/** The payment's id in the breadcrumb. */
export function PaymentBreadcrumb() {
  const { t } = useTexts()
  const { id = "" } = useParams()
  const { data } = usePayment(id)
  return <span>{data?.payment.payment_id ?? t("payments.fields.payment")}</span>
}

function PaymentHeader({ payment }: { payment: PaymentDetail }) {
  const { t, fiat } = useTexts()
  return (
    <Container className="divide-y p-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-6 py-4">
        <div>
          <Heading>{t("payment.title", { amount: fiat(payment.amount) })}</Heading>
          <Text size="small" className="text-ui-fg-subtle">
            <When at={payment.created_at} />
          </Text>
        </div>
        <div className="ml-auto flex items-center gap-x-3">
          <PaymentBadges payment={payment} />
          <PaymentActions payment={payment} actions={payment.actions} />
        </div>
      </div>
      <AttentionBox attention={payment.attention} />
    </Container>
  )
}

function PaymentOrder({ order }: { order: OrderRef | null }) {
  const { t } = useTexts()
  return (
    <Section title={t("payments.fields.order")}>
      {order ? (
        <>
          <SectionRow title={t("payments.fields.order")} value={<OrderLink order={order} />} />
          <SectionRow title={t("payment.order.customer")} value={order.email} />
          <SectionRow
            title={t("payments.fields.status")}
            value={t(`payment.order.statuses.${order.status}`, { defaultValue: order.status })}
          />
        </>
      ) : (
        <SectionText>{t("payment.order.none")}</SectionText>
      )}
    </Section>
  )
}

/** Dates and ids, for bookkeeping and for reading logs. */
function PaymentDetails({ payment }: { payment: PaymentDetail }) {
  const { t } = useTexts()
  const { connection_id: connection } = payment
  const dates = {
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
        title={t("payments.fields.connection")}
        value={<QuietLink to={`/settings/crypto-payments/${connection}`}>{connection}</QuietLink>}
      />
      <SectionRow
        title={t("payments.fields.mode")}
        value={t(payment.test_mode ? "payments.modes.test" : "payments.modes.live")}
      />
      <SectionRow title={t("payment.details.remoteStatus")} value={payment.remote_status} />
      {Object.entries(dates).map(
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
