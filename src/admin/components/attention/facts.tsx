import { Skeleton } from "@medusajs/ui"
import { type ReactNode, useState } from "react"
import type { AttentionItem, EventView, PaymentView } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { useConnectionName, useEvent } from "../../lib/queries"
import { CryptoAmount } from "../common/asset"
import { Code, ServicePaymentIds } from "../common/copyable"
import { OrderLink, QuietLink } from "../common/links"
import { When } from "../common/when"

/** Values side by side, each below its label. Values that are missing are left out. */
const Facts = ({ facts }: { facts: [label: string, value: ReactNode][] }) => (
  <dl className="flex flex-wrap gap-x-8 gap-y-2">
    {facts.map(
      ([label, value]) =>
        value && (
          <div key={label} className="flex min-w-0 flex-col gap-y-0.5">
            <dt className="txt-compact-xsmall text-ui-fg-subtle">{label}</dt>
            <dd className="txt-compact-small text-ui-fg-base min-w-0 break-words">{value}</dd>
          </div>
        ),
    )}
  </dl>
)

function PaymentLink({ id, shown }: { id: string; shown: string }) {
  const { t } = useTexts()
  const label = t("payments.openPayment", { id: shown })
  return (
    <QuietLink to={`/crypto-payments/${id}`} className="font-mono text-xs" label={label}>
      {shown}
    </QuietLink>
  )
}

export function PaymentFacts({ payment }: { payment: PaymentView }) {
  const { t, fiat } = useTexts()
  const { id, payment_id, order } = payment
  return (
    <Facts
      facts={[
        [t("payments.fields.amount"), fiat(payment.amount)],
        [t("payments.fields.paidIn"), <CryptoAmount key="paid" payment={payment} />],
        [t("payments.fields.order"), order ? <OrderLink key="order" order={order} /> : t("attention.noOrder")],
        [t("payments.fields.email"), payment.email],
        [t("payments.fields.payment"), <PaymentLink key="payment" id={id} shown={payment_id} />],
      ]}
    />
  )
}

type Connection = Extract<AttentionItem, { type: "connection" }>["connection"]

export function ConnectionFacts({ connection: { id, waiting } }: { connection: Connection }) {
  const { t } = useTexts()
  return (
    <Facts
      facts={[
        [t("payments.fields.connection"), id],
        [t("attention.waiting"), t("payments.count", { count: waiting })],
      ]}
    />
  )
}

export function EventFacts({ event }: { event: EventView }) {
  const { t } = useTexts()
  const { payment_id: payment, service_payment_ids: ids, next_attempt_at: next } = event
  const nameOf = useConnectionName()
  return (
    <Facts
      facts={[
        [t("attention.event.kind"), event.kind ?? t("attention.event.unnamed")],
        [t("payment.details.paymentId"), ids.length > 0 && <ServicePaymentIds key="ids" ids={ids} />],
        [t("attention.event.id"), <Code key="id">{event.id}</Code>],
        [t("payments.fields.connection"), nameOf(event.connection_id)],
        [t("attention.event.received"), <When key="received" at={event.received_at} />],
        [t("attention.event.attempts"), event.attempts || null],
        [t("attention.event.nextAttempt"), next && <When key="next" at={next} relative />],
        [t("payments.fields.payment"), payment && <PaymentLink key="payment" id={payment} shown={payment} />],
      ]}
    />
  )
}

/** The event's body, to compare with the merchant dashboard. It is loaded when a person opens it. */
export function EventBody({ id }: { id: string }) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="txt-compact-small text-ui-fg-subtle hover:text-ui-fg-base focus-visible:shadow-borders-focus w-fit cursor-pointer rounded outline-none">
        {t("attention.event.body")}
      </summary>
      {isOpen && <Body id={id} />}
    </details>
  )
}

function Body({ id }: { id: string }) {
  const { t, messageOf } = useTexts()
  const { data, error } = useEvent(id)
  if (error) {
    return (
      <p role="alert" className="txt-small text-ui-fg-error mt-2">
        {messageOf(error)}
      </p>
    )
  }
  if (!data) return <Skeleton className="mt-2 h-16 w-full" />
  return (
    <section
      aria-label={t("attention.event.body")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it (WCAG 2.1.1)
      tabIndex={0}
      className="bg-ui-bg-subtle shadow-borders-base focus-visible:shadow-borders-focus mt-2 max-h-72 overflow-auto rounded-md p-3 outline-none"
    >
      <pre className="whitespace-pre-wrap break-all font-mono text-xs">{indented(data.event.body)}</pre>
    </section>
  )
}

/** Indents JSON; other text stays as it is. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
