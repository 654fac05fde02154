import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import cancelUnpaidOrdersJob from "../../src/jobs/cancel-unpaid-crypto-orders"
import { OFF } from "../../src/modules/crypto-payments/connections/resolve"
import type { PaymentRow } from "../../src/modules/crypto-payments/stores/rows"
import { cancelUnpaidOrders } from "../../src/workflows/cancel-unpaid/cancel-unpaid-orders"
import { contextOf } from "../../src/workflows/context"
import { CRYPTO_PROVIDER, MANUAL_PROVIDER } from "../support/constants"
import {
  clockAhead,
  cryptoPayments,
  expireQuote,
  minutesFromNow,
  rowInState,
  rowOf,
  untilNoted,
} from "../support/crypto-payments"
import { describeShop } from "../support/medusa"
import { orderChanges } from "../support/order-changes"
import { shopperOf } from "../support/shopper"
import type { CartWish, SessionWish } from "../support/store"
import { until } from "../support/until"

/** A quote of the sandbox is valid for 15 minutes, and money may come 15 minutes later. */
const MINUTES = 30

describeShop("unpaid orders", { orderPlacement: "checkout" }, (shop) => {
  const place = async (wish: CartWish = {}, ...sessions: SessionWish[]) => {
    const cart = await shop.store.makeCart(wish)
    const opened = []
    for (const session of sessions.length > 0 ? sessions : [{}])
      opened.push(await shop.store.openSession(cart, session))
    const done = await shop.store.placeOrder(cart)
    const paymentIds = opened.map(({ data }) => data.payment_id)
    const paymentId = paymentIds.at(-1) as string
    // An order is not canceled before the plugin has noted it.
    if (paymentId) await untilNoted(shop.container, paymentId)
    return { cart, paymentIds, paymentId, orderId: done.orderId }
  }

  /** Opens the payment step of a placed order again. Anybody who knows the id of its payment collection can do this. */
  const reopen = async (orderId: string, { provider = CRYPTO_PROVIDER, ...data }: SessionWish = {}) => {
    const [collection] = (await shop.orderOf(orderId)).collections
    const path = `/store/payment-collections/${collection?.id}/payment-sessions`
    const { payment_collection } = await shop.store.post(path, {
      provider_id: provider,
      data: { asset: "BTC", ...data },
    })
    expect(payment_collection.payment_sessions).toMatchObject([{ provider_id: provider, status: "pending" }])
    return payment_collection.payment_sessions[0] as { id: string; data: { payment_id?: string } }
  }

  const cancelAfter = async (minutes: number) =>
    (await cancelUnpaidOrders(contextOf(shop.container, clockAhead(minutes)))).canceled
  const statusOf = async (orderId: string) => (await shop.orderOf(orderId)).status
  const patch = async (paymentId: string, change: Partial<PaymentRow>) => {
    const { id } = await rowOf(shop.container, paymentId)
    await cryptoPayments(shop.container).payments.patch(id, change, new Date())
  }
  const lookups = (paymentId: string) =>
    shop.sandbox.requests().filter(({ method, path }) => method === "GET" && path.endsWith(paymentId)).length

  /** Counts lookups from now on, because showing another address already looked up the last one. */
  const countLookups = (paymentIds: string[]) => {
    const before = new Map(paymentIds.map((id) => [id, lookups(id)]))
    return (id: string) => lookups(id) - (before.get(id) ?? 0)
  }

  const set = async (change: { unpaid_order_minutes: number | null }) => {
    const module = cryptoPayments(shop.container)
    await module.connections.patch("default", change, new Date())
    module.forget("default")
  }

  /** Records what a store's subscriber gets from now on. */
  const listen = (event: string) => {
    const heard: Record<string, unknown>[] = []
    shop.container.resolve(Modules.EVENT_BUS).subscribe(event, async ({ data }) => {
      heard.push(data as Record<string, unknown>)
    })
    return heard
  }

  beforeEach(() => set({ unpaid_order_minutes: MINUTES }))

  it("get a cancellation check when they are placed, even if their quote was checked before", async () => {
    const cart = await shop.store.makeCart()
    const { data } = await shop.store.openSession(cart)
    await patch(data.payment_id, { unpaid_check_at: null })
    await shop.store.placeOrder(cart)
    expect((await rowOf(shop.container, data.payment_id)).unpaid_check_at).not.toBeNull()
  })

  it("are canceled when their time is over, which frees their stock and sends one event", async () => {
    const { paymentId, orderId } = await place({ variant: "lastOne" })
    const canceled = listen("order.canceled")
    const told = listen("crypto_payment.order_canceled")
    expect(await cancelAfter(MINUTES + 1)).toBe(1)
    expect(await statusOf(orderId)).toBe("canceled")
    expect((await shop.admin.get("/admin/reservations")).reservations).toEqual([])
    expect(await cancelAfter(MINUTES + 3)).toBe(0)
    const row = await rowOf(shop.container, paymentId)
    await until("the store is told", () => told.length > 0)
    expect(told).toEqual([
      {
        id: row.id,
        event_id: null,
        connection_id: "default",
        payment_collection_id: row.payment_collection_id,
        session_id: row.session_id,
        cart_id: row.cart_id,
        order_id: orderId,
        attention_reason: null,
        attention_at: null,
      },
    ])
    expect(canceled).toEqual([{ id: orderId }])
    expect(row).toMatchObject({ unpaid_check_at: null, canceling_at: expect.any(Date) })
    await place({ variant: "lastOne" })
  })

  it("are canceled when the service says that the quote has expired", async () => {
    const { paymentId, orderId } = await place()
    await expireQuote(shop, paymentId)
    expect(await cancelAfter(MINUTES + 1)).toBe(1)
    expect(await statusOf(orderId)).toBe("canceled")
    expect((await rowOf(shop.container, paymentId)).remote_status).toBe("expired")
  })

  it("are not canceled or looked up before their time is over", async () => {
    const { paymentId, orderId } = await place()
    expect(await cancelAfter(16)).toBe(0)
    expect(await cancelAfter(MINUTES - 0.5)).toBe(0)
    expect(await statusOf(orderId)).toBe("pending")
    expect(lookups(paymentId)).toBe(0)
  })

  it("are canceled only 15 minutes after their quote expires", async () => {
    const { paymentId, orderId } = await place()
    await patch(paymentId, { quote_expires_at: minutesFromNow(60) })
    for (const minutes of [31, 59, 74]) expect(await cancelAfter(minutes)).toBe(0)
    expect(await statusOf(orderId)).toBe("pending")
    expect(await cancelAfter(76)).toBe(1)
  })

  it("are canceled 24 hours after they were placed when the setting has no value", async () => {
    const { orderId } = await place()
    await set({ unpaid_order_minutes: null })
    expect(await cancelAfter(24 * 60 - 1)).toBe(0)
    expect(await statusOf(orderId)).toBe("pending")
    expect(await cancelAfter(24 * 60 + 1)).toBe(1)
    expect(await statusOf(orderId)).toBe("canceled")
  })

  it("are not canceled or looked up while the setting is off, and are canceled when it is on again", async () => {
    const { paymentId, orderId } = await place()
    await shop.admin.post("/admin/crypto-payments/connections/default", { unpaid_order_minutes: "off" })
    expect(await cancelAfter(2000)).toBe(0)
    expect(await cancelAfter(400 * 24 * 60)).toBe(0)
    expect(await statusOf(orderId)).toBe("pending")
    expect(lookups(paymentId)).toBe(0)
    await set({ unpaid_order_minutes: MINUTES })
    expect(await cancelAfter(400 * 24 * 60 + 16)).toBe(1)
  })

  it("need no more checks after they are paid or canceled, even while the setting is off", async () => {
    const [paid, canceled, waiting] = [
      await place({}, { asset: "BTC" }, { asset: "LTC" }),
      await place(),
      await place(),
    ]
    await set({ unpaid_order_minutes: OFF })
    shop.sandbox.pay(paid.paymentIds[0] as string)
    await rowInState(shop.container, paid.paymentIds[0] as string, "settled")
    await cancelOrderWorkflow(shop.container).run({ input: { order_id: canceled.orderId } })
    await cancelAfter(MINUTES + 1)
    const judged = async (paymentId: string) => (await rowOf(shop.container, paymentId)).unpaid_check_at === null
    expect(await Promise.all([...paid.paymentIds, canceled.paymentId].map(judged))).toEqual([true, true, true])
    expect(await judged(waiting.paymentId)).toBe(false)
  })

  it("are canceled by the job even if the event of their placing was lost", async () => {
    const { paymentId, orderId } = await place()
    const knex = shop.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    await knex("order")
      .where({ id: orderId })
      .update({ created_at: minutesFromNow(-40) })
    const past = minutesFromNow(-20)
    await patch(paymentId, { order_id: null, quote_expires_at: past, unpaid_check_at: past })
    await cancelUnpaidOrdersJob(shop.container)
    // The server's own job may be canceling it at the same moment.
    await until("the order is canceled", async () => (await statusOf(orderId)) === "canceled")
  })

  describe("of which a part is paid another way", () => {
    const partsPaid: Record<string, (orderId: string) => Promise<unknown>> = {
      "store credit": (orderId) => orderChanges(shop).credit(orderId, 10),
      cash: (orderId) => orderChanges(shop).payByHand(orderId, 10),
    }
    const items = async () => (await shop.admin.get("/admin/crypto-payments/attention")).items
    const waiting = async () => (await shop.admin.get("/admin/crypto-payments/health")).health.waiting_orders.count

    it.each(Object.keys(partsPaid))("are kept, and a person is told once: %s", async (how) => {
      const { paymentId, orderId } = await place()
      await partsPaid[how]?.(orderId)
      expect(await cancelAfter(MINUTES - 5)).toBe(0)
      expect(await items()).toEqual([])
      const heard = listen("crypto_payment.needs_attention")
      for (const minutes of [MINUTES + 1, MINUTES + 60, 3 * 24 * 60]) expect(await cancelAfter(minutes)).toBe(0)
      expect(await statusOf(orderId)).toBe("pending")
      expect(await items()).toMatchObject([
        {
          reason: "order_kept",
          actions: ["check", "close"],
          payment: { order: { id: orderId }, status: "awaiting_payment" },
        },
      ])
      await until("the store is told", () => heard.length > 0)
      expect(heard).toMatchObject([{ attention_reason: "order_kept", order_id: orderId }])
      expect(await waiting()).toBe(1)
      expect(lookups(paymentId)).toBe(0)
    })

    it("end the item when the rest is paid, and are not told again after a person closed it", async () => {
      const [paid, closed] = [await place(), await place()]
      for (const { orderId } of [paid, closed]) await partsPaid.cash?.(orderId)
      await cancelAfter(MINUTES + 1)
      expect(await items()).toHaveLength(2)
      const { id } = await rowOf(shop.container, closed.paymentId)
      await shop.admin.post(`/admin/crypto-payments/payments/${id}/close`, { note: "They pay on Friday." })
      await orderChanges(shop).payByHand(paid.orderId, 15.5)
      await until("the item ends", async () => (await items()).length === 0)
      expect(await cancelAfter(2 * 24 * 60)).toBe(0)
      expect(await items()).toEqual([])
      expect(await waiting()).toBe(1)
      expect((await rowOf(shop.container, paid.paymentId)).unpaid_check_at).toBeNull()
    })

    it("end the item when a credit without an event pays the rest", async () => {
      const { orderId } = await place()
      await partsPaid.cash?.(orderId)
      await cancelAfter(MINUTES + 1)
      expect(await items()).toHaveLength(1)
      await orderChanges(shop).credit(orderId, 15.5)
      expect(await cancelAfter(2 * 24 * 60)).toBe(0)
      expect(await items()).toEqual([])
    })

    it("take crypto money for the rest all the same", async () => {
      const { paymentId, orderId } = await place()
      await partsPaid.cash?.(orderId)
      await cancelAfter(MINUTES + 1)
      const { token } = await rowOf(shop.container, paymentId)
      const rest = await shopperOf(shop).renew(token)
      expect(rest.payment.amount).toMatchObject({ minor: 1550 })
      const row = await cryptoPayments(shop.container).payments.byToken(rest.token)
      shop.sandbox.pay(row?.external_id as string)
      expect((await shop.paidOrder(orderId)).captures.map(({ amount }) => amount).sort()).toEqual([10, 15.5])
      await until("the item ends", async () => (await items()).length === 0)
    })
  })

  it("are captured instead when the last lookup finds the money", async () => {
    const { paymentId, orderId } = await place()
    shop.sandbox.stopDelivering()
    shop.sandbox.pay(paymentId)
    expect(await cancelAfter(MINUTES + 1)).toBe(0)
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
    expect(await rowInState(shop.container, paymentId, "settled")).toMatchObject({
      completed_by: "lookup",
      unpaid_check_at: null,
    })
    expect(await statusOf(orderId)).toBe("pending")
  })

  it("are captured when the last lookup finds the money at an earlier address", async () => {
    const { paymentIds, orderId } = await place({}, { asset: "BTC" }, { asset: "USDC", chain: "base" })
    shop.sandbox.stopDelivering()
    shop.sandbox.pay(paymentIds[0] as string)
    expect(await cancelAfter(MINUTES + 1)).toBe(0)
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
    expect((await rowInState(shop.container, paymentIds[0] as string, "settled")).superseded_at).not.toBeNull()
  })

  it("are canceled once, after one lookup per address, when several addresses were shown and none was paid", async () => {
    const { paymentIds, orderId } = await place({}, { asset: "BTC" }, { asset: "LTC" })
    const counted = countLookups(paymentIds)
    expect(await cancelAfter(MINUTES + 1)).toBe(1)
    expect(await statusOf(orderId)).toBe("canceled")
    for (const paymentId of paymentIds) expect(counted(paymentId)).toBe(1)
    expect(await cancelAfter(MINUTES + 3)).toBe(0)
  })

  it.each<[string, number]>([
    ["with a confirmation", 1],
    ["without a confirmation", 0],
  ])("are not canceled while money is on its way, %s", async (_, confirmations) => {
    const { paymentId, orderId } = await place()
    shop.sandbox.pay(paymentId, { complete: false, confirmations })
    expect(await cancelAfter(MINUTES + 1)).toBe(0)
    expect(await cancelAfter(MINUTES + 60)).toBe(0)
    expect(await statusOf(orderId)).toBe("pending")
    shop.sandbox.confirm(paymentId, 99)
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
  })

  it("are not canceled when the service reports an unknown status", async () => {
    const { orderId } = await place()
    const alter = (body: unknown) => ({ ...(body as object), status: "expired_underpaid" })
    shop.sandbox.interfere({ on: "lookup", alter })
    expect(await cancelAfter(MINUTES + 1)).toBe(0)
    expect(await statusOf(orderId)).toBe("pending")
  })

  /** Requests to the service use the real time, not the test's clock. */
  const throttlingIsOver = () =>
    cryptoPayments(shop.container).connections.patch(
      "default",
      { throttled_until: null, lookups_paused_until: null },
      new Date(),
    )

  it("are not canceled while lookups fail or are throttled, and are canceled in a later run", async () => {
    const { orderId } = await place()
    shop.sandbox.interfere({ on: "lookup", status: 500 })
    expect(await cancelAfter(MINUTES + 1)).toBe(0)
    shop.sandbox.interfere({ on: "lookup", status: 429, headers: { "retry-after": "1" } })
    expect(await cancelAfter(MINUTES + 2)).toBe(0)
    expect(await statusOf(orderId)).toBe("pending")
    await throttlingIsOver()
    expect(await cancelAfter(MINUTES + 3)).toBe(1)
  })

  it("are canceled even after lookups failed for 40 days", async () => {
    const { orderId } = await place()
    const days = (count: number) => count * 24 * 60
    for (const day of [1, 20, 40]) {
      shop.sandbox.interfere({ on: "lookup", status: 500 })
      expect(await cancelAfter(days(day))).toBe(0)
    }
    expect(await statusOf(orderId)).toBe("pending")
    expect(await cancelAfter(days(42))).toBe(1)
    expect(await statusOf(orderId)).toBe("canceled")
  })

  describe("with more addresses than lookups per minute", () => {
    const oneLookupAMinute = async (work: () => Promise<void>) => {
      const module = cryptoPayments(shop.container)
      const settings = await module.settingsOf("default")
      if (!settings) throw new Error("the connection is not set up")
      const few = jest.spyOn(module, "settingsOf").mockResolvedValue({ ...settings, lookupsPerMinute: 1 })
      await work().finally(() => few.mockRestore())
    }

    it("are canceled after the service answered for each address", async () => {
      const { paymentIds, orderId } = await place({}, { asset: "BTC" }, { asset: "LTC" }, { asset: "DOGE" })
      const counted = countLookups(paymentIds)
      await oneLookupAMinute(async () => {
        expect(await cancelAfter(MINUTES + 1)).toBe(0)
        shop.sandbox.interfere({ on: "lookup", status: 500 })
        expect(await cancelAfter(MINUTES + 2)).toBe(0)
        expect(await cancelAfter(MINUTES + 3)).toBe(0)
        expect(await statusOf(orderId)).toBe("pending")
        expect(await cancelAfter(MINUTES + 4)).toBe(1)
      })
      expect(await statusOf(orderId)).toBe("canceled")
      expect(paymentIds.map(counted).sort()).toEqual([1, 1, 2])
    })

    it("are not canceled when money arrives at an address that an earlier lookup found unpaid", async () => {
      const { paymentIds, orderId } = await place({}, { asset: "BTC" }, { asset: "LTC" })
      const counted = countLookups(paymentIds)
      await oneLookupAMinute(async () => {
        expect(await cancelAfter(MINUTES + 1)).toBe(0)
        const [first] = paymentIds.filter((id) => counted(id) === 1)
        shop.sandbox.pay(first as string, { complete: false, confirmations: 1 })
        await patch(first as string, { remote_status: "confirming", confirmations: 1 })
        for (const minutes of [2, 3, 4]) expect(await cancelAfter(MINUTES + minutes)).toBe(0)
      })
      expect(await statusOf(orderId)).toBe("pending")
    })
  })

  it("are not canceled or looked up while the service throttles or the lookup limit is used up", async () => {
    const { paymentId, orderId } = await place()
    const { connections } = cryptoPayments(shop.container)
    await connections.throttle("default", { until: minutesFromNow(MINUTES + 2), call: "creation" }, new Date())
    expect(await cancelAfter(MINUTES + 1)).toBe(0)
    const later = minutesFromNow(MINUTES + 4)
    await connections.takeLookups("default", { wanted: 60, ceiling: 60 }, later)
    expect((await cancelUnpaidOrders(contextOf(shop.container, () => later))).canceled).toBe(0)
    expect(lookups(paymentId)).toBe(0)
    expect(await statusOf(orderId)).toBe("pending")
    await throttlingIsOver()
    expect(await cancelAfter(MINUTES + 6)).toBe(1)
  })

  it("move money that comes after the cancellation to attention", async () => {
    const { paymentId, orderId } = await place()
    expect(await cancelAfter(MINUTES + 1)).toBe(1)
    shop.sandbox.pay(paymentId)
    expect((await rowInState(shop.container, paymentId, "attention")).attention_reason).toBe("order_canceled")
    expect((await shop.orderOf(orderId)).captures).toEqual([])
  })

  it("are canceled once by three concurrent runs, with one event for each order", async () => {
    const orders = [await place(), await place()].map(({ orderId }) => orderId)
    const canceled = listen("order.canceled")
    const told = listen("crypto_payment.order_canceled")
    const counts = await Promise.all([1, 2, 3].map(() => cancelAfter(MINUTES + 1)))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2)
    expect(await cancelAfter(MINUTES + 3)).toBe(0)
    await until("the store is told", () => told.length >= 2)
    expect(told.map(({ order_id }) => order_id).sort()).toEqual([...orders].sort())
    expect(canceled).toHaveLength(2)
  })

  it("send their event in a later run after a crash right after canceling, and their money needs attention", async () => {
    const { paymentId, orderId } = await place()
    const told = listen("crypto_payment.order_canceled")
    const module = cryptoPayments(shop.container)
    const now = minutesFromNow(MINUTES + 1)
    const [claim] = await module.unpaidOrders.claimDue("default", 10, now)
    if (!claim) throw new Error("nothing was due")
    expect(await module.unpaidOrders.beginCanceling(claim, now)).toBe(true)
    await cancelOrderWorkflow(shop.container).run({ input: { order_id: orderId } })
    await module.payments.move(claim.id, "service_completed", { next_check_at: minutesFromNow(999) }, now)

    await cancelAfter(MINUTES + 1)
    expect(told).toEqual([])
    await cancelAfter(MINUTES + 2)
    await until("the store is told", () => told.length > 0)
    expect((await rowInState(shop.container, paymentId, "attention")).attention_reason).toBe("order_canceled")
    await cancelAfter(MINUTES + 4)
    expect(told).toHaveLength(1)
  })

  it("are canceled by the next run after a crash right before canceling", async () => {
    const { orderId } = await place()
    const { unpaidOrders } = cryptoPayments(shop.container)
    const now = minutesFromNow(MINUTES + 1)
    const [claim] = await unpaidOrders.claimDue("default", 10, now)
    if (!claim) throw new Error("nothing was due")
    await unpaidOrders.beginCanceling(claim, now)
    expect(await cancelAfter(MINUTES + 2)).toBe(1)
    expect(await statusOf(orderId)).toBe("canceled")
    expect(await unpaidOrders.beginCanceling(claim, now)).toBe(false)
  })

  it("send no event when a person canceled them", async () => {
    const { paymentId, orderId } = await place()
    const told = listen("crypto_payment.order_canceled")
    await cancelOrderWorkflow(shop.container).run({ input: { order_id: orderId } })
    expect(await cancelAfter(MINUTES + 1)).toBe(0)
    expect((await rowOf(shop.container, paymentId)).unpaid_check_at).toBeNull()
    expect(told).toEqual([])
  })

  it("are not canceled or looked up when another provider authorized them", async () => {
    const cart = await shop.store.makeCart()
    const { data } = await shop.store.openSession(cart)
    await shop.store.openSession(cart, { provider: MANUAL_PROVIDER })
    const done = await shop.store.placeOrder(cart)
    expect(await cancelAfter(MINUTES + 1)).toBe(0)
    expect(await statusOf(done.orderId)).toBe("pending")
    expect(lookups(data.payment_id)).toBe(0)
  })

  it.each<[string, SessionWish]>([
    ["for the same asset", { asset: "BTC" }],
    ["for another asset", { asset: "USDC", chain: "base" }],
    ["with the manual provider", { provider: MANUAL_PROVIDER }],
  ])("are canceled even if the payment step was opened again %s", async (_, wish) => {
    const { orderId } = await place({ variant: "lastOne" })
    await reopen(orderId, wish)
    expect(await cancelAfter(MINUTES - 1)).toBe(0)
    expect(await cancelAfter(MINUTES + 1)).toBe(1)
    expect(await statusOf(orderId)).toBe("canceled")
    await place({ variant: "lastOne" })
  })

  it("are canceled once after several addresses and another provider were shown", async () => {
    await set({ unpaid_order_minutes: 60 })
    const { paymentId, orderId } = await place()
    await reopen(orderId, { asset: "LTC" })
    expect((await reopen(orderId, { asset: "BTC" })).data.payment_id).toBe(paymentId)
    expect(await cancelAfter(32)).toBe(0)
    await reopen(orderId, { provider: MANUAL_PROVIDER })
    expect(await cancelAfter(62)).toBe(1)
    expect(await statusOf(orderId)).toBe("canceled")
    expect(await cancelAfter(64)).toBe(0)
  })

  it("are captured when the money went to the address of a payment step that was opened again", async () => {
    const { orderId } = await place()
    const { data } = await reopen(orderId, { asset: "LTC" })
    shop.sandbox.stopDelivering()
    shop.sandbox.pay(data.payment_id as string)
    expect(await cancelAfter(MINUTES + 1)).toBe(0)
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
    expect(await statusOf(orderId)).toBe("pending")
  })

  it("are not canceled for two weeks while a provider that takes money has an open session", async () => {
    const { orderId } = await place()
    const { id } = await reopen(orderId, { provider: MANUAL_PROVIDER })
    // This provider is not installed, but nothing calls it: the plugin only reads Medusa's rows.
    const knex = shop.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    await knex("payment_session").where({ id }).update({ provider_id: "pp_card_default" })
    expect(await cancelAfter(MINUTES + 1)).toBe(0)
    expect(await cancelAfter(13 * 24 * 60)).toBe(0)
    expect(await statusOf(orderId)).toBe("pending")
    expect(await cancelAfter(14 * 24 * 60 + 1)).toBe(1)
    expect(await statusOf(orderId)).toBe("canceled")
  })

  it("are not canceled while another provider's session is pending authorization", async () => {
    const { orderId } = await place()
    const { id } = await reopen(orderId, { provider: MANUAL_PROVIDER })
    const knex = shop.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    const status = "pending_authorization"
    await knex("payment_session").where({ id }).update({ provider_id: "pp_debit_default", status })
    expect(await cancelAfter(60 * 24 * 60)).toBe(0)
    expect(await statusOf(orderId)).toBe("pending")
  })

  it("are not canceled when nothing is owed", async () => {
    const cart = await shop.store.makeCart()
    const { collection } = await shop.store.openSession(cart)
    for (const target_type of ["items", "shipping_methods"]) {
      const application_method = { type: "percentage", value: 100, target_type, allocation: "across" }
      const wish = { code: target_type, type: "standard", status: "active", is_automatic: false, application_method }
      await shop.admin.post("/admin/promotions", wish)
    }
    await shop.store.post(`/store/carts/${cart.id}/promotions`, { promo_codes: ["items", "shipping_methods"] })
    const done = await shop.store.placeOrder(cart)
    expect(await shop.orderOf(done.orderId)).toMatchObject({
      total: 0,
      collections: [{ id: collection, sessions: [] }],
    })
    expect(await cancelAfter(MINUTES + 1)).toBe(0)
    expect(await statusOf(done.orderId)).toBe("pending")
  })

  it("are not canceled or looked up when a person created them", async () => {
    const { salesChannel: sales_channel_id, regions, variants } = shop.seed
    const items = [{ variant_id: variants.plenty, quantity: 1, unit_price: 15.5 }]
    const wish = { region_id: regions.usd, sales_channel_id, email: "phone@example.com", items }
    const { draft_order } = await shop.admin.post("/admin/draft-orders", wish)
    const { order } = await shop.admin.post(`/admin/draft-orders/${draft_order.id}/convert-to-order`)
    await shop.admin.post("/admin/payment-collections", { order_id: order.id, amount: 15.5 })
    const { data } = await reopen(order.id)
    expect(await cancelAfter(MINUTES + 1)).toBe(0)
    expect(await statusOf(order.id)).toBe("pending")
    expect(lookups(data.payment_id as string)).toBe(0)
  })

  it("are not canceled or looked up when a credit paid a part of them", async () => {
    const { paymentId, orderId } = await place()
    const credit = { order_id: orderId, amount: 5, reference: "gift_card", reference_id: "gift_1" }
    await shop.container.resolve(Modules.ORDER).createOrderCreditLines([credit])
    expect(await cancelAfter(MINUTES + 1)).toBe(0)
    expect(await statusOf(orderId)).toBe("pending")
    expect(lookups(paymentId)).toBe(0)
  })

  it("are not canceled while an address of any connection may have money", async () => {
    const { paymentIds, orderId } = await place({}, { asset: "BTC" }, { asset: "LTC" })
    const module = cryptoPayments(shop.container)
    // The first address belongs to a connection that is no longer registered, so no lookup can check it.
    const { id } = await rowOf(shop.container, paymentIds[0] as string)
    const knex = shop.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    await knex("crypto_payment").where({ id }).update({ connection_id: "former" })
    expect(await cancelAfter(MINUTES + 1)).toBe(0)
    expect(await statusOf(orderId)).toBe("pending")
    await knex("crypto_payment").where({ id }).update({ connection_id: "default", confirmations: 2 })
    expect(await cancelAfter(MINUTES + 3)).toBe(0)
    expect((await module.payments.byId(id))?.status).toBe("awaiting_payment")
    expect(await statusOf(orderId)).toBe("pending")
  })

  it("are not canceled when the setting is switched off during the lookup", async () => {
    const { orderId } = await place()
    const client = await cryptoPayments(shop.container).clientOf("default")
    const ask = client.getPayment.bind(client)
    const asked = jest.spyOn(client, "getPayment").mockImplementationOnce(async (...question) => {
      await set({ unpaid_order_minutes: OFF })
      return ask(...question)
    })
    expect(await cancelAfter(MINUTES + 1)).toBe(0)
    expect(asked).toHaveBeenCalledTimes(1)
    expect(await statusOf(orderId)).toBe("pending")
  })

  it("are not canceled after they got a fulfillment", async () => {
    const { orderId } = await place()
    const { order } = await shop.admin.get(`/admin/orders/${orderId}?fields=items.id`)
    const items = [{ id: order.items[0].id, quantity: 1 }]
    await shop.admin.post(`/admin/orders/${orderId}/fulfillments`, { items, location_id: shop.seed.stockLocation })
    expect(await cancelAfter(MINUTES + 1)).toBe(0)
    expect(await statusOf(orderId)).toBe("pending")
  })

  it("are not canceled when they are drafts or use another provider", async () => {
    const { orderId } = await place()
    await shop.container.resolve(Modules.ORDER).updateOrders(orderId, { is_draft_order: true } as never)
    const other = await place({}, { provider: MANUAL_PROVIDER })
    expect(await cancelAfter(MINUTES + 1)).toBe(0)
    expect(await statusOf(orderId)).toBe("pending")
    expect(await statusOf(other.orderId)).toBe("pending")
  })

  it("do not include carts that a shopper left", async () => {
    const { data } = await shop.store.openSession(await shop.store.makeCart())
    expect(await cancelAfter(MINUTES + 1)).toBe(0)
    expect((await rowOf(shop.container, data.payment_id)).unpaid_check_at).toBeNull()
    expect(lookups(data.payment_id)).toBe(0)
  })
})
