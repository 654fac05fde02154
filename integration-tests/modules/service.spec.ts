import { join } from "node:path"
import { Modules } from "@medusajs/framework/utils"
import { CryptoPaymentsService } from "../../src/modules/crypto-payments/service"
import { lacksOwnTable } from "../../src/modules/crypto-payments/stores/rows"
import { saveConnection } from "../../src/workflows/connections/save-connection"
import { contextOf } from "../../src/workflows/context"
import { describeModule, NOW } from "../support/module-database"

const PROVIDER = join(__dirname, "../../src/providers/crypto")

describeModule("the module's service on each of several servers", (database) => {
  const lines: string[] = []
  const logger = { warn: (line: string) => lines.push(line) }

  /** The service of another server, which shares only the database. */
  const server = (options: object = {}): CryptoPaymentsService => from([{ resolve: PROVIDER, id: "default", options }])

  const from = (providers: object[]): CryptoPaymentsService =>
    new CryptoPaymentsService({
      __pg_connection__: database.knex,
      configModule: { modules: { [Modules.PAYMENT]: { options: { providers } } } },
      logger,
    } as never)

  beforeEach(() => lines.splice(0))
  afterEach(() => jest.restoreAllMocks())

  it("warns at the start if the plugin is registered and its provider is not", async () => {
    await from([{ resolve: "@medusajs/medusa/payment-stripe", id: "stripe" }]).__hooks.onApplicationStart()
    expect(lines).toEqual([expect.stringMatching(/provider_missing.*so nobody can pay with crypto/)])
  })

  it("logs once how to create missing tables, instead of an error for each failed statement", async () => {
    const one = server()
    const fail = async () => {
      const error: unknown = await one.events.due(1, NOW).catch((thrown) => thrown)
      one.log("sweep_failed", { error })
    }
    await database.knex.raw("ALTER TABLE crypto_webhook_event RENAME TO put_away")
    await fail()
    await fail()
    await database.knex.raw("ALTER TABLE put_away RENAME TO crypto_webhook_event")
    expect(lines).toEqual([expect.stringMatching(/migrations_missing.*Run `npx medusa db:migrate`/)])
  })

  it("finds out in each language of PostgreSQL whether a missing table is the plugin's", () => {
    const isOwn = (said: string) =>
      lacksOwnTable(Object.assign(new Error(`select * from "crypto_x" - ${said}`), { code: "42P01" }))
    const saying = (table: string) => [`relation "${table}" does not exist`, `Relation »${table}« existiert nicht`]
    expect(saying("crypto_payment").map(isOwn)).toEqual([true, true])
    expect(saying("promotion").map(isOwn)).toEqual([false, false])
  })

  it("uses saved settings at once on the server that saved them, and within five seconds on another", async () => {
    const clock = jest.spyOn(performance, "now")
    const at = (seconds: number) => clock.mockReturnValue(seconds * 1000)
    const [here, elsewhere] = [server(), server()]
    const placement = async (one: CryptoPaymentsService) => (await one.connection("default"))?.given.orderPlacement
    const save = async (order_placement: string) => {
      const container = { resolve: () => here } as never
      const wish = { connection_id: "default", actor_id: "user_1", changes: { order_placement } }
      const context = contextOf(container, () => NOW)
      expect(await saveConnection(context, wish)).toMatchObject({ ok: true })
    }
    at(0)
    await save("checkout")
    expect([await placement(here), await placement(elsewhere)]).toEqual(["checkout", "checkout"])

    at(1)
    await save("payment")
    expect(await placement(here)).toBe("payment")
    // The other server uses its cached copy for five seconds.
    expect(await placement(elsewhere)).toBe("checkout")
    at(5)
    expect(await placement(elsewhere)).toBe("payment")
  })

  it.each([
    ["as long as the service asks", 30, 30],
    ["at most a week, because the year 9999 is a mistake", 2 ** 31, 604_800],
  ])("throttles the connection for %s, and logs this time", async (_, asked, kept) => {
    const before = Date.now()
    await server().throttle("default", "creation", asked)
    const after = Date.now()
    expect(lines).toEqual([expect.stringMatching(new RegExp(`connection_id=default by=creation seconds=${kept}$`))])
    const until = (await database.connections.get("default"))?.throttled_until as Date
    expect(until.getTime()).toBeGreaterThanOrEqual(before + kept * 1000)
    expect(until.getTime()).toBeLessThanOrEqual(after + kept * 1000)
  })

  it("decides by the database's clock, so servers whose clocks differ by 30 seconds share one budget", async () => {
    const [right, ahead] = [server(), server()]
    await right.connections.takeLookups("default", { wanted: 100, ceiling: 60 }, right.clock())
    const real = Date.now.bind(Date)
    const wrong = jest.spyOn(Date, "now").mockImplementation(() => real() + 30_000)
    try {
      expect(ahead.clock().getTime() - real()).toBeGreaterThan(29_000)
      await ahead.connection("default", 0)
      expect(Math.abs(ahead.clock().getTime() - real())).toBeLessThan(2_000)
      // 30 seconds would have brought seven more.
      const granted = await ahead.connections.takeLookups("default", { wanted: 100, ceiling: 60 }, ahead.clock())
      expect(granted).toBeLessThanOrEqual(1)
    } finally {
      wrong.mockRestore()
    }
  })
})
