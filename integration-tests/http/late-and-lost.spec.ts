import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { contextOf } from "../../src/workflows/context"
import { findChangedOrders, findChangedOrdersWorkflow } from "../../src/workflows/review-order/find-changed-orders"
import { sweep } from "../../src/workflows/sweep/sweep"
import { MANUAL_PROVIDER } from "../support/constants"
import {
  clockAhead,
  cryptoPayments,
  minutesFromNow,
  placeNoted,
  placePaid,
  rowInState,
  rowOf,
  withSettings,
} from "../support/crypto-payments"
import { expectErrors, NO_REFUND_BY_SOFTWARE } from "../support/expect-errors"
import { describeShop } from "../support/medusa"
import { newEvent, newPayment } from "../support/module-database"
import { openCart, shopperOf } from "../support/shopper"
import { sweepAt } from "../support/sweep-at"
import { until } from "../support/until"

describeShop("settling late, unannounced or misdirected payments", { orderPlacement: "checkout" }, (shop) => {
  afterEach(() => jest.restoreAllMocks())

  expectErrors(NO_REFUND_BY_SOFTWARE)

  const place = () => placeNoted(shop)

  it("moves a payment whose session is gone to attention, completes no cart, and captures it when the cart is as before", async () => {
    const innocent = await shop.store.makeCart()
    await shop.store.openSession(innocent, { provider: MANUAL_PROVIDER })
    const { cart, data } = await openCart(shop)
    await shop.store.changeQuantity(cart, 2)

    shop.sandbox.pay(data.payment_id)
    const row = await rowInState(shop.container, data.payment_id, "attention")
    expect(row.attention_reason).toBe("session_gone")
    await sweepAt(shop, 10)
    expect(await shop.ordersOfCart(innocent.id)).toEqual([])
    expect(await shop.ordersOfCart(cart.id)).toEqual([])
    expect((await shop.admin.get("/admin/orders")).count).toBe(0)

    await shop.store.changeQuantity(cart, 1)
    const again = await shop.store.openSession(cart, { asset: "DOGE" })
    expect(again.data).toMatchObject({ payment_id: data.payment_id, asset: "BTC", status: "completed" })
    const done = await shop.store.placeOrder(cart)
    expect((await shop.paidOrder(done.orderId)).captures).toHaveLength(1)
    expect(await rowInState(shop.container, data.payment_id, "settled")).toMatchObject({ order_id: done.orderId })
    expect(await shop.ordersOfCart(innocent.id)).toEqual([])
  })

  it("captures by lookup when the event was lost, and not again when the event arrives later", async () => {
    const { paymentId, orderId } = await place()
    shop.sandbox.stopDelivering()
    shop.sandbox.pay(paymentId)
    await sweepAt(shop, 1)
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
    expect((await rowInState(shop.container, paymentId, "settled")).completed_by).toBe("lookup")
    shop.sandbox.resumeDelivering()
    await shop.sandbox.deliver(paymentId, { times: 2 })
    expect((await shop.orderOf(orderId)).captures).toHaveLength(1)
  })

  describe("when the watch period of an address has ended", () => {
    const DAY = 24 * 60

    /** A placed order whose quote expired 14 days and an hour ago, so that the next lookup would be the last one. */
    const overdue = async () => {
      const placed = await place()
      shop.sandbox.stopDelivering()
      shop.sandbox.expire(placed.paymentId)
      const { id } = await rowOf(shop.container, placed.paymentId)
      const over = minutesFromNow(-14 * DAY - 60)
      const past = { quote_expires_at: over, renew_at: over }
      const due = { next_check_at: minutesFromNow(-1), lookup_priority: 1 }
      await cryptoPayments(shop.container).payments.patch(id, { ...past, ...due }, new Date())
      return placed
    }
    const watched = async (paymentId: string) => (await rowOf(shop.container, paymentId)).next_check_at !== null
    const connections = () => cryptoPayments(shop.container).connections

    it("stops watching after the service answers, with a limit of one lookup a minute", async () => {
      const { paymentId } = await overdue()
      await withSettings(shop, { lookupsPerMinute: 1 }, () => sweepAt(shop))
      expect(await watched(paymentId)).toBe(false)
    })

    it.each<[string, () => unknown, () => unknown]>([
      ["refuses the keys", () => shop.sandbox.interfere({ on: "lookup", status: 401 }), () => undefined],
      [
        "answers 429",
        () => shop.sandbox.interfere({ on: "lookup", status: 429, headers: { "retry-after": "1" } }),
        // Requests to the service use the real time, not the test's clock.
        () => connections().patch("default", { lookups_paused_until: null }, new Date()),
      ],
    ])("keeps watching while the service %s, and captures money that comes later", async (_, trouble, over) => {
      const { paymentId, orderId } = await overdue()
      await trouble()
      await sweepAt(shop)
      expect(await watched(paymentId)).toBe(true)
      await over()
      shop.sandbox.payLate(paymentId)
      await sweepAt(shop, 3 * 60 + 1)
      expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
    })

    it("keeps watching without a lookup when the keys are missing or the lookup limit is used up", async () => {
      const { paymentId } = await overdue()
      const asked = shop.sandbox.requests().length
      const now = new Date()
      const sweepNow = () => sweep(contextOf(shop.container, () => now))
      const keys = jest.spyOn(cryptoPayments(shop.container), "settingsOf").mockResolvedValue(undefined)
      await sweepNow().finally(() => keys.mockRestore())
      expect(await watched(paymentId)).toBe(true)
      const { id } = await rowOf(shop.container, paymentId)
      await cryptoPayments(shop.container).payments.patch(id, { next_check_at: minutesFromNow(-1) }, now)
      await connections().takeLookups("default", { wanted: 60, ceiling: 60 }, now)
      await sweepNow()
      expect(await watched(paymentId)).toBe(true)
      expect(shop.sandbox.requests()).toHaveLength(asked)
    })
  })

  it("keeps an event without a known payment as unmatched, and processes it once the payment exists", async () => {
    const { paymentId } = await place()
    await shop.sandbox.deliver(paymentId, { body: { type: "payment.completed", data: { id: "pay_of_nobody" } } })
    const stored = await until("the event is failed", async () => {
      const [event] = await cryptoPayments(shop.container).listCryptoWebhookEvents({ state: "unmatched" })
      return event
    })
    expect(stored).toMatchObject({ last_error: "unknown_payment", payment_id: null })
    expect((await shop.admin.get("/admin/orders")).orders[0].payment_status).toBe("awaiting")

    const { account } = await rowOf(shop.container, paymentId)
    const of = { account, payment_collection_id: "pay_col_of_nobody", session_id: null }
    const nobodys = { external_id: "pay_of_nobody", ...of }
    await cryptoPayments(shop.container).payments.insert(newPayment(new Date(), nobodys), new Date())
    await sweepAt(shop, 1)
    expect((await rowInState(shop.container, "pay_of_nobody", "attention")).attention_reason).toBe("no_order")
    const [event] = await cryptoPayments(shop.container).listCryptoWebhookEvents({ id: stored.id })
    expect(event?.state).toBe("processed")
  })

  it("finds a paid order that was canceled without an event, once, and marks its payout as due", async () => {
    const { paymentId, orderId } = await placePaid(shop)
    const context = (minutes: number) => contextOf(shop.container, clockAhead(minutes))
    // This run reads all changes so far, so that only the round over all orders can find what leaves no new row.
    expect(await findChangedOrders(context(60))).toBe(0)
    await shop.container.resolve(Modules.ORDER).cancel(orderId)
    expect(await findChangedOrders(context(120))).toBe(1)
    expect(await findChangedOrders(context(180))).toBe(0)
    expect(await rowOf(shop.container, paymentId)).toMatchObject({ status: "settled", attention_reason: "payout_due" })
  })

  it("marks the payout of a canceled order as due even if reading other orders' ledgers fails", async () => {
    const { paymentId, orderId } = await placePaid(shop)
    await shop.container.resolve(Modules.ORDER).cancel(orderId)
    const { payouts } = cryptoPayments(shop.container)
    const ledgers = jest.spyOn(payouts, "ordersSince").mockRejectedValueOnce(new Error("no connection was free"))
    try {
      await findChangedOrdersWorkflow(shop.container).run({ throwOnError: false })
      expect(ledgers).toHaveBeenCalledTimes(1)
    } finally {
      ledgers.mockRestore()
    }
    expect(await rowOf(shop.container, paymentId)).toMatchObject({ status: "settled", attention_reason: "payout_due" })
  })

  /** A cart that was paid after another one got the last item. */
  const soldOut = async () => {
    const { cart, data } = await openCart(shop, {}, { variant: "lastOne" })
    const other = await shop.store.makeCart({ variant: "lastOne" })
    await shop.store.openSession(other, { provider: MANUAL_PROVIDER })
    expect(await shop.store.complete(other)).toMatchObject({ type: "order" })
    shop.sandbox.pay(data.payment_id)
    const row = await rowInState(shop.container, data.payment_id, "attention")
    expect(row.attention_reason).toBe("cart_will_not_complete")
    expect(await shop.ordersOfCart(cart.id)).toEqual([])
    return { cart, data, row }
  }
  const restock = async () => {
    const inventory = shop.container.resolve(Modules.INVENTORY)
    const [level] = await inventory.listInventoryLevels({ stocked_quantity: 1 })
    const { inventory_item_id, location_id } = level as NonNullable<typeof level>
    await inventory.updateInventoryLevels([{ inventory_item_id, location_id, stocked_quantity: 5 }])
  }

  it("asks for the money anew when a cart becomes an order after its payment was closed, or goes back", async () => {
    const { cart, data, row } = await soldOut()
    await shop.admin.post(`/admin/crypto-payments/payments/${row.id}/close`, { note: "Sent back by hand." })
    await restock()
    await shop.store.placeOrder(cart)
    const payments = await cryptoPayments(shop.container).payments.byCollection(row.payment_collection_id)
    const shown = payments.filter(({ superseded_at }) => superseded_at === null)
    expect(shown).toMatchObject([
      { status: "awaiting_payment", external_id: expect.not.stringMatching(data.payment_id) },
    ])
    const view = await shopperOf(shop).view(shown[0]?.token as string)
    expect(view).toMatchObject({ state: "waiting", address: expect.any(String) })
  })

  it("moves a payment to attention when the stock is sold out, and settles when there is stock again", async () => {
    const { data } = await soldOut()
    await restock()
    await sweepAt(shop, 1)
    const settled = await rowInState(shop.container, data.payment_id, "settled")
    const order = await shop.paidOrder(settled.order_id as string)
    expect(order.captures).toHaveLength(1)
    expect(order.collections[0]?.payments[0]?.refunds).toEqual([])
  })

  it.each(["cart", "collection"])(
    "captures and records a payment for an order that has no link to its %s",
    async (where) => {
      const { cart, paymentId, orderId } = await place()
      const { payment_collection_id } = await rowOf(shop.container, paymentId)
      await shop.container.resolve(ContainerRegistrationKeys.LINK).dismiss({
        [Modules.ORDER]: { order_id: orderId },
        ...(where === "cart"
          ? { [Modules.CART]: { cart_id: cart.id } }
          : { [Modules.PAYMENT]: { payment_collection_id } }),
      })
      shop.sandbox.pay(paymentId)
      await rowInState(shop.container, paymentId, "settled")
      const { captures, transactions } = await shop.paidOrder(orderId)
      expect(captures).toHaveLength(1)
      expect(transactions).toHaveLength(1)
      expect(await shop.ordersOfCart(cart.id)).toEqual([orderId])
    },
  )

  it("does not settle a payment whose lease another holder took during a long sweep", async () => {
    const { paymentId, orderId } = await place()
    const module = cryptoPayments(shop.container)
    const { id } = await rowOf(shop.container, paymentId)
    // Handles the confirmation first, because that would settle the payment too.
    await sweepAt(shop, 1)
    await module.payments.move(id, "service_completed", { next_check_at: new Date() }, new Date())
    const claimPaid = module.paymentLeases.claimPaid.bind(module.paymentLeases)
    jest.spyOn(module.paymentLeases, "claimPaid").mockImplementationOnce(async (limit, now) => {
      const claimed = await claimPaid(limit, now)
      expect(await claimPaid(limit, clockAhead(3)())).toMatchObject(claimed.map(({ id }) => ({ id })))
      return claimed
    })
    expect(await sweepAt(shop, 1)).toMatchObject({ settled: 0 })
    expect(await rowOf(shop.container, paymentId)).toMatchObject({ status: "completed" })
    expect(await sweepAt(shop, 5)).toMatchObject({ settled: 1 })
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
  })

  /** Stores an event as if it was answered 200 and then lost on the event bus. */
  const leaveEvent = (paymentId: string) => {
    const body = JSON.stringify({ type: "payment.completed", data: { payment: { id: paymentId } } })
    return cryptoPayments(shop.container).events.store(newEvent({ digest: paymentId, body }), new Date())
  }

  it("marks all payments with unprocessed events as completed before the sweep settles the first one", async () => {
    const module = cryptoPayments(shop.container)
    const placed: { paymentId: string; orderId: string }[] = []
    for (let count = 0; count < 3; count++) placed.push(await place())
    // Does all other due work of these orders, so that only their events are due.
    await sweepAt(shop, 1)
    for (const { paymentId } of placed) await leaveEvent(paymentId)
    const claim = module.paymentLeases.claim.bind(module.paymentLeases)
    let told: Promise<unknown[]> | undefined
    const claiming = jest.spyOn(module.paymentLeases, "claim").mockImplementation(async (...call) => {
      told ??= module.listCryptoPayments({ status: "completed" })
      await told
      return claim(...call)
    })
    await sweepAt(shop, 1)
    expect(await told).toHaveLength(placed.length)
    expect(claiming).toHaveBeenCalledTimes(placed.length)
    for (const { orderId } of placed) expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
  })
})
