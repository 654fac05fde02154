import { DEFAULT_SETTINGS } from "../../core/connection/settings"
import { paymentIdsNamed } from "../../core/webhook/event"
import { placeAfter, type RowPlace } from "../../modules/crypto-payments/stores/paging"
import { type Context, oneStepWorkflow } from "../context"

const DAY_MS = 24 * 3_600_000

/** Rows of each kind that one run reads for a connection. At one run in ten minutes this is 72 000 a day. */
const BATCH = 500

/** After which row the next run begins; null: at the oldest. */
type Position = { events: RowPlace | null; payouts: RowPlace | null }

/**
 * Deletes raw event bodies and the data of payouts' payees that are older than the setting `retentionDays`, a batch of
 * each connection. Digests, ids and money stay, and rows of an unfinished payment wait for the next round.
 * @returns how many rows were emptied, or deleted if they are requests for an address
 */
export async function deleteOldData(context: Context): Promise<number> {
  const { store, clock, log } = context
  let emptied = 0
  const registered = store.connectionIds()
  const entered = new Map((await store.connections.all()).map(({ id, retention_days }) => [id, retention_days]))
  for (const id of new Set([...registered, ...entered.keys()])) {
    try {
      // What medusa-config said of a connection that left it is unknown, so the admin's days or the default count.
      const days = registered.includes(id)
        ? ((await store.connection(id))?.given.retentionDays ?? DEFAULT_SETTINGS.retentionDays)
        : (entered.get(id) ?? DEFAULT_SETTINGS.retentionDays) || "off"
      if (typeof days !== "number") continue
      const before = new Date(clock().getTime() - days * DAY_MS)
      emptied +=
        (await store.jobs.run<Position, number>(`delete-old-data:${id}`, clock(), (run) =>
          deleteBefore(context, id, before, run.position),
        )) ?? 0
    } catch (error) {
      log("sweep_item_failed", { by: "retention", connection_id: id, error })
    }
  }
  return emptied
}

async function deleteBefore({ store, clock }: Context, connectionId: string, before: Date, from: Position | null) {
  const { retention } = store
  const events = await retention.events(connectionId, before, { after: from?.events ?? null, limit: BATCH })
  const bodies = events
    .filter(({ is_finished }) => is_finished)
    .map(({ id, payment_id, body }) => ({
      id,
      // Without our payment, the body alone names the service's.
      body: payment_id === null ? idsOnly(body) : "",
    }))
  const payouts = await retention.payouts(connectionId, before, { after: from?.payouts ?? null, limit: BATCH })
  const payees = payouts.filter(({ is_finished }) => is_finished).map(({ id }) => id)
  const now = clock()
  const emptied = (await retention.emptyBodies(bodies, now)) + (await retention.emptyPayees(payees, now))
  const result = emptied + (await retention.deletePayoutRequests(connectionId, before))
  return { position: { events: placeAfter(events, BATCH), payouts: placeAfter(payouts, BATCH) }, result }
}

/** An event that names the same payment and nothing else. */
function idsOnly(body: string): string {
  const [id] = paymentIdsNamed(body)
  return id === undefined ? "" : JSON.stringify({ payment_id: id })
}

export const deleteOldCryptoPaymentDataWorkflow = oneStepWorkflow("delete-old-crypto-payment-data", deleteOldData)
