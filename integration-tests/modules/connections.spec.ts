import { randomBytes } from "node:crypto"
import { afterRefusal, newBudget, takeLookups } from "../../src/core/connection/request-budget"
import { SEALED_FIELDS } from "../../src/modules/crypto-payments/connections/resolve"
import { SecretBox } from "../../src/modules/crypto-payments/secrets/secret-box"
import { ActionStore } from "../../src/modules/crypto-payments/stores/actions"
import type { ConnectionRow } from "../../src/modules/crypto-payments/stores/rows"
import { describeModule, newEvent, newPayment, twenty } from "../support/module-database"

const NOW = new Date("2026-03-01T12:00:10Z")
const later = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000)

describeModule("the connection row that all instances share", (database) => {
  const row = async (): Promise<ConnectionRow> => (await database.connections.get("default")) as ConnectionRow
  const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0)

  it("is created by the first patch with defaults for the other columns, and a later patch keeps these", async () => {
    expect(await database.connections.get("default")).toBeUndefined()
    await database.connections.patch("default", { health: "working", last_check_at: NOW }, NOW)
    const defaults = { screened_count: 0, throttled_until: null }
    expect(await row()).toMatchObject({ health: "working", last_check_at: NOW, ...defaults })
    await database.connections.throttle("default", { until: later(20), call: "creation" }, NOW)
    await database.connections.countScreened("default", NOW)
    await database.connections.patch("default", { health: "store_disabled" }, NOW)
    expect(await row()).toMatchObject({ health: "store_disabled", screened_count: 1, throttled_until: later(20) })
  })

  describe("the budget of lookups", () => {
    /** What a new budget of 20 calls a minute grants at once: a quarter of what two reserved calls leave. */
    const AT_ONCE = 4
    const take = (wanted: number, now = NOW, wish: object = {}, id = "default") =>
      database.connections.takeLookups(id, { wanted, ceiling: 60, ...wish }, now)

    it("is used up but never exceeded by twenty concurrent requests", async () => {
      const granted = await twenty(() => take(3))
      expect(sum(granted)).toBe(AT_ONCE)
      expect(await row()).toMatchObject({ lookup_minute: new Date("2026-03-01T12:00:00Z") })
    })

    it("follows the core's rule exactly, whatever is taken and refused", async () => {
      let budget = newBudget(NOW.getTime())
      const creations = { minute: 0, tenMinutes: 0 }
      for (let step = 0; step < 60; step++) {
        const now = new Date(NOW.getTime() + step * 7_300)
        if (step === 25) {
          const until = new Date(now.getTime() + 12_000)
          await database.connections.throttle("default", { until, call: "lookup" }, now)
          budget = afterRefusal(budget, creations, until.getTime(), now.getTime())
        }
        const wish = { wanted: 1 + (step % 5), ceiling: 60, urgent: step % 9 === 0 }
        const taken = takeLookups(budget, { ...wish, creations }, now.getTime())
        expect(await database.connections.takeLookups("default", wish, now)).toBe(taken.granted)
        budget = taken.budget
      }
      expect((await row()).calls_per_minute).toBeCloseTo(budget.callsPerMinute, 3)
    })

    it("is separate for each connection, and leaves room for the payments that were just created on it", async () => {
      const create = async (connection_id: string) => {
        for (let n = 0; n < 9; n++) await database.payments.insert(newPayment(NOW, { connection_id }), later(-30))
      }
      await create("second")
      expect([await take(9), await take(9, NOW, {}, "fourth")]).toEqual([AT_ONCE, AT_ONCE])
      await create("third")
      expect(await take(9, NOW, {}, "third")).toBe(1)
    })

    it("grants nothing while the service throttles creations or lookups", async () => {
      await database.connections.throttle("default", { until: later(20), call: "creation" }, NOW)
      expect([await take(5, later(19)), await take(5, later(30))]).toEqual([0, 1])
      await database.connections.throttle("second", { until: later(20), call: "lookup" }, NOW)
      expect([await take(5, later(19), {}, "second"), await take(5, later(30), {}, "second")]).toEqual([0, 1])
    })
  })

  it("lets a creation be tried after a lookup was refused, and no call after a creation was", async () => {
    const waits = async () => [
      await database.connections.throttledFor("default", "creation", NOW),
      await database.connections.throttledFor("default", "lookup", NOW),
    ]
    await database.connections.throttle("default", { until: later(20), call: "lookup" }, NOW)
    expect(await waits()).toEqual([0, 20])
    await database.connections.throttle("default", { until: later(9), call: "creation" }, NOW)
    expect(await waits()).toEqual([9, 20])
  })

  it("keeps the latest end of a throttle, and says how many seconds are left", async () => {
    await twenty((worker) => database.connections.throttle("default", { until: later(worker), call: "creation" }, NOW))
    expect((await row()).throttled_until).toEqual(later(19))
    await database.connections.throttle("default", { until: later(5), call: "creation" }, later(1))
    expect((await row()).throttled_until).toEqual(later(19))
    expect(await database.connections.throttledFor("default", "creation", new Date(later(19).getTime() - 1500))).toBe(2)
    expect(await database.connections.throttledFor("default", "creation", later(19))).toBe(0)
    expect(await database.connections.throttledFor("never-heard-of", "creation", NOW)).toBe(0)
  })

  it("counts each of twenty concurrent refusals by screening", async () => {
    await twenty(() => database.connections.countScreened("default", NOW))
    expect((await row()).screened_count).toBe(20)
  })

  it("marks an asset as unavailable without changing the other assets", async () => {
    await Promise.all([
      database.connections.markUnavailable("default", "USDC:base", later(60), NOW),
      database.connections.markUnavailable("default", "BTC", later(30), NOW),
    ])
    await database.connections.markUnavailable("default", "BTC", later(90), NOW)
    expect((await row()).unavailable_until).toEqual({
      "USDC:base": later(60).toISOString(),
      BTC: later(90).toISOString(),
    })
  })

  describe("an admin's change", () => {
    const about = { kind: "settings_changed" as const, connection_id: "default", actor_id: "user_1" }
    const act = (outcome: string) => ({ ...about, outcome })
    const acts = async () => Number((await database.knex("crypto_action").count())[0]?.count)

    it("sees what the previous of twenty concurrent changes wrote, and records an action for each", async () => {
      const before = await acts()
      await twenty((worker) => {
        const add = (row: ConnectionRow) => ({
          ...{ result: undefined, action: act(`worker ${worker}`) },
          patch: { cleared_statuses: [...(row.cleared_statuses ?? []), `word ${worker}`] },
        })
        return database.connections.change("default", add, NOW)
      })
      expect(new Set((await row()).cleared_statuses).size).toBe(20)
      expect((await acts()) - before).toBe(20)
    })

    it("is listed newest first, up to a limit, without actions on payments and events", async () => {
      const actions = new ActionStore(database.knex)
      const busy = { connection_id: "busy", actor_id: "user_1" }
      await actions.record({ ...busy, kind: "settings_changed", outcome: "api_key" }, NOW)
      await actions.record({ ...busy, kind: "checked", payment_id: "cpay_1" }, later(1))
      await actions.record({ ...busy, kind: "closed", event_id: "cevt_1" }, later(2))
      await actions.record({ ...busy, kind: "connection_tested", outcome: "ok" }, later(3))
      const kinds = (await actions.ofConnection("busy", 10)).map(({ kind }) => kind)
      expect(kinds).toEqual(["connection_tested", "settings_changed"])
      expect(await actions.ofConnection("busy", 1)).toHaveLength(1)
    })

    it("writes nothing if it is refused or fails half-way", async () => {
      await database.connections.patch("default", { api_key: "pk_test_1" }, NOW)
      const before = await acts()
      expect(await database.connections.change("default", () => ({ result: "refused" }), NOW)).toBe("refused")
      const broken = { ...act("x"), kind: "no such kind" as "checked" }
      const change = { result: undefined, patch: { api_key: "pk_test_2" }, action: broken }
      await expect(database.connections.change("default", () => change, NOW)).rejects.toThrow()
      expect(await row()).toMatchObject({ api_key: "pk_test_1" })
      expect(await acts()).toBe(before)
    })
  })

  it("finds the newest event of a connection, and none of another connection", async () => {
    for (const [n, id] of ["default", "default", "busy"].entries()) {
      await database.events.store(newEvent({ connectionId: id, digest: `${n}` }), later(n))
    }
    expect(await database.connections.lastEvent("default")).toMatchObject({ digest: "1" })
    expect(await database.connections.lastEvent("nobody")).toBeUndefined()
  })

  describe("sealing stored secrets anew with a new first key", () => {
    const [OLD, NEW] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")]
    const [old, both] = [new SecretBox([OLD]), new SecretBox([NEW, OLD])]
    const store = async (connectionId: string, box: SecretBox) => {
      const sealed = SEALED_FIELDS.map((field) => [
        field,
        box.seal(`${field} of ${connectionId}`, { connectionId, field }),
      ])
      await database.connections.patch(connectionId, Object.fromEntries(sealed), NOW)
    }

    it("makes every secret readable with the new key alone, also of connections that are not registered, and does so once", async () => {
      await store("default", old)
      await store("gone", old)
      const ends = await twenty(() => database.connections.sealAnew(both, later(1)))
      expect(sum(ends.map(({ sealed }) => sealed))).toBe(6)
      for (const connectionId of ["default", "gone"]) {
        const stored = await database.connections.get(connectionId)
        for (const field of SEALED_FIELDS) {
          const secret = new SecretBox([NEW]).open(stored?.[field] ?? "", { connectionId, field })
          expect(secret).toBe(`${field} of ${connectionId}`)
        }
      }
      const after = await row()
      expect(await database.connections.sealAnew(both, later(2))).toEqual({ sealed: 0, unreadable: 0 })
      expect(await row()).toEqual(after)
    })

    it("keeps and counts secrets that no key opens, and seals the others", async () => {
      await store("default", old)
      await database.connections.patch("default", { secret_key_sealed: `v1.${old.keyId}.AAAA` }, NOW)
      await store("foreign", new SecretBox([randomBytes(32).toString("base64")]))
      expect(await database.connections.sealAnew(both, NOW)).toEqual({ sealed: 2, unreadable: 4 })
      expect(await row()).toMatchObject({ secret_key_sealed: `v1.${old.keyId}.AAAA` })
    })
  })
})
