import { Button, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import type { AttentionItem as Item } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { TestBadge } from "../common/badges"
import { ProblemItem } from "../common/problem-item"
import { When } from "../common/when"
import { EventActions } from "../payment/actions/event-actions"
import { PaymentActions } from "../payment/actions/payment-actions"
import { paymentsOfConnection } from "../payments/list-url"
import { AttentionDetail, useReasonText } from "./attention-text"
import { ConnectionFacts, EventBody, EventFacts, PaymentFacts } from "./facts"

/** One item that needs attention: what happened, what a person can do, and the facts. */
export function AttentionItem({ item }: { item: Item }) {
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
      {item.type === "event" && (
        <>
          <EventFacts event={item.event} />
          <EventBody id={item.id} />
        </>
      )}
    </ProblemItem>
  )
}

function Actions({ item }: { item: Item }) {
  const { t } = useTexts()
  if (item.type === "payment") return <PaymentActions payment={item.payment} actions={item.actions} />
  if (item.type === "event") return <EventActions event={item.event} actions={item.actions} />
  return (
    <Button size="small" variant="secondary" asChild className="shrink-0 self-start">
      <Link to={paymentsOfConnection(item.id)}>{t("health.links.payments")}</Link>
    </Button>
  )
}
