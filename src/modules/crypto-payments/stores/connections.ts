import type { ConnectionRow, Knex } from "./rows"

const TABLE = "crypto_connection"
const MINUTE_MS = 60_000

/** What all instances must know of a connection together. Rows are made at first need. */
export class ConnectionStore {
  constructor(private readonly knex: Knex) {}

  async get(id: string): Promise<ConnectionRow | undefined> {
    return this.knex(TABLE).where({ id }).first()
  }

  async patch(id: string, patch: Partial<Omit<ConnectionRow, "id">>, now: Date): Promise<void> {
    await this.knex(TABLE)
      .insert({ id, created_at: now, updated_at: now, ...patch })
      .onConflict("id")
      .merge({ ...patch, updated_at: now })
  }

  /** Nothing is sent until then, by no instance. A later date already there is kept. */
  async throttle(id: string, until: Date, now: Date): Promise<void> {
    await this.knex.raw(
      `INSERT INTO crypto_connection AS connection (id, throttled_until, created_at, updated_at)
       VALUES (:id, :until, :now, :now)
       ON CONFLICT (id) DO UPDATE
          SET throttled_until = GREATEST(connection.throttled_until, :until), updated_at = :now`,
      { id, until, now },
    )
  }

  /** Counts a refusal by screening. Whom it was is not kept. */
  async countScreened(id: string, now: Date): Promise<void> {
    await this.knex.raw(
      `INSERT INTO crypto_connection AS connection (id, screened_count, created_at, updated_at)
       VALUES (:id, 1, :now, :now)
       ON CONFLICT (id) DO UPDATE SET screened_count = connection.screened_count + 1, updated_at = :now`,
      { id, now },
    )
  }

  /** Marks one asset and chain as out for a while; its siblings stay. */
  async markUnavailable(id: string, assetKey: string, until: Date, now: Date): Promise<void> {
    const entry = JSON.stringify({ [assetKey]: until.toISOString() })
    await this.knex.raw(
      `INSERT INTO crypto_connection AS connection (id, unavailable_until, created_at, updated_at)
       VALUES (:id, :entry::jsonb, :now, :now)
       ON CONFLICT (id) DO UPDATE
          SET unavailable_until = COALESCE(connection.unavailable_until, '{}'::jsonb) || :entry::jsonb, updated_at = :now`,
      { id, entry, now },
    )
  }

  /**
   * Takes status lookups out of the connection's allowance for this minute, all instances together.
   * @returns how many of the wanted ones were granted
   */
  async takeLookups(id: string, wanted: number, perMinute: number, now: Date): Promise<number> {
    const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS)
    return this.knex.transaction(async (trx) => {
      await trx(TABLE).insert({ id, created_at: now, updated_at: now }).onConflict("id").ignore()
      const row: ConnectionRow = await trx(TABLE).where({ id }).forUpdate().first()
      if (row.throttled_until && row.throttled_until > now) return 0
      const taken = row.lookup_minute?.getTime() === minute.getTime() ? row.lookups_taken : 0
      const granted = Math.max(0, Math.min(wanted, perMinute - taken))
      await trx(TABLE)
        .where({ id })
        .update({ lookup_minute: minute, lookups_taken: taken + granted })
      return granted
    })
  }
}
