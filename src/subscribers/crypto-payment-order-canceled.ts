import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { openCryptoPayoutsWorkflow } from "../workflows"

/** A canceled order that was paid in cryptocurrency owes somebody a payout. */
export default async function onOrderCanceled({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  await openCryptoPayoutsWorkflow(container).run({ input: { order_id: event.data.id } })
}

export const config: SubscriberConfig = {
  event: "order.canceled",
  context: { subscriberId: "crypto-payment-order-canceled" },
}
