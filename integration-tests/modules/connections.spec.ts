import type { ConnectionRow } from "../../src/modules/crypto-payments/stores/rows"
import { describeModule } from "../support/module-database"

const NOW = new Date("2026-03-01T12:00:10Z")
const later = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000)

describeModule("what all instances know of a connection", (database) => {
  const row = async (): Promise<ConnectionRow> => (await database.connections.get("default")) as ConnectionRow
  const twenty = <T>(work: (worker: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: 20 }, (_, worker) => work(worker)))
  const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0)

  it("begins with the first thing there is to know", async () => {
    expect(await database.connections.get("default")).toBeUndefined()
    await database.connections.patch("default", { health: "working", last_check_at: NOW }, NOW)
    expect(await row()).toMatchObject({
      health: "working",
      last_check_at: NOW,
      screened_count: 0,
      throttled_until: null,
    })
  })

  describe("the allowance of lookups in a minute", () => {
    it("is never exceeded by twenty that take from it at once", async () => {
      const granted = await twenty(() => database.connections.takeLookups("default", 5, 30, NOW))
      expect(sum(granted)).toBe(30)
      expect(granted.every((one) => one >= 0 && one <= 5)).toBe(true)
      expect(await row()).toMatchObject({ lookups_taken: 30 })
    })

    it("is granted in part where less is left than was wanted", async () => {
      expect(await database.connections.takeLookups("default", 20, 30, NOW)).toBe(20)
      expect(await database.connections.takeLookups("default", 20, 30, NOW)).toBe(10)
      expect(await database.connections.takeLookups("default", 20, 30, NOW)).toBe(0)
    })

    it("is whole again in the next minute, by the clock", async () => {
      await database.connections.takeLookups("default", 30, 30, NOW)
      expect(await database.connections.takeLookups("default", 1, 30, later(49))).toBe(0)
      expect(await database.connections.takeLookups("default", 1, 30, later(50))).toBe(1)
    })

    it("grants none below zero where the setting was lowered meanwhile", async () => {
      await database.connections.takeLookups("default", 30, 30, NOW)
      expect(await database.connections.takeLookups("default", 5, 10, NOW)).toBe(0)
    })

    it("is each connection's own", async () => {
      await database.connections.takeLookups("default", 30, 30, NOW)
      expect(await database.connections.takeLookups("second", 30, 30, NOW)).toBe(30)
    })

    it("grants nothing while the service wants to be left alone", async () => {
      await database.connections.throttle("default", later(20), NOW)
      expect(await database.connections.takeLookups("default", 5, 30, later(19))).toBe(0)
      expect(await database.connections.takeLookups("default", 5, 30, later(20))).toBe(5)
    })
  })

  it("keeps the latest date until which the service wants to be left alone", async () => {
    await twenty((worker) => database.connections.throttle("default", later(worker), NOW))
    expect((await row()).throttled_until).toEqual(later(19))
    await database.connections.throttle("default", later(5), later(1))
    expect((await row()).throttled_until).toEqual(later(19))
  })

  it("counts every refusal by screening", async () => {
    await twenty(() => database.connections.countScreened("default", NOW))
    expect((await row()).screened_count).toBe(20)
  })

  it("marks an asset as out without touching its siblings", async () => {
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

  it("keeps the rest of what is known when one thing changes", async () => {
    await database.connections.throttle("default", later(20), NOW)
    await database.connections.countScreened("default", NOW)
    await database.connections.patch("default", { health: "store_disabled" }, NOW)
    expect(await row()).toMatchObject({ health: "store_disabled", screened_count: 1, throttled_until: later(20) })
  })
})
