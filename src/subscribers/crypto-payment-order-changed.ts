import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { reviewOrderOfCryptoPaymentsWorkflow } from "../workflows"

/** What an order owes may have changed: what it owes no more is asked for no more, and what is too much goes back. */
export default async function onOrderChanged({
  event,
  container,
}: SubscriberArgs<{ order_id: string }>): Promise<void> {
  await reviewOrderOfCryptoPaymentsWorkflow(container).run({ input: { order_id: event.data.order_id } })
}

export const config: SubscriberConfig = {
  event: ["order-edit.confirmed", "order.return_received", "order.claim_created", "order.exchange_created"],
  context: { subscriberId: "crypto-payment-order-changed" },
}
