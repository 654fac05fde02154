import { Text } from "@medusajs/ui"
import type { AttentionItem } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { useRetryEvent } from "../../lib/queries"
import { TestBadge } from "../common/badges"
import { ProblemItem, ProblemLink } from "../common/problem-item"
import { When } from "../common/when"
import { ActionBar } from "../payment/actions/action-bar"
import { CloseDrawer, useDialogs } from "../payment/actions/dialogs"
import { PaymentActions } from "../payment/actions/payment-actions"
import { paymentsOfConnection } from "../payments/list-url"
import { AttentionDetail, useReasonText } from "./attention-text"
import { ConnectionFacts, EventFacts, PaymentFacts } from "./facts"

/** One item that needs attention: what happened, what a person can do, and the facts. */
export function AttentionEntry({ item }: { item: AttentionItem }) {
  const textOf = useReasonText()
  return (
    <ProblemItem
      color="orange"
      level="h2"
      {...textOf(item)}
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
      <AttentionDetail detail={item.detail} />
      {item.type === "payment" && <PaymentFacts payment={item.payment} />}
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
  const retry = useRetryEvent(event.id)

  const tryAgain = async () => {
    const { state } = (await retry.mutateAsync()).event
    const tone = state === "processed" || state === "ignored" ? ("success" as const) : ("warning" as const)
    return { tone, message: t(`payment.event.outcome.${state}`) }
  }

  return (
    <>
      <ActionBar
        actions={actions}
        busy={retry.isPending}
        refs={dialogs.refs}
        runs={{ try_again: () => dialogs.run(tryAgain), close: () => dialogs.open("close") }}
      />
      <CloseDrawer of="event" id={event.id} dialog={dialogs.propsOf("close")} />
    </>
  )
}
