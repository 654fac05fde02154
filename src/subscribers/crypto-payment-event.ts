import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { ingestCryptoPaymentEventWorkflow } from "../workflows"
import { EVENT_RECEIVED } from "../workflows/store-events/store-events"

/** Processes a stored event at once, on the instance that gets it from the event bus. */
export default async function onEventReceived({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  await ingestCryptoPaymentEventWorkflow(container).run({ input: { event_id: event.data.id } })
}

export const config: SubscriberConfig = { event: EVENT_RECEIVED, context: { subscriberId: "crypto-payment-event" } }
