import type { WebhookEventRow } from "./rows"
import { newRow, Store } from "./store"

/** How far the clocks of two servers may differ before an event is delayed. */
const CLOCK_SKEW_MS = 5_000

export type NewEvent = {
  connectionId: string
  digest: string
  kind: string | null
  body: string
  testOnly: boolean
  ignored: boolean
}

/** `due`: neither processed nor ignored (`claim` refuses a closed event). `duplicate`: it was stored before. */
type StoredEvent = { id: string; due: boolean; duplicate: boolean }

type Arrival = { event: NewEvent; now: Date }

type Inserted = Pick<WebhookEventRow, "id" | "connection_id" | "digest" | "state" | "duplicates">

type FailedAttempt = { state: "unmatched" | "failed"; last_error: string; next_attempt_at: Date | null }

/** Verified webhook events: each is stored once and retried until it is processed. */
export class EventStore extends Store<WebhookEventRow> {
  protected readonly table = "crypto_webhook_event"
  readonly #leases = this.leasesIn({ lease: "next_attempt_at" })

  readonly #insertTogether = batched((arrivals: readonly Arrival[]) => this.#insert(arrivals))

  /** Stores an event once, together with others that arrive now. A redelivery makes a failed or unmatched one due. */
  store(event: NewEvent, now: Date): Promise<StoredEvent> {
    return this.#insertTogether({ event, now })
  }

  async #insert(arrivals: readonly Arrival[]): Promise<StoredEvent[]> {
    const { rows }: { rows: Inserted[] } = await this.knex.raw(
      `INSERT INTO crypto_webhook_event AS event
         (id, connection_id, digest, kind, body, test_only, state, attempts, duplicates, next_attempt_at, created_at, updated_at)
       VALUES ${arrivals.map(() => "(?, ?, ?, ?, ?, ?, ?, 0, 0, ?, ?, ?)").join(", ")}
       ON CONFLICT (connection_id, digest) WHERE deleted_at IS NULL DO UPDATE
          SET duplicates = event.duplicates + 1,
              updated_at = EXCLUDED.updated_at,
              next_attempt_at = CASE WHEN event.state IN ('unmatched', 'failed') THEN EXCLUDED.updated_at - interval '${CLOCK_SKEW_MS} ms' ELSE event.next_attempt_at END
       RETURNING id, connection_id, digest, state, duplicates`,
      arrivals.flatMap(({ event: { connectionId, digest, kind, body, testOnly, ignored }, now }) => [
        ...[newRow("cevt", now).id, connectionId, digest, kind, body, testOnly],
        ignored ? "ignored" : "received",
        // In the past, because the clock of the worker that claims it may be behind this one.
        ...[ignored ? null : new Date(now.getTime() - CLOCK_SKEW_MS), now, now],
      ]),
    )
    return arrivals.map(({ event: { connectionId, digest } }) => {
      const row = rows.find((inserted) => inserted.digest === digest && inserted.connection_id === connectionId)
      if (!row) throw new Error("the event was not stored")
      return { id: row.id, due: row.state !== "processed" && row.state !== "ignored", duplicate: row.duplicates > 0 }
    })
  }

  /** Claims one event if it is due: not done, not held by a worker, and not waiting for its next attempt. */
  claim(id: string, now: Date): Promise<WebhookEventRow | undefined> {
    return this.#leases.claim(this.rows().where({ id }), now, { attempts: this.knex.raw("attempts + 1") })
  }

  /** The events that are due, oldest first. The caller claims each before processing it. */
  async due(limit: number, now: Date): Promise<Pick<WebhookEventRow, "id" | "connection_id">[]> {
    return this.rows()
      .where("next_attempt_at", "<=", now)
      .orderBy("next_attempt_at")
      .limit(limit)
      .select("id", "connection_id")
  }

  async isOverdue(since: Date): Promise<boolean> {
    const row = await this.rows().where("next_attempt_at", "<=", since).orderBy("next_attempt_at").first("id")
    return row !== undefined
  }

  finish(claimed: WebhookEventRow, paymentId: string | null, now: Date): Promise<void> {
    return this.#leases.releaseRows([claimed], {
      state: paymentId === null ? "ignored" : "processed",
      payment_id: paymentId,
      last_error: null,
      processed_at: now,
      updated_at: now,
    })
  }

  /**
   * Puts a claimed event back: `unmatched` names no known payment yet, `failed` had an error.
   * @param attempt a `next_attempt_at` of null means that the event waits for a person
   */
  release(claimed: WebhookEventRow, { state, last_error, next_attempt_at }: FailedAttempt, now: Date): Promise<void> {
    return this.#leases.releaseRows([claimed], { state, last_error, next_attempt_at, updated_at: now })
  }

  async retryNow(id: string, now: Date): Promise<boolean> {
    return (await this.#undone(id).update({ next_attempt_at: now, updated_at: now })) > 0
  }

  async close(id: string, now: Date): Promise<boolean> {
    return (await this.#undone(id).update({ state: "closed", next_attempt_at: null, updated_at: now })) > 0
  }

  #undone(id: string) {
    return this.rows().where({ id }).whereIn("state", ["unmatched", "failed"])
  }

  async byId(id: string): Promise<WebhookEventRow | undefined> {
    return this.rows().where({ id }).first()
  }
}

/**
 * Runs items of the same turn of the event loop as one batch, so that requests that arrive at once share a statement.
 * If a batch fails, each of its items is run alone, so that a bad item fails no other.
 * @param run returns one result for each item, in their order
 */
export function batched<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  type Call = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }
  let calls: Call[] = []

  const runOne = ({ item, resolve, reject }: Call) => run([item]).then(([result]) => resolve(result as Result), reject)

  async function runAll() {
    const batch = calls
    calls = []
    const results = batch.length > 1 ? await run(batch.map(({ item }) => item)).catch(() => undefined) : undefined
    for (const [index, call] of batch.entries()) {
      if (results) call.resolve(results[index] as Result)
      else runOne(call)
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (calls.length === 0) setImmediate(runAll)
      calls.push({ item, resolve, reject })
    })
}
