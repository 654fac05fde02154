import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { tellAdminsOfCryptoPaymentWorkflow } from "../workflows"
import { type CryptoPaymentEventData, PAYMENT_EVENT_NAMES } from "../workflows/notify-store/store-events"

/** Shows in the bell of Medusa's admin what needs a person. */
export default async function onNeedsAttention({
  event,
  container,
}: SubscriberArgs<CryptoPaymentEventData>): Promise<void> {
  const { id, event_id, attention_reason } = event.data
  await tellAdminsOfCryptoPaymentWorkflow(container).run({ input: { id, event_id, attention_reason } })
}

export const config: SubscriberConfig = {
  event: PAYMENT_EVENT_NAMES.needsAttention,
  context: { subscriberId: "crypto-payment-needs-attention" },
}
