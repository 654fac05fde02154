import type { SealedField } from "../connections/resolve"
import { ActionStore, type NewAction } from "./actions"
import type { ConnectionRow, WebhookEventRow } from "./rows"
import { Store } from "./store"

const MINUTE_MS = 60_000

export type ConnectionPatch = Partial<Omit<ConnectionRow, "id">>

/** A change of a connection: the columns, and, if an admin made it, the entry in the audit log. */
export type RowChange<T> = { result: T; patch?: ConnectionPatch; action?: NewAction }

/** What all instances share about a connection. A row is created when it is first needed. */
export class ConnectionStore extends Store<ConnectionRow> {
  protected readonly table = "crypto_connection"

  async get(id: string): Promise<ConnectionRow | undefined> {
    return this.rows().where({ id }).first()
  }

  /** Every connection with a row, registered or not. */
  async all(): Promise<ConnectionRow[]> {
    return this.rows().orderBy("id")
  }

  /** Changes a connection: `decide` gets the locked row, and one transaction writes columns and audit entry. */
  async change<T>(id: string, decide: (row: ConnectionRow) => RowChange<T>, now: Date): Promise<T> {
    return this.knex.transaction(async (trx) => {
      await trx(this.table).insert({ id, created_at: now, updated_at: now }).onConflict("id").ignore()
      const row: ConnectionRow = await this.rows(trx).where({ id }).forUpdate().first()
      const { result, patch, action } = decide(row)
      if (patch) {
        await this.rows(trx)
          .where({ id })
          .update({ ...patch, updated_at: now })
      }
      if (action) await new ActionStore(trx).record(action, now)
      return result
    })
  }

  /** Replaces a sealed value if it is still `from`. @returns whether it was replaced */
  async exchangeSealed(
    { connectionId: id, field }: { connectionId: string; field: SealedField },
    from: string,
    to: string,
    now: Date,
  ): Promise<boolean> {
    const changed = await this.rows()
      .where({ id, [field]: from })
      .update({ [field]: to, updated_at: now })
    return changed === 1
  }

  /** The newest event of a connection. */
  async lastEvent(id: string): Promise<WebhookEventRow | undefined> {
    return this.knex("crypto_webhook_event")
      .whereNull("deleted_at")
      .where({ connection_id: id })
      .orderBy("created_at", "desc")
      .first()
  }

  patch(id: string, patch: ConnectionPatch, now: Date): Promise<void> {
    return this.#write(id, patch, patch, now)
  }

  /** No instance sends a request before `until`. A later date in the row stays. */
  throttle(id: string, until: Date, now: Date): Promise<void> {
    const later = this.knex.raw("GREATEST(crypto_connection.throttled_until, ?)", [until])
    return this.#write(id, { throttled_until: until }, { throttled_until: later }, now)
  }

  /** @returns the seconds until instances may send again; 0 for now */
  async throttledFor(id: string, now: Date): Promise<number> {
    const row = await this.knex<ConnectionRow>(this.table).select("throttled_until").where({ id }).first()
    return Math.max(0, Math.ceil(((row?.throttled_until?.getTime() ?? 0) - now.getTime()) / 1000))
  }

  /** Counts a refusal by screening. Nothing about the person is stored. */
  countScreened(id: string, now: Date): Promise<void> {
    const more = this.knex.raw("crypto_connection.screened_count + 1")
    return this.#write(id, { screened_count: 1 }, { screened_count: more }, now)
  }

  /** Marks one asset and chain as unavailable before `until`. */
  markUnavailable(id: string, assetKey: string, until: Date, now: Date): Promise<void> {
    const entry = JSON.stringify({ [assetKey]: until.toISOString() })
    const merged = "COALESCE(crypto_connection.unavailable_until, '{}'::jsonb) || ?::jsonb"
    return this.#write(id, { unavailable_until: entry }, { unavailable_until: this.knex.raw(merged, [entry]) }, now)
  }

  /** Inserts a connection's row with `first`, or changes the existing row by `next`. */
  async #write(id: string, first: object, next: object, now: Date): Promise<void> {
    await this.knex(this.table)
      .insert({ id, created_at: now, updated_at: now, ...first })
      .onConflict("id")
      .merge({ ...next, updated_at: now })
  }

  /** Takes status lookups from the budget for this minute, which all instances share. @returns how many were granted */
  async takeLookups(id: string, wanted: number, perMinute: number, now: Date): Promise<number> {
    const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS)
    return this.knex.transaction(async (trx) => {
      await trx(this.table).insert({ id, created_at: now, updated_at: now }).onConflict("id").ignore()
      const row: ConnectionRow = await trx(this.table).where({ id }).forUpdate().first()
      if (row.throttled_until && row.throttled_until > now) return 0
      const taken = row.lookup_minute?.getTime() === minute.getTime() ? row.lookups_taken : 0
      const granted = Math.max(0, Math.min(wanted, perMinute - taken))
      await trx(this.table)
        .where({ id })
        .update({ lookup_minute: minute, lookups_taken: taken + granted })
      return granted
    })
  }
}
