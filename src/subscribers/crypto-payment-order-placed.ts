import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { noteOrderOfCryptoPaymentsWorkflow } from "../workflows"

/** The order's payments learn its id, and money that waited for it is settled. */
export default async function onOrderPlaced({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  await noteOrderOfCryptoPaymentsWorkflow(container).run({ input: { order_id: event.data.id } })
}

export const config: SubscriberConfig = {
  event: "order.placed",
  context: { subscriberId: "crypto-payment-order-placed" },
}
