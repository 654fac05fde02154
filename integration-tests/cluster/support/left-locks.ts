import { Redis } from "ioredis"
import type { Knex } from "../../../src/modules/crypto-payments/stores/rows"

/** Expires the locks that were held at some moment and that nobody has released or renewed since. */
export type ExpireLeft = () => Promise<void>

/** Notes the locks of Medusa's PostgreSQL provider. */
export async function notePostgresLocks(knex: Knex): Promise<ExpireLeft> {
  // As text, because a Date has no microseconds.
  const { rows } = await knex.raw<{ rows: { id: string; until: string }[] }>(
    "SELECT id, expiration::text AS until FROM locking",
  )
  return async () => {
    for (const { id, until } of rows)
      await knex("locking")
        .where({ id })
        .whereRaw("expiration::text = ?", until)
        .update({ expiration: new Date(0) })
  }
}

/** Notes the locks of Medusa's Redis provider. */
export async function noteRedisLocks(url: string): Promise<ExpireLeft> {
  const client = new Redis(url)
  // The test also kills Redis. The client connects again.
  client.on("error", () => undefined)
  const held = await Promise.all(
    (await client.keys("medusa_lock:*")).map(async (key) => ({ key, until: await client.pexpiretime(key) })),
  )
  return async () => {
    for (const { key, until } of held) if ((await client.pexpiretime(key)) === until) await client.pexpire(key, 1)
    client.disconnect()
  }
}
