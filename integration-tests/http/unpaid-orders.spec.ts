import { Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import cancelUnpaidOrdersJob from "../../src/jobs/cancel-unpaid-crypto-orders"
import { OFF } from "../../src/modules/crypto-payments/connections/resolve"
import type { PaymentRow } from "../../src/modules/crypto-payments/stores/rows"
import { contextOf } from "../../src/workflows/context"
import { findChangedOrders } from "../../src/workflows/review-order/find-changed-orders"
import { cancelUnpaidOrders } from "../../src/workflows/unpaid-orders/cancel-unpaid-orders"
import { convertDraft, draftOrder } from "../faults/support/stories/draft-order"
import { beforeNext, cancelUnpaidAt, expireQuote, minutesFromNow } from "../support/clock"
import { CRYPTO_PROVIDER, MANUAL_PROVIDER } from "../support/constants"
import { cryptoPayments, payUntil, rowInState, rowOf, rowOfToken, untilNoted } from "../support/crypto-payments"
import { expectErrors, NO_REFUND_BY_SOFTWARE } from "../support/expect-errors"
import { heardOf } from "../support/heard"
import { describeShop } from "../support/medusa"
import { knexOf, patchConnection, withSettings } from "../support/module-rows"
import { openOn, orderChanges } from "../support/order-changes"
import { payoutsIn } from "../support/payouts-in"
import { openCart, shopperOf } from "../support/shopper"
import type { CartWish, SessionWish } from "../support/store"
import { until } from "../support/until"

/** A quote of the sandbox is valid for 15 minutes, and money may come 15 minutes later. */
const MINUTES = 30

describeShop("unpaid orders", { orderPlacement: "checkout" }, (shop) => {
  const place = async (wish: CartWish = {}, ...sessions: SessionWish[]) => {
    const cart = await shop.store.makeCart(wish)
    const paymentIds: string[] = []
    for (const session of sessions.length > 0 ? sessions : [{}])
      paymentIds.push((await shop.store.openSession(cart, session)).data.payment_id)
    const done = await shop.store.placeOrder(cart)
    const paymentId = paymentIds.at(-1) as string
    // An order is not canceled before the plugin has noted it.
    const row = paymentId ? await untilNoted(shop.container, paymentId) : ({} as never)
    return { paymentIds, paymentId, row, orderId: done.orderId }
  }

  /** Opens the payment step of a placed order again. Anybody who knows the id of its payment collection can do this. */
  const reopen = async (orderId: string, { provider = CRYPTO_PROVIDER, ...data }: SessionWish = {}) => {
    const [collection] = (await shop.orderOf(orderId)).collections
    return openOn(shop, collection?.id as string, provider, { asset: "BTC", ...data })
  }

  const cancelAfter = async (minutes: number) => (await cancelUnpaidAt(shop, minutes)).canceled
  const statusOf = async (id: string) => (await knexOf(shop.container)("order").where({ id }).first("status"))?.status
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

  const { payout, record, close, items, stranded } = payoutsIn(shop)

  beforeEach(() => patchConnection(shop, { unpaid_order_minutes: MINUTES }))

  it("are canceled when their time is over and not before, which frees their stock and sends one event", async () => {
    const { paymentId, orderId } = await place({ variant: "lastOne" })
    const canceled = heardOf(shop, "order.canceled")
    const told = heardOf(shop, "crypto_payment.unpaid_order_canceled")
    for (const minutes of [16, MINUTES - 0.5]) expect(await cancelAfter(minutes)).toBe(0)
    expect(lookups(paymentId)).toBe(0)
    expect(await cancelAfter(MINUTES + 1)).toBe(1)
    expect(await statusOf(orderId)).toBe("canceled")
    expect((await shop.admin.get("/admin/reservations")).reservations).toEqual([])
    expect(await cancelAfter(MINUTES + 3)).toBe(0)
    const row = await rowOf(shop.container, paymentId)
    await until("the store is told", () => told.length > 0)
    const { id, payment_collection_id, session_id, cart_id } = row
    const unset = { event_id: null, attention_reason: null, attention_at: null }
    const about = { id, connection_id: "default", payment_collection_id, session_id, cart_id, order_id: orderId }
    expect(told).toEqual([{ ...about, ...unset }])
    expect(canceled).toEqual([{ id: orderId }])
    expect(row).toMatchObject({ unpaid_check_at: null, canceling_at: expect.any(Date) })
    await place({ variant: "lastOne" })
  })

  it("are decided about as early as before when their quote is renewed, so that renewing holds no stock", async () => {
    const { paymentId, row, orderId } = await place()
    const unpaid_check_at = minutesFromNow(5)
    await patch(paymentId, { unpaid_check_at })
    await expireQuote(shop, paymentId)
    const { token } = await shopperOf(shop).renew(row.token)
    expect(await rowOfToken(shop.container, token)).toMatchObject({ status: "awaiting_payment", unpaid_check_at })
    expect(await cancelAfter(MINUTES + 1)).toBe(1)
    expect(await statusOf(orderId)).toBe("canceled")
  })

  /** An order from a cart whose earlier money was stranded, and then ended so. */
  const orderedAfter = async (end: (id: string) => Promise<unknown>) => {
    const { id, cart } = await stranded()
    await end(id)
    await shop.store.changeQuantity(cart, 1)
    const { data } = await shop.store.openSession(cart)
    const { orderId } = await shop.store.placeOrder(cart)
    await untilNoted(shop.container, data.payment_id)
    return { data, orderId }
  }

  it.each<[string, "canceled" | "pending", (id: string) => Promise<unknown>]>([
    ["canceled", "canceled", (id) => record(id, payout("25.50"))],
    ["kept", "pending", close],
  ])("are %s if an earlier payment of their cart was sent back, or closed with a note", async (_, status, end) => {
    const { orderId } = await orderedAfter(end)
    await cancelAfter(MINUTES + 1)
    expect(await statusOf(orderId)).toBe(status)
  })

  it.each<[string, (id: string) => Promise<unknown>]>([
    ["was sent back", (id) => record(id, payout("25.50"))],
    ["goes back", (id) => cryptoPayments(shop.container).payments.patch(id, { goes_back_at: new Date() }, new Date())],
  ])("wait for money on its way, and take it, if an earlier payment of their cart %s", async (_, end) => {
    const { data, orderId } = await orderedAfter(end)
    shop.sandbox.stopDelivering()
    shop.sandbox.pay(data.payment_id, { complete: false, confirmations: 0 })
    expect(await cancelAfter(MINUTES + 1)).toBe(0)
    expect(await statusOf(orderId)).toBe("pending")
    shop.sandbox.confirm(data.payment_id, 2)
    expect(await cancelAfter(MINUTES + 60)).toBe(0)
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
  })

  it("are canceled when money that they could not take is sent back after their time is over", async () => {
    const { paymentId, orderId } = await place({ quantity: 2 })
    await orderChanges(shop).editQuantity(orderId, 1)
    const { id, attention_reason } = await payUntil(shop, paymentId, "attention")
    expect(attention_reason).toBe("amount_differs")
    expect(await cancelAfter(MINUTES + 1)).toBe(0)
    await record(id, payout("41.00", { confirm_amount: true }))
    expect(await cancelAfter(MINUTES + 60)).toBe(1)
    expect(await statusOf(orderId)).toBe("canceled")
  })

  it("need no more checks after they are paid or canceled by a person, and send no event then", async () => {
    const told = heardOf(shop, "crypto_payment.unpaid_order_canceled")
    const paid = await place({}, { asset: "BTC" }, { asset: "LTC" })
    const [canceled, waiting] = [await place(), await place()]
    await patchConnection(shop, { unpaid_order_minutes: OFF })
    await payUntil(shop, paid.paymentIds[0] as string, "settled")
    await cancelOrderWorkflow(shop.container).run({ input: { order_id: canceled.orderId } })
    await cancelAfter(MINUTES + 1)
    const judged = async (paymentId: string) => (await rowOf(shop.container, paymentId)).unpaid_check_at === null
    expect(await Promise.all([...paid.paymentIds, canceled.paymentId].map(judged))).toEqual([true, true, true])
    expect(await judged(waiting.paymentId)).toBe(false)
    expect(told).toEqual([])
  })

  it("are canceled in one run even if many claims that need no lookup are due before them", async () => {
    const { paymentId, orderId } = await place()
    const { row: other } = await place()
    const copies = Array.from({ length: 25 }, (_, n) => ({
      ...{ ...other, id: `${other.id}_${n}`, external_id: `${other.external_id}_${n}`, token: `copy_${n}` },
      ...{ superseded_at: new Date(), unpaid_check_at: minutesFromNow(-1) },
    }))
    await knexOf(shop.container)("crypto_payment").insert(copies)
    // It decides about its order, whose many addresses would use up the lookups, so it is due later.
    await patch(other.external_id, { unpaid_check_at: minutesFromNow(MINUTES + 60) })
    await cancelAfter(MINUTES + 1)
    expect(await statusOf(orderId)).toBe("canceled")
    expect(lookups(paymentId)).toBe(1)
  })

  it("are canceled by the job even if the event of their placing was lost", async () => {
    const { paymentId, orderId } = await place()
    await knexOf(shop.container)("order")
      .where({ id: orderId })
      .update({ created_at: minutesFromNow(-40) })
    const past = minutesFromNow(-20)
    await patch(paymentId, { order_id: null, quote_expires_at: past, unpaid_check_at: past })
    await cancelUnpaidOrdersJob(shop.container)
    expect(await statusOf(orderId)).toBe("canceled")
  })

  describe("of which a part is paid", () => {
    const waiting = async () => (await shop.admin.get("/admin/crypto-payments/health")).health.waiting_orders.count

    it("are kept, a person is told once, and the rest is paid in crypto", async () => {
      const [paid, closed] = [await place(), await place()]
      await orderChanges(shop).payByHand(paid.orderId, 10)
      await orderChanges(shop).credit(closed.orderId, 10)
      expect(await cancelAfter(MINUTES - 5)).toBe(0)
      expect(await items()).toEqual([])
      const heard = heardOf(shop, "crypto_payment.needs_attention")
      for (const minutes of [MINUTES + 1, MINUTES + 60, 3 * 24 * 60]) expect(await cancelAfter(minutes)).toBe(0)
      await until("the store is told", () => heard.length > 1)
      const orders = [paid, closed].map(({ orderId }) => orderId).sort()
      expect(heard.map(({ attention_reason }) => attention_reason)).toEqual(["order_kept", "order_kept"])
      expect(heard.map(({ order_id }) => order_id).sort()).toEqual(orders)
      type Ordered = { order: { id: string } }
      const found = await items()
      expect(found.map(({ payment }: { payment: Ordered }) => payment.order.id).sort()).toEqual(orders)
      const item = { reason: "order_kept", actions: ["close", "check"], payment: { status: "awaiting_payment" } }
      expect(found).toMatchObject([item, item])
      for (const { paymentId, orderId } of [paid, closed]) {
        expect(await statusOf(orderId)).toBe("pending")
        expect(lookups(paymentId)).toBe(0)
      }
      expect(await waiting()).toBe(2)
      const { payments } = await shop.admin.get("/admin/crypto-payments/payments?order_waits=true")
      expect(payments.map(({ order }: Ordered) => order.id).sort()).toEqual(orders)

      await close(closed.row.id)
      const rest = await shopperOf(shop).renew(paid.row.token)
      expect(rest.payment.amount).toMatchObject({ minor: 1550 })
      shop.sandbox.pay((await rowOfToken(shop.container, rest.token)).external_id)
      expect((await shop.paidOrder(paid.orderId)).captures.map(({ amount }) => amount).sort()).toEqual([10, 15.5])
      await until("the item ends", async () => (await items()).length === 0)
      expect(await cancelAfter(5 * 24 * 60)).toBe(0)
      expect(await items()).toEqual([])
      expect(await waiting()).toBe(1)
      expect((await rowOf(shop.container, paid.paymentId)).unpaid_check_at).toBeNull()
    })

    it("are kept too if the part is crypto, until the rest is paid or credited or it is canceled, but not if some was sent back", async () => {
      expectErrors(NO_REFUND_BY_SOFTWARE)
      const [paid, credited, canceled, closed] = [await place(), await place(), await place(), await place()]
      const [sentBack, sentBackLater, owingMore] = [await place(), await place(), await place()]
      const orders = [paid, credited, canceled, closed, sentBack, sentBackLater, owingMore]
      for (const { orderId } of orders) await orderChanges(shop).editQuantity(orderId, 2)
      for (const { paymentId } of orders) await payUntil(shop, paymentId, "settled")
      await record(sentBack.row.id, payout("5.00"))
      const reasons = async () => (await items()).map(({ reason }: { reason: string }) => reason).sort()
      await cancelAfter(MINUTES - 5)
      expect(await reasons()).toEqual([])
      for (const minutes of [MINUTES + 1, MINUTES + 60]) await cancelAfter(minutes)
      expect(await reasons()).toEqual(Array(6).fill("order_kept"))
      await record(sentBackLater.row.id, payout("5.00"))
      await close(owingMore.row.id)
      await orderChanges(shop).editQuantity(owingMore.orderId, 3)
      await shopperOf(shop).renew(owingMore.row.token)
      const { token } = await shopperOf(shop).renew(paid.row.token)
      await payUntil(shop, (await rowOfToken(shop.container, token)).external_id, "settled")
      await orderChanges(shop).credit(credited.orderId, 15.5)
      await cancelOrderWorkflow(shop.container).run({ input: { order_id: canceled.orderId } })
      await close(closed.row.id)
      await orderChanges(shop).creditSilently(closed.orderId, 20)
      expect(await cancelAfter(2 * 24 * 60)).toBe(0)
      await findChangedOrders(contextOf(shop.container))
      expect(await reasons()).toEqual(["order_kept", "order_overpaid", "payout_due"])
    })

    it("are put before a person once, even if one of their addresses was closed for another reason", async () => {
      const { paymentId, row, orderId } = await place()
      const { id } = row
      await patch(paymentId, { seen_at: minutesFromNow(-1) })
      await cryptoPayments(shop.container).marks.markUnpaid(row, "seen_not_cleared", new Date())
      await close(id)
      await orderChanges(shop).credit(orderId, 10)
      for (const minutes of [MINUTES + 1, MINUTES + 60]) await cancelAfter(minutes)
      expect(await items()).toMatchObject([{ reason: "order_kept", payment: { id } }])
      await close(id)
      await cancelAfter(2 * 24 * 60)
      expect(await items()).toEqual([])
    })

    it("are put before a person again for what is owed after a later payment, but not while it is on its way", async () => {
      const { row, orderId } = await place()
      await orderChanges(shop).credit(orderId, 10)
      await cancelAfter(MINUTES + 1)
      await close(row.id)
      const next = async ({ token }: { token: string }) =>
        rowOfToken(shop.container, (await shopperOf(shop).renew(token)).token)
      const rest = await payUntil(shop, (await next(row)).external_id, "settled")
      await orderChanges(shop).editQuantity(orderId, 2)
      const { id, external_id } = await next(rest)
      await cancelAfter(2 * 24 * 60)
      expect(await items()).toMatchObject([{ reason: "order_kept", payment: { id } }])
      await patch(external_id, { seen_at: new Date() })
      await cancelAfter(5 * 24 * 60)
      expect(await items()).toEqual([])
    })

    it("are put before a person again if the item ended without one", async () => {
      const { paymentId, row, orderId } = await place()
      await patch(paymentId, { seen_at: minutesFromNow(-1) })
      await cryptoPayments(shop.container).marks.markUnpaid(row, "seen_not_cleared", new Date())
      await close(row.id)
      await orderChanges(shop).credit(orderId, 10)
      await cancelAfter(MINUTES + 1)
      await cryptoPayments(shop.container).marks.clearMark(row.id, "order_kept", new Date())
      await cancelAfter(MINUTES + 60)
      expect(await items()).toMatchObject([{ reason: "order_kept", payment: { id: row.id } }])
    })

    it("are put before a person at an unpaid address if the newest one was paid and sent back", async () => {
      const { paymentIds, orderId } = await place({}, { asset: "LTC" }, { asset: "BTC" })
      const [unpaid, sentBack] = await Promise.all(paymentIds.map((one) => rowOf(shop.container, one)))
      const stuck = { status: "attention", attention_reason: "amount_differs", completed_at: new Date() }
      await knexOf(shop.container)("crypto_payment")
        .where({ id: sentBack?.id })
        .update({ ...stuck, next_check_at: null })
      await record(sentBack?.id as string, payout("25.50"))
      await orderChanges(shop).credit(orderId, 10)
      await cancelAfter(MINUTES + 1)
      expect(await items()).toMatchObject([{ reason: "order_kept", payment: { id: unpaid?.id } }])
    })
  })

  it("are captured instead when the last lookup finds the money at any address, and wait while it clears", async () => {
    const [one, later, clearing] = [await place(), await place(), await place()]
    const earlier = await place({}, { asset: "BTC" }, { asset: "USDC", chain: "base" })
    const { data } = await reopen(later.orderId, { asset: "LTC" })
    shop.sandbox.stopDelivering()
    const paid = [one.paymentId, earlier.paymentIds[0] as string, data.payment_id as string]
    for (const paymentId of paid) shop.sandbox.pay(paymentId)
    shop.sandbox.pay(clearing.paymentId, { complete: false, confirmations: 0 })
    for (const minutes of [MINUTES + 1, MINUTES + 60]) expect(await cancelAfter(minutes)).toBe(0)
    expect(await statusOf(clearing.orderId)).toBe("pending")
    for (const { orderId } of [one, earlier, later]) {
      expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
      expect(await statusOf(orderId)).toBe("pending")
    }
    const found = { completed_by: "lookup", unpaid_check_at: null }
    for (const paymentId of paid) expect(await rowInState(shop.container, paymentId, "settled")).toMatchObject(found)
    expect((await rowOf(shop.container, earlier.paymentIds[0] as string)).superseded_at).not.toBeNull()
  })

  /** Requests to the service use the real time, not the test's clock. */
  const throttlingIsOver = () => {
    const over = { throttled_until: null, lookups_paused_until: null }
    return cryptoPayments(shop.container).connections.patch("default", over, new Date())
  }

  it("are not canceled while lookups fail, are throttled or exceed the limit, and are canceled in a later run, before other lookups", async () => {
    const { paymentId, orderId } = await place()
    shop.sandbox.interfere({ on: "lookup", status: 500 })
    expect(await cancelAfter(MINUTES + 1)).toBe(0)
    // The gateway of a service that is down.
    shop.sandbox.interfere({ on: "lookup", status: 404, body: { message: "Not Found" } })
    expect(await cancelAfter(MINUTES + 1.5)).toBe(0)
    shop.sandbox.interfere({ on: "lookup", status: 429, headers: { "retry-after": "1" } })
    expect(await cancelAfter(MINUTES + 2)).toBe(0)
    await throttlingIsOver()
    const asked = lookups(paymentId)
    const { connections } = cryptoPayments(shop.container)
    await connections.throttle("default", { until: minutesFromNow(MINUTES + 4), call: "creation" }, new Date())
    expect(await cancelAfter(MINUTES + 3)).toBe(0)
    const later = minutesFromNow(MINUTES + 5)
    await connections.takeLookups("default", { wanted: 60, ceiling: 60, urgent: true }, later)
    expect((await cancelUnpaidOrders(contextOf(shop.container, () => later))).canceled).toBe(0)
    expect(lookups(paymentId)).toBe(asked)
    expect(await statusOf(orderId)).toBe("pending")
    await throttlingIsOver()
    // Other lookups have just used up what is granted at once.
    const dayLater = MINUTES + 25 * 60
    await connections.takeLookups("default", { wanted: 60, ceiling: 60 }, minutesFromNow(dayLater))
    // The service forgot the payment. No call failed for a day, so its answer counts.
    shop.sandbox.interfere({ on: "lookup", status: 404, body: { message: "Not Found" } })
    expect(await cancelAfter(dayLater)).toBe(1)
    expect(await statusOf(orderId)).toBe("canceled")
  })

  const oneLookupAMinute = (work: () => Promise<void>) => withSettings(shop, { maxCallsPerMinute: 1 }, work)

  it("are canceled after the service answered for each address, if they have more than lookups per minute", async () => {
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

  /** As a process leaves an order that dies right before canceling it. */
  const beginCanceling = async () => {
    const { unpaidOrders } = cryptoPayments(shop.container)
    const now = minutesFromNow(MINUTES + 1)
    const [claim] = await unpaidOrders.claimDue("default", 10, now)
    if (!claim) throw new Error("nothing was due")
    const begin = () => unpaidOrders.beginCanceling(claim, now)
    expect(await begin()).toBe(true)
    return { begin, claim }
  }

  it("send their event in a later run after a crash right after canceling, and their money needs attention", async () => {
    const { paymentId, orderId } = await place()
    const told = heardOf(shop, "crypto_payment.unpaid_order_canceled")
    const { claim } = await beginCanceling()
    await cancelOrderWorkflow(shop.container).run({ input: { order_id: orderId } })
    const { payments } = cryptoPayments(shop.container)
    await payments.move(claim.id, "service_completed", { next_check_at: minutesFromNow(999) }, new Date())

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
    const { begin } = await beginCanceling()
    expect(await cancelAfter(MINUTES + 2)).toBe(1)
    expect(await statusOf(orderId)).toBe("canceled")
    expect(await begin()).toBe(false)
  })

  it("are not canceled while an address of any connection may have money", async () => {
    const { paymentIds, orderId } = await place({}, { asset: "BTC" }, { asset: "LTC" })
    const module = cryptoPayments(shop.container)
    // The first address belongs to a connection that is no longer registered, so no lookup can check it.
    const { id } = await rowOf(shop.container, paymentIds[0] as string)
    const knex = knexOf(shop.container)
    await knex("crypto_payment").where({ id }).update({ connection_id: "former" })
    expect(await cancelAfter(MINUTES + 1)).toBe(0)
    expect(await statusOf(orderId)).toBe("pending")
    await knex("crypto_payment").where({ id }).update({ connection_id: "default", confirmations: 2 })
    expect(await cancelAfter(MINUTES + 3)).toBe(0)
    expect((await module.payments.byId(id))?.status).toBe("awaiting_payment")
    expect(await statusOf(orderId)).toBe("pending")
  })

  it("are not canceled while money of a collection that an admin deleted waits for a person, or is found last", async () => {
    const orders = await Promise.all(
      [await place(), await place()].map(async ({ orderId }) => {
        const collection = await orderChanges(shop).askFor(orderId, 25.5)
        const { data } = await openOn(shop, collection)
        await shop.admin.delete(`/admin/payment-collections/${collection}`)
        return { orderId, paymentId: data.payment_id as string }
      }),
    )
    const [known, found] = orders.map(({ paymentId }) => paymentId) as [string, string]
    await payUntil(shop, known, "attention")
    shop.sandbox.stopDelivering()
    shop.sandbox.pay(found)
    for (const minutes of [MINUTES + 1, MINUTES + 60]) expect(await cancelAfter(minutes)).toBe(0)
    for (const { orderId } of orders) expect(await statusOf(orderId)).toBe("pending")
    expect((await rowInState(shop.container, found, "attention")).attention_reason).toBe("collection_gone")
  })

  it("are not canceled when the setting is switched off during the lookup", async () => {
    const { orderId } = await place()
    const client = await cryptoPayments(shop.container).clientOf("default")
    const asked = beforeNext(client, "getPayment", () => patchConnection(shop, { unpaid_order_minutes: OFF }))
    expect(await cancelAfter(MINUTES + 1)).toBe(0)
    expect(asked).toHaveBeenCalledTimes(1)
    expect(await statusOf(orderId)).toBe("pending")
  })

  it("are not canceled or looked up when they are packed, drafts, of another provider, made by a person, or carts", async () => {
    const [packed, draft, other] = [await place(), await place(), await place({}, { provider: MANUAL_PROVIDER })]
    const { order } = await shop.admin.get(`/admin/orders/${packed.orderId}?fields=items.id`)
    const parcel = { items: [{ id: order.items[0].id, quantity: 1 }], location_id: shop.seed.stockLocation }
    await shop.admin.post(`/admin/orders/${packed.orderId}/fulfillments`, parcel)
    await shop.container.resolve(Modules.ORDER).updateOrders(draft.orderId, { is_draft_order: true } as never)

    // This provider is not installed, but nothing calls it: the plugin only reads Medusa's rows.
    const byCard = await place()
    const { id } = await reopen(byCard.orderId, { provider: MANUAL_PROVIDER })
    await knexOf(shop.container)("payment_session").where({ id }).update({ provider_id: "pp_card_default" })

    const { cart, data: replaced } = await openCart(shop)
    await shop.store.openSession(cart, { provider: MANUAL_PROVIDER })
    const authorized = await shop.store.placeOrder(cart)

    const byPerson = await draftOrder(shop, "phone@example.com")
    await convertDraft(shop, byPerson)
    await orderChanges(shop).askFor(byPerson, 41)
    const phoned = await reopen(byPerson)
    const { data: left } = await openCart(shop)

    const shown = [replaced, phoned.data, left].map(({ payment_id }) => payment_id)
    const counted = countLookups(shown)
    expect(await cancelAfter(MINUTES + 1)).toBe(0)
    for (const { orderId } of [packed, draft, other, byCard, authorized, { orderId: byPerson }])
      expect(await statusOf(orderId)).toBe("pending")
    for (const id of shown) expect(counted(id)).toBe(0)
    expect((await rowOf(shop.container, left.payment_id)).unpaid_check_at).toBeNull()
  })
})
