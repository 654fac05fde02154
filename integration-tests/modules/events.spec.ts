import type { WebhookEventRow } from "../../src/modules/crypto-payments/stores/rows"
import { describeModule, later, NOW, newEvent, twenty } from "../support/module-database"

describeModule("events in the database", (database) => {
  const rows = (): Promise<WebhookEventRow[]> => database.knex("crypto_webhook_event").orderBy("created_at")
  const due = async (limit: number, now: Date) => (await database.events.due(limit, now)).map(({ id }) => id)
  const only = async (): Promise<WebhookEventRow> => {
    const all = await rows()
    expect(all).toHaveLength(1)
    return all[0] as WebhookEventRow
  }

  it("are stored once, even if twenty requests store the same event at once", async () => {
    const all = await twenty(() => database.events.store(newEvent(), NOW))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect(all.filter(({ duplicate }) => !duplicate)).toHaveLength(1)
    expect(all.every(({ due }) => due)).toBe(true)
    expect(await only()).toMatchObject({ state: "received", attempts: 0, duplicates: 19 })
    expect((await only()).next_attempt_at?.getTime()).toBeLessThanOrEqual(NOW.getTime())
  })

  it("are stored separately for each connection and each digest", async () => {
    await database.events.store(newEvent(), NOW)
    await database.events.store(newEvent({ connectionId: "second" }), NOW)
    await database.events.store(newEvent({ digest: "1".repeat(64) }), NOW)
    expect(await rows()).toHaveLength(3)
  })

  it("that arrive at once are stored by one statement, and each gets its own row", async () => {
    const statements: string[] = []
    const listen = ({ sql }: { sql: string }) => statements.push(sql)
    database.knex.on("query", listen)
    const digests = ["1", "2", "3"].map((digit) => digit.repeat(64))
    const stored = await Promise.all(digests.map((digest) => database.events.store(newEvent({ digest }), NOW)))
    database.knex.off("query", listen)
    expect(statements.filter((sql) => sql.startsWith("INSERT INTO crypto_webhook_event"))).toHaveLength(1)
    const digestOf = new Map((await rows()).map(({ id, digest }) => [id, digest]))
    expect(stored.map(({ id }) => digestOf.get(id))).toEqual(digests)
  })

  it("are stored although another one that arrived at once cannot be", async () => {
    const results = await Promise.allSettled([
      database.events.store(newEvent(), NOW),
      database.events.store(newEvent({ connectionId: null as unknown as string }), NOW),
    ])
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"])
    expect(await only()).toMatchObject({ connection_id: "default" })
  })

  it("are stored and never due if they are ignored", async () => {
    expect(await database.events.store(newEvent({ kind: null, ignored: true }), NOW)).toMatchObject({ due: false })
    expect(await only()).toMatchObject({ state: "ignored", kind: null, next_attempt_at: null })
    expect(await due(10, later(99_999))).toEqual([])
  })

  it("are claimed by only one of twenty workers, also when they are delivered again, until its lease expires", async () => {
    const { id } = await database.events.store(newEvent(), NOW)
    const claims = await twenty(() => database.events.claim(id, NOW))
    expect(claims.filter(Boolean)).toMatchObject([{ id, attempts: 1, next_attempt_at: later(40) }])
    await database.events.store(newEvent(), later(1))
    expect(await only()).toMatchObject({ next_attempt_at: later(40), duplicates: 1 })
    expect(await database.events.claim(id, later(39))).toBeUndefined()
    expect(await due(10, later(39))).toEqual([])
    expect(await due(10, later(40))).toEqual([id])
    expect(await database.events.claim(id, later(40))).toMatchObject({ id, attempts: 2 })
  })

  it("are finished by the holder of the lease, and not put back by an earlier holder", async () => {
    const { id } = await database.events.store(newEvent(), NOW)
    const lost = (await database.events.claim(id, NOW)) as WebhookEventRow
    const held = (await database.events.claim(id, later(40))) as WebhookEventRow
    await database.events.release(lost, { state: "failed", last_error: "late", next_attempt_at: null }, later(41))
    expect(await only()).toMatchObject({ state: "received", next_attempt_at: later(80) })
    await database.events.finish(held, "cpay_1", later(42))
    await database.events.release(lost, { state: "failed", last_error: "late", next_attempt_at: null }, later(43))
    expect(await only()).toMatchObject({ state: "processed", last_error: null, next_attempt_at: null })
  })

  it("stay processed when they are delivered again", async () => {
    const { id } = await database.events.store(newEvent(), NOW)
    await database.events.finish((await database.events.claim(id, NOW)) as WebhookEventRow, "cpay_1", later(1))
    expect(await database.events.store(newEvent(), later(60))).toEqual({ id, due: false, duplicate: true })
    const done = { state: "processed", payment_id: "cpay_1", next_attempt_at: null, duplicates: 1 }
    expect(await only()).toMatchObject(done)
    expect(await database.events.claim(id, later(99_999))).toBeUndefined()
  })

  it.each(["failed", "unmatched"] as const)("become due at once if they are %s and delivered again", async (state) => {
    const { id } = await database.events.store(newEvent(), NOW)
    const claimed = (await database.events.claim(id, NOW)) as WebhookEventRow
    await database.events.release(claimed, { state, last_error: "why", next_attempt_at: null }, later(1))
    expect(await due(10, later(99_999))).toEqual([])
    expect(await database.events.store(newEvent(), later(60))).toEqual({ id, due: true, duplicate: true })
    expect(await due(10, later(60))).toEqual([id])
  })

  it("are listed as due oldest first, up to the limit", async () => {
    const ids: string[] = []
    for (const seconds of [3, 1, 2, 99]) {
      ids.push((await database.events.store(newEvent({ digest: `${seconds}` }), later(seconds))).id)
    }
    expect(await due(10, later(5))).toEqual([ids[1], ids[2], ids[0]])
    expect(await due(2, later(5))).toEqual([ids[1], ids[2]])
  })
})
