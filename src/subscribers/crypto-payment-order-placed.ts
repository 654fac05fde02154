import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { noteOrderOfCryptoPaymentsWorkflow } from "../workflows"

/** Stores the order's id on its payments, and settles money that waited for the order. */
export default async function onOrderPlaced({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  await noteOrderOfCryptoPaymentsWorkflow(container).run({ input: { order_id: event.data.id } })
}

export const config: SubscriberConfig = {
  event: "order.placed",
  context: { subscriberId: "crypto-payment-order-placed" },
}
