import { Modules } from "@medusajs/framework/utils"
import type { Context } from "../context"
import { EVENT_RECEIVED } from "../notify-store/store-events"
import { ingestCryptoPaymentEventWorkflow } from "./ingest-event"
import { receiveEvent } from "./receive-event"

/** Stores an event that came by core's webhook route and wakes our subscriber. If the bus is down, the sweep finds the event. */
export async function receiveAndAnnounce(
  context: Context,
  connectionId: string,
  raw: Buffer,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Promise<void> {
  const { log } = context
  const reception = await receiveEvent(context, connectionId, raw, headers)
  const event_id = reception.status === 200 && reception.dueEventId
  if (!event_id) return
  try {
    await announce(context, event_id)
  } catch (error) {
    log("event_not_emitted", { connection_id: connectionId, event_id, event_name: EVENT_RECEIVED, error })
  }
}

/** Wakes our subscriber on any instance, or processes the event here if the bus is down. Never throws: the sweep retries. */
export async function announceOrProcess(
  context: Context,
  about: { connection_id: string; event_id: string },
): Promise<void> {
  const { container, log } = context
  const { event_id } = about
  try {
    await announce(context, event_id)
  } catch (error) {
    log("event_worked_on_here", { ...about, error })
    await ingestCryptoPaymentEventWorkflow(container)
      .run({ input: { event_id } })
      .catch((error: unknown) => log("event_failed", { ...about, error }))
  }
}

const announce = ({ container }: Context, eventId: string): Promise<void> =>
  container.resolve(Modules.EVENT_BUS).emit({ name: EVENT_RECEIVED, data: { id: eventId } })
