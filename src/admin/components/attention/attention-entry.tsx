import { Alert, Skeleton, Text } from "@medusajs/ui"
import { type ReactNode, useState } from "react"
import type {
  AttentionItem,
  AttentionView,
  EventView,
  PaymentDetail,
  PossibleAction,
} from "../../../api/admin/crypto-payments/contract"
import { networkName } from "../../../core/assets/registry"
import { PART_OF_UNCLEARED } from "../../../core/payment/attention-reasons"
import { reasonTitle, useTexts } from "../../lib/format"
import { actionsByRole, useEvent, useMay, useRetryEvent } from "../../lib/queries"
import { ProblemItem, ProblemLink } from "../common/section"
import {
  Code,
  ConnectionName,
  CryptoAmount,
  Deleted,
  ExternalPaymentIds,
  OrderLink,
  QuietLink,
  SendBack,
  TestBadge,
  When,
} from "../common/values"
import { ActionBar, CloseDrawer, useDialogs } from "../payment/actions/dialogs"
import { PaymentActions } from "../payment/actions/payment-actions"
import { AskedAddress } from "../payment/actions/payout-drawer"
import { paymentsOfConnection } from "../payments/list-state"

/** One item that needs attention: what happened, what a person can do, and the facts. */
export function AttentionEntry({ item }: { item: AttentionItem }) {
  const textOf = useReasonText()
  const request = item.type === "payment" ? item.payout_request : null
  return (
    <ProblemItem
      color="orange"
      level="h2"
      {...textOf(item, item.actions, request)}
      aside={
        <>
          {item.type === "payment" && item.payment.test_mode && <TestBadge />}
          <Text as="span" size="xsmall" className="text-ui-fg-subtle">
            <When at={item.since} relative />
          </Text>
        </>
      }
      action={<Actions item={item} />}
    >
      {item.type === "payment" && <SendBack sendBack={item.send_back} />}
      <AskedAddress request={request} />
      <AttentionDetail attention={item} />
      {item.type === "payment" && <PaymentFacts item={item} />}
      {item.type === "connection" && <ConnectionFacts connection={item.connection} />}
      {item.type === "event" && <EventFacts event={item.event} />}
    </ProblemItem>
  )
}

function Actions({ item }: { item: AttentionItem }) {
  const { t } = useTexts()
  if (item.type === "payment") return <PaymentActions payment={item.payment} actions={item.actions} />
  if (item.type === "event") return <EventActions {...item} />
  return <ProblemLink to={paymentsOfConnection(item.id)}>{t("health.links.payments")}</ProblemLink>
}

function EventActions({ event, actions }: Extract<AttentionItem, { type: "event" }>) {
  const { t } = useTexts()
  const dialogs = useDialogs<"close">()
  const { own } = actionsByRole(actions, useMay())
  const retry = useRetryEvent(event.id)

  const tryAgain = async () => {
    const { state } = (await retry.mutateAsync()).event
    const tone = state === "processed" || state === "ignored" ? ("success" as const) : ("warning" as const)
    return { tone, message: t(`payment.event.outcome.${state}`) }
  }

  return (
    <>
      <ActionBar
        actions={own}
        busy={retry.isPending}
        refs={dialogs.refs}
        runs={{ try_again: () => dialogs.run(tryAgain), close: () => dialogs.open("close") }}
      />
      <CloseDrawer of="event" id={event.id} dialog={dialogs.propsOf("close")} />
    </>
  )
}

/** Values side by side, each below its label, by the keys of the labels. Values that are missing are left out. */
function Facts({ facts }: { facts: Record<string, ReactNode> }) {
  const { t } = useTexts()
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {Object.entries(facts).map(
        ([name, value]) =>
          value && (
            <div key={name} className="flex min-w-0 flex-col gap-y-0.5">
              <dt className="txt-compact-xsmall text-ui-fg-subtle">{t(name)}</dt>
              <dd className="txt-compact-small text-ui-fg-base min-w-0 break-words">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function PaymentLink({ id, shown }: { id: string; shown: string }) {
  const { t } = useTexts()
  const label = t("payments.openPayment", { id: shown })
  return (
    <QuietLink to={`/crypto-payments/${id}`} className="font-mono text-xs" label={label}>
      {shown}
    </QuietLink>
  )
}

function PaymentFacts({ item: { payment, send_back } }: { item: Extract<AttentionItem, { type: "payment" }> }) {
  const { t, fiat } = useTexts()
  const { id, external_id, order } = payment
  // `SendBack` says both amounts already.
  const isSaid = useMay()("crypto_payout:create") && send_back?.amount.minor === payment.amount.minor
  return (
    <Facts
      facts={{
        "payments.fields.amount": !isSaid && <bdi>{fiat(payment.amount)}</bdi>,
        "payments.fields.paidIn": !isSaid && <CryptoAmount payment={payment} />,
        "payment.facts.network":
          isSaid && t("payment.onNetwork", { asset: payment.asset, network: networkName(payment.chain) }),
        "payments.fields.order": order ? <OrderLink order={order} /> : t("attention.noOrder"),
        "payments.fields.email": payment.email,
        "payments.fields.payment": <PaymentLink id={id} shown={external_id} />,
      }}
    />
  )
}

type Connection = Extract<AttentionItem, { type: "connection" }>["connection"]

function ConnectionFacts({ connection: { id, waiting } }: { connection: Connection }) {
  const { t } = useTexts()
  const count = t("payments.count", { count: waiting })
  return <Facts facts={{ "payments.fields.connection": id, "attention.waiting": count }} />
}

function EventFacts({ event }: { event: EventView }) {
  const { t } = useTexts()
  const { payment_id: payment, external_payment_ids: ids, next_attempt_at: next } = event
  return (
    <>
      <Facts
        facts={{
          "attention.event.kind": event.kind ?? t("attention.event.unnamed"),
          "payment.details.externalId": ids.length > 0 && <ExternalPaymentIds ids={ids} />,
          "attention.event.id": <Code>{event.id}</Code>,
          "payments.fields.connection": <ConnectionName id={event.connection_id} />,
          "attention.event.received": <When at={event.received_at} />,
          "attention.event.attempts": event.attempts || null,
          "attention.event.nextAttempt": next && <When at={next} relative />,
          "payments.fields.payment": payment && <PaymentLink id={payment} shown={payment} />,
        }}
      />
      <EventBody id={event.id} />
    </>
  )
}

/** The event's body, to compare with the merchant dashboard. It is loaded when a person opens it. */
function EventBody({ id }: { id: string }) {
  const { t, messageOf } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useEvent(id, isOpen)
  const label = t("attention.event.body")
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="txt-compact-small text-ui-fg-subtle hover:text-ui-fg-base focus-visible:shadow-borders-focus w-fit cursor-pointer rounded outline-none">
        {label}
      </summary>
      {!isOpen ? null : error ? (
        <p role="alert" className="txt-small text-ui-fg-error mt-2">
          {messageOf(error)}
        </p>
      ) : data?.event.body_deleted_at ? (
        <Deleted since={data.event.received_at} at={data.event.body_deleted_at} />
      ) : data ? (
        <section
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it (WCAG 2.1.1)
          tabIndex={0}
          className="bg-ui-bg-subtle shadow-borders-base focus-visible:shadow-borders-focus mt-2 max-h-72 overflow-auto rounded-md p-3 outline-none"
        >
          <pre className="whitespace-pre-wrap break-all font-mono text-xs">{indented(data.event.body)}</pre>
        </section>
      ) : (
        <Skeleton className="mt-2 h-16 w-full" />
      )}
    </details>
  )
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/**
 * A reason in the reader's language; without a translation, the server's English message. It asks for nothing that the
 * role may not do; money whose address the shopper entered is only sent back.
 */
function useReasonText() {
  const { t } = useTexts()
  const may = useMay()
  return (
    { reason, message }: AttentionView,
    actions: readonly PossibleAction[],
    request: PaymentDetail["payout_request"],
  ) => {
    const { ofColleague } = actionsByRole(actions, may)
    const key = message === PART_OF_UNCLEARED ? "attention.partOfUncleared" : `attention.reasons.${reason}.message`
    const names = ofColleague.map((action) => t(`payment.actions.${action}`)).join(", ")
    return {
      title: reasonTitle(t, reason, t("payment.status.attention")),
      message:
        ofColleague.length > 0
          ? t("attention.ofColleague", { actions: names })
          : request?.address
            ? null
            : t(key, { defaultValue: message }),
    }
  }
}

function AttentionDetail({ attention: { reason, detail } }: { attention: AttentionView }) {
  const { t } = useTexts()
  // How much an order was overpaid is computed anew, and shown as what to send back.
  if (!detail || reason === "order_overpaid") return null
  return (
    <p className="txt-small text-ui-fg-subtle max-w-[75ch] text-pretty break-words">
      <span className="text-ui-fg-base font-medium">{t("attention.detail")}</span> {detail}
    </p>
  )
}

/** Says on a payment's page why it needs attention and what to do. */
export function AttentionBox({
  payment: { attention, actions, send_back, payout_request },
}: {
  payment: PaymentDetail
}) {
  const textOf = useReasonText()
  if (!attention) return null
  const { title, message } = textOf(attention, actions, payout_request)
  return (
    <div className="px-6 py-4">
      <Alert variant="warning">
        <div className="flex flex-col gap-y-1">
          <p className="txt-compact-small-plus text-ui-fg-base">{title}</p>
          {message && <p className="text-ui-fg-subtle text-pretty">{message}</p>}
          <SendBack sendBack={send_back} />
          <AskedAddress request={payout_request} />
          <AttentionDetail attention={attention} />
          <p className="text-ui-fg-subtle txt-compact-xsmall mt-1">
            <When at={attention.since} relative />
          </p>
        </div>
      </Alert>
    </div>
  )
}
