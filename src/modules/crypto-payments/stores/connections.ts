import {
  afterRefusal,
  type Creations,
  type LookupRequest,
  newBudget,
  type RequestBudget,
  takeLookups,
} from "../../../core/connection/request-budget"
import type { ServiceCall } from "../../../store-api/client"
import { SEALED_FIELDS } from "../connections/resolve"
import { keyIdOf, type SecretBox } from "../secrets/secret-box"
import { ActionStore, type NewAction } from "./actions"
import type { ConnectionRow, Knex, WebhookEventRow } from "./rows"
import { Store } from "./store"

const MINUTE_MS = 60_000

export type ConnectionPatch = Partial<Omit<ConnectionRow, "id">>

/** A change of a connection: the columns, and, if an admin made it, the entry in the audit log. */
export type RowChange<T> = { result: T; patch?: ConnectionPatch; action?: NewAction }

/** What all instances share about a connection. A row is created when it is first needed. */
export class ConnectionStore extends Store<ConnectionRow> {
  protected readonly table = "crypto_connection"

  constructor(
    knex: Knex,
    private readonly clock?: DatabaseClock,
  ) {
    super(knex)
  }

  /** Also sets the clock by the database's, because every process reads its connections every few seconds. */
  async get(id: string): Promise<ConnectionRow | undefined> {
    const query = this.rows().where({ id })
    if (!this.clock) return query.first()
    const clock = this.knex.raw("clock_timestamp() AS database_now")
    const [found] = await this.clock.measured(async () => {
      const rows = await query.select("*", clock).limit(1)
      return { answer: rows, now: rows[0]?.database_now }
    })
    if (!found) return undefined
    const { database_now: _, ...row } = found
    return row
  }

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

  /**
   * Seals with the box's first key what another of its keys opens, also of connections that are not registered. The rows
   * stay locked meanwhile, so servers that start together do this once.
   * @returns how many secrets were sealed, and how many no key opens
   */
  async sealAnew(box: SecretBox, now: Date): Promise<{ sealed: number; unreadable: number }> {
    const isStale = (sealed: string | null): sealed is string => sealed !== null && keyIdOf(sealed) !== box.keyId
    if (!(await this.all()).some((row) => SEALED_FIELDS.some((field) => isStale(row[field])))) {
      return { sealed: 0, unreadable: 0 }
    }
    return this.knex.transaction(async (trx) => {
      let [sealed, unreadable] = [0, 0]
      const rows: ConnectionRow[] = await this.rows(trx).orderBy("id").forUpdate()
      for (const row of rows) {
        for (const field of SEALED_FIELDS) {
          const [stored, place] = [row[field], { connectionId: row.id, field }]
          if (!isStale(stored)) continue
          if (box.opens(stored, place)) {
            const patch = { [field]: box.seal(box.open(stored, place), place), updated_at: now }
            await this.rows(trx).where({ id: row.id }).update(patch)
            sealed++
          } else unreadable++
        }
      }
      return { sealed, unreadable }
    })
  }

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

  /**
   * Records a 429 until `until`, or the later date in the row, and halves the lookups' share. Until then no instance
   * sends a request, or after a 429 to a lookup no lookup.
   */
  async throttle(id: string, { until, call }: { until: Date; call: ServiceCall }, now: Date): Promise<void> {
    await this.#changeBudget(id, now, (budget, creations) => ({
      result: undefined,
      budget: afterRefusal(budget, creations, until.getTime(), now.getTime()),
      ...(call === "creation" && {
        patch: { throttled_until: this.knex.raw("GREATEST(throttled_until, ?)", [until]) },
      }),
    }))
  }

  /** @returns the seconds until instances may send such a call again; 0 for now */
  async throttledFor(id: string, call: ServiceCall, now: Date): Promise<number> {
    const row = await this.knex<ConnectionRow>(this.table)
      .select("throttled_until", "lookups_paused_until")
      .where({ id })
      .first()
    return row ? Math.max(0, Math.ceil((mayCallAt(row, call) - now.getTime()) / 1000)) : 0
  }

  /** Counts a refusal by screening. Nothing about the person is stored. */
  countScreened(id: string, now: Date): Promise<void> {
    const more = this.knex.raw("crypto_connection.screened_count + 1")
    return this.#write(id, { screened_count: 1 }, { screened_count: more }, now)
  }

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

  /**
   * Takes status lookups from the budget that all instances share.
   * @param request see `takeLookups` in core/connection/request-budget.ts
   * @returns how many were granted
   */
  async takeLookups(id: string, request: Omit<LookupRequest, "creations">, now: Date): Promise<number> {
    const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS)
    return this.#changeBudget(id, now, (before, creations, row) => {
      if (row.throttled_until && row.throttled_until > now) return { result: 0, budget: before }
      const { granted, budget } = takeLookups(before, { ...request, creations }, now.getTime())
      return { result: granted, budget, ...(granted > 0 && { patch: { lookup_minute: minute } }) }
    })
  }

  /** Changes the request budget of a connection in one transaction. The creations are counted from the payments. */
  async #changeBudget<T>(
    id: string,
    now: Date,
    decide: (
      budget: RequestBudget,
      creations: Creations,
      row: ConnectionRow,
    ) => { result: T; budget: RequestBudget; patch?: object },
  ): Promise<T> {
    return this.knex.transaction(async (trx) => {
      const locked = () => this.#lockedWithCreations(trx, id, now)
      let row = await locked()
      if (!row) {
        await trx(this.table).insert({ id, created_at: now, updated_at: now }).onConflict("id").ignore()
        row = await locked()
      }
      if (!row) throw new Error(`the connection "${id}" was deleted`)
      const creations = { minute: row.created_in_minute, tenMinutes: row.created_in_ten_minutes }
      const { result, budget, patch } = decide(budgetOf(row, now), creations, row)
      await trx(this.table)
        .where({ id })
        .update({ ...columnsOf(budget), ...patch })
      return result
    })
  }

  /** Payments are counted up to a thousand, which is more than any cap leaves room for. */
  async #lockedWithCreations(trx: Knex, id: string, now: Date): Promise<CountedRow | undefined> {
    const { rows } = await trx.raw(
      `SELECT connection.*, recent.* FROM crypto_connection AS connection, LATERAL (
         SELECT count(*)::int AS created_in_ten_minutes,
                (count(*) FILTER (WHERE created_at > :now::timestamptz - interval '1 minute'))::int AS created_in_minute
           FROM (SELECT created_at FROM crypto_payment
                  WHERE connection_id = connection.id AND deleted_at IS NULL
                    AND created_at > :now::timestamptz - interval '10 minutes' AND created_at <= :now
                  ORDER BY created_at DESC, id DESC LIMIT 1000) AS newest) AS recent
        WHERE connection.id = :id
          FOR UPDATE OF connection`,
      { id, now },
    )
    return rows[0]
  }
}

type CountedRow = ConnectionRow & { created_in_minute: number; created_in_ten_minutes: number }

/** When such a call may be sent, in unix milliseconds. */
export const mayCallAt = (
  row: Pick<ConnectionRow, "throttled_until" | "lookups_paused_until">,
  call: ServiceCall,
): number =>
  Math.max(row.throttled_until?.getTime() ?? 0, call === "lookup" ? (row.lookups_paused_until?.getTime() ?? 0) : 0)

export function budgetOf(row: ConnectionRow, now: Date): RequestBudget {
  const fresh = newBudget(now.getTime())
  return {
    callsPerMinute: row.calls_per_minute ?? fresh.callsPerMinute,
    tokens: row.lookup_tokens ?? fresh.tokens,
    countedAt: row.tokens_counted_at?.getTime() ?? fresh.countedAt,
    pausedUntil: row.lookups_paused_until?.getTime() ?? 0,
    found:
      row.found_calls_per_minute !== null && row.found_until !== null
        ? { callsPerMinute: row.found_calls_per_minute, until: row.found_until.getTime() }
        : null,
  }
}

const columnsOf = ({ callsPerMinute, tokens, countedAt, pausedUntil, found }: RequestBudget): ConnectionPatch => ({
  calls_per_minute: callsPerMinute,
  lookup_tokens: Number.isFinite(tokens) ? tokens : null,
  tokens_counted_at: new Date(countedAt),
  lookups_paused_until: pausedUntil > 0 ? new Date(pausedUntil) : null,
  found_calls_per_minute: found?.callsPerMinute ?? null,
  found_until: found ? new Date(found.until) : null,
})

/**
 * The database's time in this process. Leases, due times and budgets are shared, so servers whose clocks differ must
 * not each decide by their own.
 */
export class DatabaseClock {
  #offsetMs = 0

  /** @param serverNow unix milliseconds of this server's clock */
  constructor(private readonly serverNow: () => number) {}

  readonly now = (): Date => new Date(this.serverNow() + this.#offsetMs)

  /** The database's clock minus this server's, in milliseconds, as last measured. */
  get offsetMs(): number {
    return this.#offsetMs
  }

  /**
   * Runs a query that also reads `clock_timestamp()`. The database answered between the beginning and the end, so the
   * offset moves only as far as that proves it wrong: a slow answer spoils nothing.
   * @param query its answer, and the database's time if it was read
   */
  async measured<T>(query: () => Promise<{ answer: T; now: Date | undefined }>): Promise<T> {
    const begun = this.serverNow()
    const { answer, now } = await query()
    const ended = this.serverNow()
    if (now && ended >= begun) {
      const [least, most] = [now.getTime() - ended, now.getTime() - begun]
      this.#offsetMs = Math.min(Math.max(this.#offsetMs, least), most)
    }
    return answer
  }
}
