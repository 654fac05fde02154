import { mkdirSync, readFileSync, symlinkSync, unlinkSync } from "node:fs"
import { join, resolve } from "node:path"
import { PaymentStore } from "../../src/modules/crypto-payments/stores/payments"
import type { PaymentRow } from "../../src/modules/crypto-payments/stores/rows"
import { signInAsAdmin } from "../support/admin"
import { CRYPTO_PROVIDER, MANUAL_PROVIDER } from "../support/constants"
import { type Ended, runDoctor } from "../support/doctor"
import { documented } from "../support/documented"
import { expectErrors } from "../support/expect-errors"
import { createHome } from "../support/home"
import type { Http } from "../support/http"
import { type MedusaServer, runMedusa } from "../support/medusa-process"
import { newPayment } from "../support/module-database"
import { type OwnStore, startOwnStore } from "../support/own-store"
import { payoutOf } from "../support/payout"
import { webhookUrl } from "../support/plugin-env"
import { presentMigrations } from "../support/released"
import { pathOfOptions, refusalOf, statusPath } from "../support/shopper"
import { type Cart, createStore, type Store } from "../support/store"
import { until } from "../support/until"

/** A dozen processes of Medusa's, one after the other. */
jest.setTimeout(10 * 60_000)

const ROOT = resolve(__dirname, "../..")
const ADMIN = "/admin/crypto-payments"
const DAY_MS = 86_400_000

function documentedSql(): string {
  const [, sql] = /```sql\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, "docs/leaving.md"), "utf8")) ?? []
  if (!sql) throw new Error("docs/leaving.md has no SQL")
  return sql
}

/** A home without plugin and provider, and without the routes, jobs and subscribers that Medusa looks for in `src`. */
function homeWithout() {
  const home = createHome(ROOT, "delete config.modules.crypto_payments; config.modules.payment.options.providers = []")
  const src = join(home.folder, "src")
  unlinkSync(src)
  mkdirSync(src)
  // medusa-config is read as it was before the edit.
  for (const name of ["modules", "providers"]) symlinkSync(join(ROOT, "src", name), join(src, name), "junction")
  return home
}

/** The steps of docs/leaving.md in their order. Each test continues from the end of the one before it. */
describe("a store that removes the plugin with the steps of docs/leaving.md", () => {
  let own: OwnStore
  let server: MedusaServer
  let store: Store
  let admin: Http
  const without = homeWithout()

  const start = async (cwd?: string): Promise<void> => {
    server = await own.start({}, undefined, cwd)
    store = createStore(server.url, own.seed)
    admin = await signInAsAdmin(server.url, own.login)
  }
  const leaving = (): Promise<Ended> => runDoctor(own, documented("npx medusa-payment-crypto doctor --leaving"))
  const rowOf = (externalId: string): Promise<PaymentRow> =>
    own.knex("crypto_payment").where({ external_id: externalId }).first()
  const place = async () => {
    const cart = await store.makeCart()
    const { data } = await store.openSession(cart)
    return { ...data, ...(await store.placeOrder(cart)) }
  }
  const settled = (id: string) => until(`${id} is settled`, async () => (await rowOf(id)).status === "settled")
  const paidOf = async (orderId: string) => {
    const { order } = await admin.get(`/admin/orders/${orderId}?fields=payment_status,summary.*`)
    const { paid_total, refunded_total } = order.summary
    return [order.payment_status, Number(paid_total), Number(refunded_total ?? 0)]
  }

  type Placed = Awaited<ReturnType<typeof place>>
  let paid: Placed
  let waiting: Placed
  /** Its shopper opened the payment step and left. */
  let abandoned: Cart

  beforeAll(async () => {
    own = await startOwnStore("leaving")
    await start()
    own.sandbox.registerEndpoint({ url: webhookUrl(server.url), secret: own.endpointSecret })
    paid = await place()
    own.sandbox.pay(paid.payment_id)
    await settled(paid.payment_id)
    waiting = await place()
    abandoned = await store.makeCart()
    await store.openSession(abandoned)
  })

  afterAll(async () => {
    await own?.close()
    without.remove()
  })

  it("offers no options in a region without the provider, renews an open quote, and doctor lists what is open", async () => {
    const { usd, ...others } = own.seed.regions
    const leave = (region: string) => admin.post(`/admin/regions/${region}`, { payment_providers: [MANUAL_PROVIDER] })
    await leave(usd)
    expect((await store.get(pathOfOptions(own.seed.regions.usd))).options).toEqual([])
    await refusalOf(store.openSession(await store.makeCart()))
    const renewed = await store.post(`${statusPath(waiting.token)}/quote`, { asset: "LTC" })
    expect(renewed.payment).toMatchObject({ status: "waiting", asset: "LTC", address: expect.any(String) })
    const now = new Date()
    const { id } = await new PaymentStore(own.knex).insert(
      newPayment(now, { connection_id: "gone", test_mode: false }),
      now,
    )
    const { code, said } = await leaving()
    await own.knex("crypto_payment").where({ id }).delete()
    expect(said).toMatch(/FIX {2}connection gone, payments: Still watched or not settled: 1\./)
    expect(said).toMatch(/FIX {2}connection default, regions: Take it out of every region/)
    expect(said).toMatch(/ok {3}connection default, payments, without 3 in test mode, which need no waiting/)
    expect(said).toMatch(/FIX {2}unpaid orders: 1 wait/)
    expect(code).toBe(1)
    for (const region of Object.values(others)) await leave(region)
  })

  it("records a payout while the provider is still registered", async () => {
    const { id } = await rowOf(paid.payment_id)
    await admin.post(`${ADMIN}/payments/${id}/payouts`, payoutOf("5"))
    expect(await paidOf(paid.orderId)).toEqual(["partially_refunded", paid.amount.minor / 100, 5])
  })

  it("has nothing left to do when its orders are paid and no address is watched, and exports its payments", async () => {
    own.sandbox.pay(waiting.payment_id)
    await settled(waiting.payment_id)
    const [now, longAgo] = [new Date(), new Date(Date.now() - 15 * DAY_MS)]
    const open = () => own.knex("crypto_payment").whereNotNull("next_check_at")
    await open().update({ quote_expires_at: longAgo, next_check_at: now, lookup_priority: 0 })
    await until("no address is watched", async () => (await open()).length === 0)
    expect(await leaving()).toMatchObject({ code: 0, said: expect.stringContaining("All is well.") })
    const csv = await admin.get(`${ADMIN}/export`)
    for (const { payment_id } of [paid, waiting]) expect(csv).toContain(payment_id)
  })

  it("removes all tables of the plugin by rollbacks until nothing is left to revert", async () => {
    await server.stop()
    const said: string[] = []
    const command = {
      cwd: ROOT,
      env: { ...own.env, LOG_LEVEL: "info" },
      onLine: (line: string) => void said.push(line),
    }
    const isOver = () => said.some((line) => line.includes("Nothing to revert"))
    for (const _ of Object.keys(presentMigrations())) {
      await runMedusa(documented("npx medusa db:rollback crypto_payments"), command)
      expect(isOver()).toBe(false)
    }
    await runMedusa(documented("npx medusa db:rollback crypto_payments"), command)
    expect(isOver()).toBe(true)
    const { rows } = await own.knex.raw("SELECT tablename FROM pg_tables WHERE tablename LIKE 'crypto\\_%'")
    expect(rows).toEqual([])
  })

  it("keeps its orders without the plugin, and sells a cart with an old session after the documented SQL", async () => {
    await start(without.folder)
    expect(await paidOf(paid.orderId)).toEqual(["partially_refunded", paid.amount.minor / 100, 5])
    expect(await paidOf(waiting.orderId)).toEqual(["captured", waiting.amount.minor / 100, 0])
    const { payment_providers } = await store.get(`/store/payment-providers?region_id=${own.seed.regions.usd}`)
    expect(payment_providers.map(({ id }: { id: string }) => id)).toEqual([MANUAL_PROVIDER])
    const listed = async () => {
      const { payment_providers } = await admin.get("/admin/payments/payment-providers?is_enabled=true")
      return payment_providers.map(({ id }: { id: string }) => id).sort()
    }
    expect(await listed()).toEqual([CRYPTO_PROVIDER, MANUAL_PROVIDER])
    // Medusa logs which provider it does not find, and the refusal.
    expectErrors(/pp_crypto_default/, /Could not delete all payment sessions/)
    await refusalOf(store.changeQuantity(abandoned, 2))
    await own.knex.raw(documentedSql())
    expect(await listed()).toEqual([MANUAL_PROVIDER])
    const { total } = await store.changeQuantity(abandoned, 3)
    expect(total).toBeGreaterThan(abandoned.total)
    await store.openSession(abandoned, { provider: MANUAL_PROVIDER })
    await store.placeOrder(abandoned)
    expect((await fetch(`${server.url}/crypto-payments/${paid.token}`)).status).toBe(404)
  })
})
