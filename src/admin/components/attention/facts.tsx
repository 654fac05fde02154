import type { PropsWithChildren } from "react"
import type { AttentionItem, EventView, PaymentView } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { CryptoAmount } from "../common/asset"
import { Code, ServicePaymentIds } from "../common/copyable"
import { OrderLink, QuietLink } from "../common/links"
import { When } from "../common/when"

const Facts = ({ children }: PropsWithChildren) => <dl className="flex flex-wrap gap-x-8 gap-y-2">{children}</dl>

const Fact = ({ name, children }: PropsWithChildren<{ name: string }>) => (
  <div className="flex min-w-0 flex-col gap-y-0.5">
    <dt className="txt-compact-xsmall text-ui-fg-subtle">{name}</dt>
    <dd className="txt-compact-small text-ui-fg-base min-w-0 break-words">{children}</dd>
  </div>
)

/** Our payment, by the id that the reader knows it by. */
function PaymentFact({ id, shown }: { id: string; shown: string }) {
  const { t } = useTexts()
  return (
    <Fact name={t("payments.fields.payment")}>
      <QuietLink
        to={`/crypto-payments/${id}`}
        className="font-mono text-xs"
        label={t("payments.openPayment", { id: shown })}
      >
        {shown}
      </QuietLink>
    </Fact>
  )
}

export function PaymentFacts({ payment }: { payment: PaymentView }) {
  const { t, fiat } = useTexts()
  const { order } = payment
  return (
    <Facts>
      <Fact name={t("payments.fields.amount")}>{fiat(payment.amount)}</Fact>
      <Fact name={t("payments.fields.paidIn")}>
        <CryptoAmount payment={payment} />
      </Fact>
      <Fact name={t("payments.fields.order")}>{order ? <OrderLink order={order} /> : t("attention.noOrder")}</Fact>
      {order?.email && <Fact name={t("payments.fields.email")}>{order.email}</Fact>}
      <PaymentFact id={payment.id} shown={payment.payment_id} />
    </Facts>
  )
}

type Connection = Extract<AttentionItem, { type: "connection" }>["connection"]

export function ConnectionFacts({ connection }: { connection: Connection }) {
  const { t } = useTexts()
  return (
    <Facts>
      <Fact name={t("payments.fields.connection")}>{connection.id}</Fact>
      <Fact name={t("attention.waiting")}>{t("payments.count", { count: connection.waiting })}</Fact>
    </Facts>
  )
}

export function EventFacts({ event }: { event: EventView }) {
  const { t } = useTexts()
  return (
    <Facts>
      <Fact name={t("attention.event.kind")}>{event.kind ?? t("attention.event.unnamed")}</Fact>
      {event.service_payment_ids.length > 0 && (
        <Fact name={t("payment.details.paymentId")}>
          <ServicePaymentIds ids={event.service_payment_ids} />
        </Fact>
      )}
      <Fact name={t("attention.event.id")}>
        <Code>{event.id}</Code>
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
      {event.payment_id && <PaymentFact id={event.payment_id} shown={event.payment_id} />}
    </Facts>
  )
}
