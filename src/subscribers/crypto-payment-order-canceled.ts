import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { reviewOrderOfCryptoPaymentsWorkflow } from "../workflows"

/** A canceled order that was paid in cryptocurrency owes somebody a payout; one that was not is asked for no more. */
export default async function onOrderCanceled({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  await reviewOrderOfCryptoPaymentsWorkflow(container).run({ input: { order_id: event.data.id } })
}

export const config: SubscriberConfig = {
  event: "order.canceled",
  context: { subscriberId: "crypto-payment-order-canceled" },
}
