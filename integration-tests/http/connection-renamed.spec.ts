import { resolve } from "node:path"
import type { HealthView } from "../../src/api/admin/crypto-payments/contract"
import type { PaymentRow } from "../../src/modules/crypto-payments/stores/rows"
import { deliver } from "../support/events"
import { createRenamedHome } from "../support/home"
import { createHttp, type Http } from "../support/http"
import type { MedusaServer } from "../support/medusa-process"
import { type OwnStore, startOwnStore, toLog } from "../support/own-store"
import { webhookUrl } from "../support/plugin-env"
import { refusalOf, statusPath } from "../support/shopper"
import { createStore, type Store } from "../support/store"
import { until } from "../support/until"

/** The test starts three Medusa processes in turn. */
jest.setTimeout(10 * 60_000)

/** Six ticks of the sweep, which runs every ten seconds. */
const BY_THE_SWEEP_MS = 60_000
const RESUMED_WITHIN_MS = 2 * 60_000

const ROOT = resolve(__dirname, "../..")

describe("a store whose connection is renamed in medusa-config while payments are open", () => {
  let own: OwnStore
  let server: MedusaServer
  let store: Store
  let admin: Http
  const home = createRenamedHome(ROOT, "main")
  const lines: string[] = []

  const onLine = (line: string) => {
    lines.push(line)
    toLog(line)
  }
  const start = async (cwd?: string): Promise<void> => {
    lines.length = 0
    server = await own.start({ LOG_LEVEL: "warn" }, onLine, cwd)
    store = createStore(server.url, own.seed)
    const { token } = await createHttp(server.url).post("/auth/user/emailpass", own.login)
    admin = createHttp(server.url, { authorization: `Bearer ${token}` })
  }
  const rowOf = async (externalId: string): Promise<PaymentRow> =>
    own.knex("crypto_payment").where({ external_id: externalId }).first()
  const place = async () => {
    const cart = await store.makeCart()
    const { data } = await store.openSession(cart)
    const done = await store.placeOrder(cart)
    await until("the order is noted", async () => (await rowOf(data.payment_id)).awaiting_event_sent_at)
    return { ...data, orderId: done.orderId }
  }
  const paidOf = async (orderId: string): Promise<number> =>
    Number((await admin.get(`/admin/orders/${orderId}?fields=summary.*`)).order.summary.paid_total)
  const health = async (): Promise<HealthView> => (await admin.get("/admin/crypto-payments/health")).health
  const attention = async () => (await admin.get("/admin/crypto-payments/attention")).items

  type Placed = Awaited<ReturnType<typeof place>>
  let waiting: Placed
  let paid: Placed
  let captured: Placed
  const change = ({ payment_id }: Placed, columns: object) =>
    own.knex("crypto_payment").where({ external_id: payment_id }).update(columns)

  beforeAll(async () => {
    own = await startOwnStore("renamed")
    await start()
    waiting = await place()
    paid = await place()
    captured = await place()
    own.sandbox.pay(captured.payment_id)
    await change(captured, { next_check_at: new Date() })
    await until("one is settled", async () => (await rowOf(captured.payment_id)).status === "settled", BY_THE_SWEEP_MS)
    await server.stop()
    const now = new Date()
    const due = { next_check_at: now, lookup_priority: 0 }
    // As after a crash before the capture, and after it.
    await change(paid, { ...due, status: "completed", completed_at: now })
    await change(captured, { ...due, status: "completed", settled_at: null })
    await change(waiting, due)
    await start(home.folder)
  })

  afterAll(async () => {
    await own?.close()
    home.remove()
  })

  it("shows no address of the former connection in the API, and refuses a new quote", async () => {
    const none = { status: "expired", state: "notNow", address: null, uri: null }
    expect((await store.get(statusPath(waiting.token))).payment).toMatchObject(none)
    const refused = await refusalOf(store.post(`${statusPath(waiting.token)}/quote`))
    expect(refused).toMatchObject({ status: 503, body: { code: "payment_method_unavailable" } })
  })

  it("settles a payment that Medusa captured before the renaming", async () => {
    await until("it is settled", async () => (await rowOf(captured.payment_id)).status === "settled", BY_THE_SWEEP_MS)
    expect(await paidOf(captured.orderId)).toBe(captured.amount.minor / 100)
  })

  it("reports the payments that wait once in the log, and knows no event for them", async () => {
    const told = () => lines.filter((line) => line.includes('"connection_missing"'))
    await until("the log says so", () => told().length > 0, BY_THE_SWEEP_MS)
    expect(told()[0]).toContain('"connection_id":"default"')
    // When both are parked, a second sweep has also run.
    const parked = async () => (await own.knex("crypto_payment").where({ lookup_priority: 2 })).length
    await until("both are parked", async () => (await parked()) === 2, BY_THE_SWEEP_MS)
    expect(told()).toHaveLength(1)
    const stranger = { endpointSecret: own.endpointSecret, webhookUrl: webhookUrl(server.url) }
    const event = { type: "payment.completed", data: { id: waiting.payment_id } }
    expect(await deliver(stranger, event)).toMatchObject({ status: 404, code: "unknown_connection" })
    expect(own.sandbox.requests().filter(({ path }) => path.endsWith(waiting.payment_id))).toEqual([])
  })

  it("settles all payments within two minutes after the connection is back", async () => {
    own.sandbox.pay(waiting.payment_id)
    await server.stop()
    await start()
    const areSettled = async () => {
      const rows = await Promise.all([waiting, paid].map(({ payment_id }) => rowOf(payment_id)))
      return rows.every(({ status }) => status === "settled")
    }
    await until("both are settled", areSettled, RESUMED_WITHIN_MS)
    for (const { orderId, amount } of [waiting, paid, captured]) expect(await paidOf(orderId)).toBe(amount.minor / 100)
    expect((await health()).reasons).toEqual([])
    expect(await attention()).toEqual([])
  })
})
