import { randomUUID } from "node:crypto"
import { Leases } from "./lease"
import type { Knex, WebhookEventRow } from "./rows"

const TABLE = "crypto_webhook_event"

/** How far the clocks of two servers may be apart without a wake-up being missed. */
const CLOCK_SKEW_MS = 5_000

export type NewEvent = { connectionId: string; digest: string; kind: string | null; body: string; ignored: boolean }

export type FailedAttempt = { state: "unmatched" | "failed"; last_error: string; next_attempt_at: Date | null }

/** Verified events, each stored once, worked on until done. */
export class EventStore {
  readonly #leases: Leases<WebhookEventRow>

  constructor(private readonly knex: Knex) {
    this.#leases = new Leases(knex, TABLE, { lease: "next_attempt_at" })
  }

  /** Medusa's indexes hold only rows that are not soft-deleted, so every statement says so to use them. */
  #rows() {
    return this.knex(TABLE).whereNull("deleted_at")
  }

  /**
   * Stores an event unless it is there already. An unfinished one that is delivered again comes due now.
   * @returns its id, and whether it is to be worked on
   */
  async store(event: NewEvent, now: Date): Promise<{ id: string; due: boolean; duplicate: boolean }> {
    const { rows } = await this.knex.raw(
      `INSERT INTO crypto_webhook_event AS event
         (id, connection_id, digest, kind, body, state, attempts, duplicates, next_attempt_at, created_at, updated_at)
       VALUES (:id, :connectionId, :digest, :kind, :body, :state, 0, 0, :due, :now, :now)
       ON CONFLICT (connection_id, digest) WHERE deleted_at IS NULL DO UPDATE
          SET duplicates = event.duplicates + 1,
              updated_at = :now,
              next_attempt_at = CASE WHEN event.state IN ('unmatched', 'failed') THEN :now::timestamptz - interval '5 s' ELSE event.next_attempt_at END
       RETURNING id, state, duplicates`,
      {
        id: `cevt_${randomUUID().replaceAll("-", "")}`,
        connectionId: event.connectionId,
        digest: event.digest,
        kind: event.kind,
        body: event.body,
        state: event.ignored ? "ignored" : "received",
        // A little in the past: the worker that is woken for it may have a clock behind this one's.
        due: event.ignored ? null : new Date(now.getTime() - CLOCK_SKEW_MS),
        now,
      },
    )
    const [row] = rows as { id: string; state: WebhookEventRow["state"]; duplicates: number }[]
    if (!row) throw new Error("the event was not stored")
    return { id: row.id, due: row.state !== "processed" && row.state !== "ignored", duplicate: row.duplicates > 0 }
  }

  /** Claims one event, unless it is done or a worker holds it. */
  claim(id: string, now: Date): Promise<WebhookEventRow | undefined> {
    return this.#leases.claim(this.#rows().where({ id }), now, { attempts: this.knex.raw("attempts + 1") })
  }

  /** The events that are due, oldest first. They are claimed one by one when worked on. */
  async due(limit: number, now: Date): Promise<Pick<WebhookEventRow, "id" | "connection_id">[]> {
    return this.#rows()
      .where("next_attempt_at", "<=", now)
      .orderBy("next_attempt_at")
      .limit(limit)
      .select("id", "connection_id")
  }

  /** Whether any event has been due since then. */
  async isOverdue(since: Date): Promise<boolean> {
    const row = await this.#rows().where("next_attempt_at", "<=", since).orderBy("next_attempt_at").first("id")
    return row !== undefined
  }

  finish(claimed: WebhookEventRow, paymentId: string, now: Date): Promise<void> {
    return this.#leases.end(this.#leases.of(claimed), {
      state: "processed",
      payment_id: paymentId,
      last_error: null,
      processed_at: now,
      updated_at: now,
    })
  }

  /**
   * Puts a claimed event back: `unmatched` names no payment of ours yet, `failed` broke.
   * @param nextAttemptAt null: it waits for a person
   */
  putBack(claimed: WebhookEventRow, { state, last_error, next_attempt_at }: FailedAttempt, now: Date): Promise<void> {
    return this.#leases.end(this.#leases.of(claimed), { state, last_error, next_attempt_at, updated_at: now })
  }

  /** Lets an event that could not be worked on come due now, for a person who wants it tried again. */
  async retryNow(id: string, now: Date): Promise<boolean> {
    return (await this.#undone(id).update({ next_attempt_at: now, updated_at: now })) > 0
  }

  /** Puts an event aside for good. */
  async close(id: string, now: Date): Promise<boolean> {
    return (await this.#undone(id).update({ state: "closed", next_attempt_at: null, updated_at: now })) > 0
  }

  #undone(id: string) {
    return this.#rows().where({ id }).whereIn("state", ["unmatched", "failed"])
  }
}
