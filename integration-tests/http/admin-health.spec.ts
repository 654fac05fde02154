import type { HealthView } from "../../src/api/admin/crypto-payments/contract"
import { read as readConnection } from "../support/admin-connections"
import { minutesFromNow, sweepAt } from "../support/clock"
import { CRYPTO_PROVIDER, MANUAL_PROVIDER } from "../support/constants"
import { cryptoPayments, payUntil, placeNoted, placePaid, rowOf } from "../support/crypto-payments"
import { deliver } from "../support/events"
import { expectErrors, NO_QUOTE, NO_REFUND_BY_SOFTWARE } from "../support/expect-errors"
import { describeShop, type Shop } from "../support/medusa"
import { newEvent, newPayment } from "../support/module-database"
import { knexOf, patchConnection, untilQuiet } from "../support/module-rows"
import { openOn } from "../support/order-changes"
import { openCart } from "../support/shopper"

const read = async (shop: Shop): Promise<HealthView> => (await shop.admin.get("/admin/crypto-payments/health")).health
const codes = ({ reasons }: HealthView): string[] => reasons.map(({ level, code }) => `${level} ${code}`)

describeShop("the health of payments over HTTP", {}, (shop) => {
  expectErrors(NO_QUOTE, NO_REFUND_BY_SOFTWARE)

  const place = async () => (await placeNoted(shop)).paymentId
  const change = async (externalId: string, columns: object) => {
    const { id } = await rowOf(shop.container, externalId)
    await knexOf(shop.container)("crypto_payment").where({ id }).update(columns)
  }
  /** A step of the connection's checklist. */
  const stepOf = async (name: string) => {
    const { connection } = await shop.admin.get("/admin/crypto-payments/connections/default")
    return connection.checklist.find(({ step }: { step: string }) => step === name)
  }

  it("is failing and names the migration command if a table of the plugin is missing, like refusals of other pages, while other ways to pay work", async () => {
    const knex = knexOf(shop.container)
    await knex.raw("ALTER TABLE crypto_payment RENAME TO put_away")
    const asked = ["payments", "payments/cpay_1", "attention", "totals", "export"].map((page) =>
      shop.admin.get(`/admin/crypto-payments/${page}`),
    )
    const answers = await Promise.allSettled(asked)
    expectErrors(/processing order\.placed|does not exist/)
    const cart = await shop.store.makeCart()
    await shop.store.openSession(cart, { provider: MANUAL_PROVIDER })
    await shop.store.placeOrder(cart)
    const health = await read(shop).finally(() => knex.raw("ALTER TABLE put_away RENAME TO crypto_payment"))
    const command = expect.stringContaining("npx medusa db:migrate")
    expect(health).toMatchObject({ state: "failing", reasons: [{ code: "setup_mistake", detail: command }] })
    for (const { reason } of answers as PromiseRejectedResult[]) {
      expect(reason).toMatchObject({ status: 503, body: { code: "migrations_missing", message: command } })
    }
  })

  it("is ok in a store that was just set up, with every field in its initial state", async () => {
    const health = await read(shop)
    expect(Math.abs(Date.parse(health.checked_at) - Date.now())).toBeLessThan(60_000)
    const none = { count: 0, oldest_since: null }
    const unheard = { last_event: null, last_refused: null, recently_paid: { count: 0, without_event: 0 } }
    const unasked = { service: "unknown", last_check_at: null, last_error_code: null, throttled_until: null }
    expect(health).toEqual({
      ...{ state: "ok", reasons: [], checked_at: expect.any(String) },
      connections: [{ id: "default", ready: true, missing: [], ...unasked, ...unheard }],
      ...{ unsettled: none, waiting_orders: none, attention: { count: 0 }, last_lookup_minute: null },
      due: { events: null, payments: null, watched_payments: null, notes: null, payouts: null },
      events: { waiting: 0, failed: 0, unmatched: 0 },
      clock: { ahead_of_database_ms: expect.any(Number), uncertain_ms: expect.any(Number) },
    })
    // Both have this machine's clock, and each time is cut to whole milliseconds.
    const { ahead_of_database_ms, uncertain_ms } = health.clock
    expect(Math.abs(ahead_of_database_ms)).toBeLessThanOrEqual(uncertain_ms + 2)
  })

  it("is ok after a payment settled, and counts no event of another account or of a secret that medusa-config has replaced", async () => {
    const done = { step: "event_accepted", done: true, code: null }
    const open = { step: "event_accepted", done: false, code: "no_event" }
    const { row } = await placePaid(shop)
    await change(row.external_id, { completed_at: minutesFromNow(-6) })
    const health = await read(shop)
    expect(codes(health)).toEqual([])
    const [connection] = health.connections
    expect(connection).toMatchObject({ service: "working", recently_paid: { count: 1, without_event: 0 } })
    expect(connection?.last_event).toMatchObject({ state: "processed" })
    const event = await shop.admin.get(`/admin/crypto-payments/events/${connection?.last_event?.id}`)
    expect(event.event.payment_id).toBe(row.id)

    expect(await stepOf("event_accepted")).toEqual(done)
    await patchConnection(shop, { endpoint_secret_proven: "none" })
    expect(await stepOf("event_accepted")).toEqual(open)
    const { paymentId } = await placePaid(shop)
    expect(await stepOf("event_accepted")).toEqual(done)
    await change(paymentId, { account: "the former account" })
    expect(await stepOf("event_accepted")).toEqual(open)
  })

  it("does not call keys accepted that replaced others in medusa-config, until the service answers to them", async () => {
    const keys = () => stepOf("keys_accepted")
    const FORMER = { health_account: "the former account" }
    const accepted = { step: "keys_accepted", done: true, code: null }
    await place()
    expect(await keys()).toEqual(accepted)
    await patchConnection(shop, FORMER)
    expect(await keys()).toEqual({ step: "keys_accepted", done: false, code: "unknown" })
    await place()
    expect(await keys()).toEqual(accepted)

    await patchConnection(shop, { ...FORMER, health: "keys_refused" })
    expect((await read(shop)).connections[0]).toMatchObject({ service: "unknown", last_check_at: null })
    await shop.admin.post("/admin/crypto-payments/connections/default/connection-test")
    expect(await keys()).toEqual(accepted)
    // An answer whose account is not known counts.
    await patchConnection(shop, { health_account: null })
    expect(await keys()).toEqual(accepted)
  })

  it("counts orders that wait for money and names the oldest one's time, until they are paid or canceled", async () => {
    const waiting = async () => (await read(shop)).waiting_orders
    const createdAt = async (id: string) =>
      (await shop.admin.get(`/admin/orders/${id}?fields=created_at`)).order.created_at
    await shop.store.openSession(await shop.store.makeCart())
    expect(await waiting()).toEqual({ count: 0, oldest_since: null })
    const [oldest, newest] = [await placeNoted(shop), await placeNoted(shop)]
    const two = { count: 2, oldest_since: await createdAt(oldest.orderId) }
    expect(await waiting()).toEqual(two)
    expect((await read(shop)).state).toBe("ok")

    // An order counts once if it has two addresses, or if its payment step was opened again with the manual provider.
    await openOn(shop, newest.collection, CRYPTO_PROVIDER, { asset: "LTC" })
    await openOn(shop, newest.collection, MANUAL_PROVIDER, {})
    expect(await waiting()).toEqual(two)

    shop.sandbox.pay(oldest.paymentId)
    await shop.paidOrder(oldest.orderId)
    expect(await waiting()).toEqual({ count: 1, oldest_since: await createdAt(newest.orderId) })
    await shop.admin.post(`/admin/orders/${newest.orderId}/cancel`)
    expect(await waiting()).toEqual({ count: 0, oldest_since: null })
  })

  describe("while calls to the service fail", () => {
    const openSession = async () => shop.store.openSession(await shop.store.makeCart())
    const failToOpen = async () => {
      shop.sandbox.interfere({ on: "create", status: 500 })
      await expect(openSession()).rejects.toBeDefined()
    }
    const connection = () => knexOf(shop.container)("crypto_connection").where({ id: "default" })
    /** Back-dates all failures. */
    const age = async (minutes: number) => {
      const times = ["failing_since", "last_check_at", "creation_failing_since", "creation_failed_at"]
      const earlier = times.map((column) => `${column} = ${column} - interval '${minutes} min'`)
      await knexOf(shop.container).raw(`UPDATE crypto_connection SET ${earlier.join(", ")} WHERE id = 'default'`)
      cryptoPayments(shop.container).forget("default")
    }

    it("is degraded after the first failure, with the error code, until a call or an admin's test succeeds", async () => {
      await failToOpen()
      const health = await read(shop)
      expect(codes(health)).toEqual(["degraded service_failing"])
      expect(health.reasons[0]).toMatchObject({ connection_id: "default", detail: "http_500" })
      const ofConnection = async () => (await readConnection(shop.admin)).health
      expect(await ofConnection()).toMatchObject({ failing_since: expect.any(String) })
      await openSession()
      expect(await ofConnection()).toMatchObject({ failing_since: null, last_contact_at: expect.any(String) })
      const { state, connections } = await read(shop)
      expect(state).toBe("ok")
      expect(connections[0]).toMatchObject({ service: "working", last_error_code: null })
      await failToOpen()
      expect((await connection().first()).failing_since).not.toBeNull()
      await shop.admin.post("/admin/crypto-payments/connections/default/connection-test")
      expect((await connection().first()).failing_since).toBeNull()
    })

    it("counts the failures of new keys in medusa-config, and not those of the keys before", async () => {
      await openSession()
      await failToOpen()
      await age(16)
      await patchConnection(shop, { health_account: "the former account" })
      expect(codes(await read(shop))).toEqual([])
      await failToOpen()
      expect(codes(await read(shop))).toEqual(["degraded service_failing"])
      shop.sandbox.interfere({ on: "create", status: 401, body: { error: "invalid_credentials" } })
      await connection().update({ health_account: "the former account" })
      await expect(openSession()).rejects.toBeDefined()
      expect(codes(await read(shop))).toEqual(["failing keys_refused"])
      const { health } = await readConnection(shop.admin)
      expect(health).toMatchObject({ status: "keys_refused", failing_since: null })
    })

    it("is degraded if lookups are refused as only a creation can be, for example by a gateway", async () => {
      const paymentId = await place()
      shop.sandbox.interfere({ on: "lookup", status: 403, body: {}, times: 9 })
      await change(paymentId, { next_check_at: minutesFromNow(-1) })
      await sweepAt(shop)
      expect(codes(await read(shop))).toEqual(["degraded service_failing"])
    })

    it("recovers after a payment is created, not after a lookup, and lookups write nothing while they succeed", async () => {
      const paymentIds = [await place(), await place(), await place()]
      await failToOpen()
      await age(20)
      await failToOpen()
      const { reasons } = await read(shop)
      expect(reasons).toMatchObject([{ level: "failing", code: "service_failing" }])
      expect(Date.now() - Date.parse(reasons[0]?.since as string)).toBeGreaterThan(20 * 60_000)
      await untilQuiet(shop.container)
      const look = async () => {
        for (const paymentId of paymentIds) await change(paymentId, { next_check_at: minutesFromNow(-1) })
        await sweepAt(shop)
      }
      const asked = shop.sandbox.requests().length
      shop.sandbox.interfere({ on: "lookup", status: 500 })
      await look()
      // One lookup is enough to find out whether the service is back.
      expect(shop.sandbox.requests()).toHaveLength(asked + 1)
      expect(codes(await read(shop))).toEqual(["failing service_failing"])
      await look()
      expect(codes(await read(shop))).toEqual(["failing service_failing"])
      const { last_check_at } = await connection().first()
      await look()
      expect((await connection().first()).last_check_at).toEqual(last_check_at)
      await openSession()
      expect((await read(shop)).state).toBe("ok")
    })
  })

  it("is degraded if three payments settled without an event, and says if a delivery was refused", async () => {
    const { payments } = cryptoPayments(shop.container)
    for (let n = 0; n < 3; n++) {
      const { id } = await payments.insert(newPayment(new Date(), { session_id: `payses_${n}` }), new Date())
      const at = minutesFromNow(-10 - n)
      await payments.move(id, "service_completed", { completed_at: at, completed_by: "lookup" }, at)
      await payments.move(id, "put_on_order", { settled_at: at, next_check_at: null }, at)
      expect((await read(shop)).state).toBe(n === 2 ? "degraded" : "ok")
    }
    const lost = await read(shop)
    expect(codes(lost)).toEqual(["degraded webhooks_lost"])
    expect(lost.reasons[0]).toMatchObject({ count: 3, connection_id: "default" })
    expect(lost.connections[0]?.recently_paid).toEqual({ count: 3, without_event: 3 })

    expect((await deliver(shop, "{}", { secret: "whsec_of_another_endpoint" })).status).toBe(401)
    const refused = await read(shop)
    expect(codes(refused)).toEqual(["degraded webhooks_refused"])
    const message = expect.stringMatching(/longer than they should\. Compare the endpoint secret/)
    expect(refused.reasons[0]).toMatchObject({ detail: "signature_mismatch", message })
    expect(refused.connections[0]?.last_refused).toMatchObject({ code: "signature_mismatch" })
  })

  it("reports a stopped sweep while due work or an event waits, as failing or degraded, until a sweep runs", async () => {
    const paymentId = await place()
    await untilQuiet(shop.container)
    await change(paymentId, { next_check_at: minutesFromNow(-16) })
    const health = await read(shop)
    expect(codes(health)).toEqual(["failing sweep_stands_still"])
    expect(health.reasons[0]?.since).toBe(health.due.watched_payments)
    await sweepAt(shop)
    expect(codes(await read(shop))).toEqual([])

    await cryptoPayments(shop.container).events.store(newEvent(), minutesFromNow(-3))
    const waiting = await read(shop)
    expect(codes(waiting)).toEqual(["degraded sweep_stands_still"])
    expect(waiting.events).toEqual({ waiting: 1, failed: 0, unmatched: 0 })
    expect(waiting.connections[0]?.last_event?.state).toBe("received")
  })

  it("says since when paid money is not settled, and counts attention items separately", async () => {
    const { cart, data } = await openCart(shop)
    await shop.store.changeQuantity(cart, 2)
    await payUntil(shop, data.payment_id, "attention")
    const open = await read(shop)
    expect([open.state, open.attention]).toEqual(["ok", { count: 1 }])

    const since = minutesFromNow(-20)
    const held = { status: "completed", attention_reason: null, completed_at: since, next_check_at: minutesFromNow(5) }
    await change(data.payment_id, held)
    const health = await read(shop)
    expect(codes(health)).toEqual(["failing paid_not_settled"])
    expect(health.unsettled).toEqual({ count: 1, oldest_since: since.toISOString() })
    expect(health.attention).toEqual({ count: 0 })

    await change(data.payment_id, { status: "attention", attention_reason: "settling_failed", attention_at: since })
    expect(codes(await read(shop))).toEqual(["degraded settling_fails"])
    await sweepAt(shop, 6)
    expect(codes(await read(shop))).toEqual([])
  })
})
