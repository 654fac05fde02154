import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { reviewOrderOfCryptoPaymentsWorkflow } from "../workflows"

/** Another provider's money changes what an order owes: a quote that is still shown may not be owed now. */
export default async function onMedusaPayment({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  await reviewOrderOfCryptoPaymentsWorkflow(container).run({ input: { medusa_payment_id: event.data.id } })
}

export const config: SubscriberConfig = {
  event: ["payment.captured", "payment.refunded"],
  context: { subscriberId: "crypto-payment-medusa-payment" },
}
