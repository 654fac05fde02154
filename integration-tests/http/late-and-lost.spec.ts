import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { contextOf } from "../../src/workflows/context"
import { findChangedOrders, findChangedOrdersWorkflow } from "../../src/workflows/review-order/find-changed-orders"
import { sweep } from "../../src/workflows/sweep/sweep"
import { MANUAL_PROVIDER } from "../support/constants"
import {
  clockAhead,
  cryptoPayments,
  expireQuote,
  minutesFromNow,
  placeNoted,
  rowInState,
  rowOf,
} from "../support/crypto-payments"
import { expectErrors, NO_REFUND_BY_SOFTWARE } from "../support/expect-errors"
import { describeShop } from "../support/medusa"
import { giveFreeShipping } from "../support/shipping"
import { until } from "../support/until"

describeShop("settling late, unannounced or misdirected payments", { orderPlacement: "checkout" }, (shop) => {
  expectErrors(NO_REFUND_BY_SOFTWARE)

  const place = () => placeNoted(shop)

  it("moves a payment whose session is gone to attention, and completes no cart, not even another shopper's", async () => {
    const innocent = await shop.store.makeCart()
    await shop.store.openSession(innocent, { provider: MANUAL_PROVIDER })
    const cart = await shop.store.makeCart()
    const { data } = await shop.store.openSession(cart)
    await shop.store.changeQuantity(cart, 2)

    shop.sandbox.pay(data.payment_id)
    const row = await rowInState(shop.container, data.payment_id, "attention")
    expect(row.attention_reason).toBe("session_gone")
    await sweep(contextOf(shop.container, clockAhead(10)))
    expect(await shop.ordersOfCart(innocent.id)).toEqual([])
    expect(await shop.ordersOfCart(cart.id)).toEqual([])
    expect((await shop.admin.get("/admin/orders")).count).toBe(0)
  })

  it("captures a payment after the shopper changes the cart back to the same total and places the order", async () => {
    const cart = await shop.store.makeCart()
    const { data } = await shop.store.openSession(cart)
    await shop.store.changeQuantity(cart, 2)
    shop.sandbox.pay(data.payment_id)
    await rowInState(shop.container, data.payment_id, "attention")

    await shop.store.changeQuantity(cart, 1)
    const again = await shop.store.openSession(cart, { asset: "DOGE" })
    expect(again.data).toMatchObject({ payment_id: data.payment_id, asset: "BTC", status: "completed" })
    const done = await shop.store.placeOrder(cart)
    expect((await shop.paidOrder(done.orderId)).captures).toHaveLength(1)
    await sweep(contextOf(shop.container, clockAhead(1)))
    expect(await rowInState(shop.container, data.payment_id, "settled")).toMatchObject({ order_id: done.orderId })
  })

  it("keeps the same payment and address when the payment step is opened again", async () => {
    const cart = await shop.store.makeCart()
    const first = await shop.store.openSession(cart)
    const second = await shop.store.openSession(cart)
    expect(second.id).not.toBe(first.id)
    expect(second.data).toMatchObject({ payment_id: first.data.payment_id, address: first.data.address })
    shop.sandbox.pay(first.data.payment_id)
    const row = await rowInState(shop.container, first.data.payment_id, "settled")
    expect((await shop.paidOrder(row.order_id as string)).captures).toHaveLength(1)
  })

  it("captures money for the first asset after a switch, and moves money for the second to attention", async () => {
    const cart = await shop.store.makeCart()
    const bitcoin = await shop.store.openSession(cart)
    const dollars = await shop.store.openSession(cart, { asset: "USDC", chain: "base" })
    expect(dollars.data.payment_id).not.toBe(bitcoin.data.payment_id)
    expect((await rowOf(shop.container, bitcoin.data.payment_id)).superseded_at).not.toBeNull()

    shop.sandbox.pay(bitcoin.data.payment_id)
    const row = await rowInState(shop.container, bitcoin.data.payment_id, "settled")
    expect((await shop.paidOrder(row.order_id as string)).captures).toHaveLength(1)

    shop.sandbox.pay(dollars.data.payment_id)
    const twice = await rowInState(shop.container, dollars.data.payment_id, "attention")
    expect(twice.attention_reason).toBe("order_paid_otherwise")
    expect((await shop.orderOf(row.order_id as string)).captures).toHaveLength(1)
  })

  it("marks an expired quote, keeps checking it, and captures money that comes late", async () => {
    const { paymentId, orderId } = await place()
    await expireQuote(shop, paymentId)
    await sweep(contextOf(shop.container, clockAhead(2)))
    expect((await rowInState(shop.container, paymentId, "expired")).next_check_at).not.toBeNull()
    shop.sandbox.payLate(paymentId)
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
  })

  it("captures by lookup when the event was lost, and not again when the event arrives later", async () => {
    const { paymentId, orderId } = await place()
    shop.sandbox.stopDelivering()
    shop.sandbox.pay(paymentId)
    await sweep(contextOf(shop.container, clockAhead(1)))
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
      const due = { next_check_at: minutesFromNow(-1), due_rank: 1 }
      await cryptoPayments(shop.container).payments.patch(id, { ...past, ...due }, new Date())
      return placed
    }
    const watched = async (paymentId: string) => (await rowOf(shop.container, paymentId)).next_check_at !== null
    const connections = () => cryptoPayments(shop.container).connections

    it("stops watching after the service answers", async () => {
      const { paymentId } = await overdue()
      await sweep(contextOf(shop.container))
      expect(await watched(paymentId)).toBe(false)
    })

    it("stops watching after the service answers, with a limit of one lookup a minute", async () => {
      const { paymentId } = await overdue()
      const module = cryptoPayments(shop.container)
      const settings = await module.settingsOf("default")
      if (!settings) throw new Error("the connection is not set up")
      jest.spyOn(module, "settingsOf").mockResolvedValue({ ...settings, lookupsPerMinute: 1 })
      await sweep(contextOf(shop.container)).finally(() => jest.restoreAllMocks())
      expect(await watched(paymentId)).toBe(false)
    })

    it.each<[string, () => unknown, () => unknown]>([
      ["answers 500", () => shop.sandbox.interfere({ on: "lookup", status: 500 }), () => undefined],
      ["hangs up", () => shop.sandbox.interfere({ on: "lookup", hangUp: true }), () => undefined],
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
      await sweep(contextOf(shop.container))
      expect(await watched(paymentId)).toBe(true)
      await over()
      shop.sandbox.payLate(paymentId)
      await sweep(contextOf(shop.container, clockAhead(3 * 60 + 1)))
      expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
    })

    it.each<[string, (now: Date) => unknown]>([
      ["the lookup limit is used up", (now) => connections().takeLookups("default", { wanted: 60, ceiling: 60 }, now)],
      [
        "the service throttles the connection",
        (now) => connections().throttle("default", { until: minutesFromNow(5), call: "creation" }, now),
      ],
      [
        "the keys are missing",
        () => jest.spyOn(cryptoPayments(shop.container), "settingsOf").mockResolvedValue(undefined),
      ],
    ])("keeps watching without a lookup when %s", async (_, keep) => {
      const { paymentId } = await overdue()
      const asked = shop.sandbox.requests().length
      const now = new Date()
      await keep(now)
      try {
        await sweep(contextOf(shop.container, () => now))
      } finally {
        jest.restoreAllMocks()
      }
      expect(await watched(paymentId)).toBe(true)
      expect(shop.sandbox.requests()).toHaveLength(asked)
    })

    it("keeps watching past a shortened watch period until the service answers", async () => {
      const { paymentId } = await overdue()
      const { id } = await rowOf(shop.container, paymentId)
      await cryptoPayments(shop.container).payments.patch(
        id,
        { quote_expires_at: minutesFromNow(-2 * DAY) },
        new Date(),
      )
      const module = cryptoPayments(shop.container)
      const settings = await module.settingsOf("default")
      if (!settings) throw new Error("the connection is not set up")
      const shortened = jest.spyOn(module, "settingsOf").mockResolvedValue({ ...settings, watchDays: 1 })
      try {
        shop.sandbox.interfere({ on: "lookup", status: 500 })
        await sweep(contextOf(shop.container))
        expect(await watched(paymentId)).toBe(true)
        await sweep(contextOf(shop.container, clockAhead(25 * 60)))
        expect(await watched(paymentId)).toBe(false)
      } finally {
        shortened.mockRestore()
      }
    })
  })

  it("tries a new payment while lookups wait, and waits out a short Retry-After of its own", async () => {
    const { connections } = cryptoPayments(shop.container)
    await connections.throttle("default", { until: minutesFromNow(5), call: "lookup" }, new Date())
    shop.sandbox.interfere({ on: "create", status: 429, headers: { "retry-after": "1" } })
    const { data } = await shop.store.openSession(await shop.store.makeCart())
    expect(data).toMatchObject({ status: "awaiting_payment" })
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

    await cryptoPayments(shop.container).payments.insert(
      { ...(await newPaymentLike(paymentId)), external_id: "pay_of_nobody" },
      new Date(),
    )
    await sweep(contextOf(shop.container, clockAhead(1)))
    expect((await rowInState(shop.container, "pay_of_nobody", "attention")).attention_reason).toBe("no_order")
    const [event] = await cryptoPayments(shop.container).listCryptoWebhookEvents({ id: stored.id })
    expect(event?.state).toBe("processed")
  })

  const newPaymentLike = async (externalId: string) => {
    const row = await rowOf(shop.container, externalId)
    const { connection_id, test_mode, asset, chain, asked_chain, address, uri, pay_amount_base, decimals } = row
    const { amount_minor, currency, rate, quote_expires_at, renew_at, remote_status } = row
    return {
      ...{ connection_id, test_mode, asset, chain, asked_chain, address, uri, pay_amount_base, decimals },
      ...{ amount_minor, currency, rate, quote_expires_at, renew_at, remote_status },
      payment_collection_id: "pay_col_of_nobody",
      session_id: null,
    }
  }

  it("moves money for a canceled order to attention, and captures nothing", async () => {
    const { paymentId, orderId } = await place()
    await cancelOrderWorkflow(shop.container).run({ input: { order_id: orderId } })
    shop.sandbox.pay(paymentId)
    expect((await rowInState(shop.container, paymentId, "attention")).attention_reason).toBe("order_canceled")
    expect((await shop.orderOf(orderId)).captures).toEqual([])
  })

  it("marks a payout as due when a paid order is canceled, and leaves its capture and refunds unchanged", async () => {
    const { paymentId, orderId } = await place()
    shop.sandbox.pay(paymentId)
    await shop.paidOrder(orderId)
    await rowInState(shop.container, paymentId, "settled")
    await cancelOrderWorkflow(shop.container).run({ input: { order_id: orderId } })
    const row = await until("the payout is due", async () => {
      const found = await rowOf(shop.container, paymentId)
      return found.attention_reason && found
    })
    expect(row).toMatchObject({ status: "settled", attention_reason: "payout_due" })
    const order = await shop.orderOf(orderId)
    expect(order.captures).toHaveLength(1)
    expect(order.collections[0]?.payments[0]?.refunds).toEqual([])
  })

  it("finds a paid order that was canceled without an event, once, and marks its payout as due", async () => {
    const { paymentId, orderId } = await place()
    shop.sandbox.pay(paymentId)
    await shop.paidOrder(orderId)
    await rowInState(shop.container, paymentId, "settled")
    const context = (minutes: number) => contextOf(shop.container, clockAhead(minutes))
    // This run reads all changes so far, so that only the round over all orders can find what leaves no new row.
    expect(await findChangedOrders(context(60))).toBe(0)
    await shop.container.resolve(Modules.ORDER).cancel(orderId)
    expect(await findChangedOrders(context(120))).toBe(1)
    expect(await findChangedOrders(context(180))).toBe(0)
    expect(await rowOf(shop.container, paymentId)).toMatchObject({ status: "settled", attention_reason: "payout_due" })
  })

  it("marks the payout of a canceled order as due even if reading other orders' ledgers fails", async () => {
    const { paymentId, orderId } = await place()
    shop.sandbox.pay(paymentId)
    await shop.paidOrder(orderId)
    await rowInState(shop.container, paymentId, "settled")
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

  it("moves money to attention when the order was placed with another provider's payment", async () => {
    const cart = await shop.store.makeCart()
    const { data } = await shop.store.openSession(cart)
    await shop.store.openSession(cart, { provider: MANUAL_PROVIDER })
    const done = await shop.store.placeOrder(cart)
    shop.sandbox.pay(data.payment_id)
    expect((await rowInState(shop.container, data.payment_id, "attention")).attention_reason).toBe(
      "order_paid_otherwise",
    )
    expect((await shop.orderOf(done.orderId)).collections[0]?.payments).toHaveLength(1)
  })

  it("names what a cart lacks in the attention detail, and settles automatically once it is added", async () => {
    const cart = await shop.store.makeCart({ shipping: false })
    const { data } = await shop.store.openSession(cart)
    shop.sandbox.pay(data.payment_id)
    const row = await rowInState(shop.container, data.payment_id, "attention")
    expect(row.attention_reason).toBe("cart_will_not_complete")
    expect(row.attention_detail).toMatch(/shipping/i)
    expect(row.next_check_at).not.toBeNull()

    // Free shipping does not change the total, so Medusa keeps the payment session.
    await giveFreeShipping(shop, cart)
    await sweep(contextOf(shop.container, clockAhead(1)))
    const settled = await rowInState(shop.container, data.payment_id, "settled")
    expect(settled).toMatchObject({ attention_reason: null, attention_detail: null })
    expect((await shop.paidOrder(settled.order_id as string)).captures).toHaveLength(1)
  })

  it("settles when the shopper adds the missing shipping and confirms", async () => {
    const cart = await shop.store.makeCart({ shipping: false })
    const { data } = await shop.store.openSession(cart)
    shop.sandbox.pay(data.payment_id)
    await rowInState(shop.container, data.payment_id, "attention")
    await giveFreeShipping(shop, cart)
    const done = await shop.store.placeOrder(cart)
    expect((await shop.paidOrder(done.orderId)).captures).toHaveLength(1)
    const row = await rowInState(shop.container, data.payment_id, "settled")
    expect(row).toMatchObject({ order_id: done.orderId, attention_reason: null })
  })

  it("moves a payment to attention when the stock is sold out, and settles when there is stock again", async () => {
    const cart = await shop.store.makeCart({ variant: "lastOne" })
    const { data } = await shop.store.openSession(cart)
    const other = await shop.store.makeCart({ variant: "lastOne" })
    await shop.store.openSession(other, { provider: MANUAL_PROVIDER })
    expect(await shop.store.complete(other)).toMatchObject({ type: "order" })

    shop.sandbox.pay(data.payment_id)
    const row = await rowInState(shop.container, data.payment_id, "attention")
    expect(row.attention_reason).toBe("cart_will_not_complete")
    expect(await shop.ordersOfCart(cart.id)).toEqual([])

    const inventory = shop.container.resolve(Modules.INVENTORY)
    const levels = await inventory.listInventoryLevels({ stocked_quantity: 1 })
    await inventory.updateInventoryLevels(
      levels.map((level) => ({
        inventory_item_id: level.inventory_item_id,
        location_id: level.location_id,
        stocked_quantity: 5,
      })),
    )
    await sweep(contextOf(shop.container, clockAhead(1)))
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
    await sweep(contextOf(shop.container, clockAhead(1)))
    await module.payments.move(id, "service_completed", { next_check_at: new Date() }, new Date())
    const claimPaid = module.paymentLeases.claimPaid.bind(module.paymentLeases)
    jest.spyOn(module.paymentLeases, "claimPaid").mockImplementationOnce(async (limit, now) => {
      const claimed = await claimPaid(limit, now)
      expect(await claimPaid(limit, clockAhead(3)())).toMatchObject(claimed.map(({ id }) => ({ id })))
      return claimed
    })
    expect(await sweep(contextOf(shop.container, clockAhead(1)))).toMatchObject({ settled: 0 })
    expect(await rowOf(shop.container, paymentId)).toMatchObject({ status: "completed" })
    expect(await sweep(contextOf(shop.container, clockAhead(5)))).toMatchObject({ settled: 1 })
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
  })

  /** Stores an event as if it was answered 200 and then lost on the event bus. */
  const leaveEvent = (paymentId: string) => {
    const body = JSON.stringify({ type: "payment.completed", data: { payment: { id: paymentId } } })
    const event = { connectionId: "default", digest: paymentId, kind: "payment.completed", body, ignored: false }
    return cryptoPayments(shop.container).events.store(event, new Date())
  }

  it("captures on the next sweep when a stored event was not processed", async () => {
    const { paymentId, orderId } = await place()
    await leaveEvent(paymentId)
    await sweep(contextOf(shop.container, clockAhead(1)))
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
  })

  it("marks all payments with unprocessed events as completed before the sweep settles the first one", async () => {
    const module = cryptoPayments(shop.container)
    const placed: { paymentId: string; orderId: string }[] = []
    for (let count = 0; count < 5; count++) placed.push(await place())
    // Does all other due work of these orders, so that only their events are due.
    await sweep(contextOf(shop.container, clockAhead(1)))
    for (const { paymentId } of placed) await leaveEvent(paymentId)
    const claim = module.paymentLeases.claim.bind(module.paymentLeases)
    let told: Promise<unknown[]> | undefined
    const claiming = jest.spyOn(module.paymentLeases, "claim").mockImplementation(async (...call) => {
      told ??= module.listCryptoPayments({ status: "completed" })
      await told
      return claim(...call)
    })
    await sweep(contextOf(shop.container, clockAhead(1)))
    expect(await told).toHaveLength(placed.length)
    expect(claiming).toHaveBeenCalledTimes(placed.length)
    for (const { orderId } of placed) expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
  })

  it("refuses Medusa's refund with a hint to record the payout, and leaves no refund", async () => {
    const { paymentId, orderId } = await place()
    shop.sandbox.pay(paymentId)
    const order = await shop.paidOrder(orderId)
    const medusaPayment = order.collections[0]?.payments[0]?.id
    await expect(shop.admin.post(`/admin/payments/${medusaPayment}/refund`, { amount: 25.5 })).rejects.toMatchObject({
      status: 400,
      body: { code: "refund_by_hand", message: expect.stringMatching(/record the payout/) },
    })
    expect((await shop.orderOf(orderId)).collections[0]?.payments[0]?.refunds).toEqual([])
  })
})
