import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { contextOf } from "../../src/workflows/context"
import { findChangedOrders, findChangedOrdersWorkflow } from "../../src/workflows/review-order/find-changed-orders"
import { sweep } from "../../src/workflows/sweep/sweep"
import { draftOrder } from "../faults/support/stories/draft-order"
import { expectRefusal } from "../support/admin-connections"
import { clockAhead, minutesFromNow, sweepAt } from "../support/clock"
import { MANUAL_PROVIDER } from "../support/constants"
import { cryptoPayments, payUntil, placeNoted, placePaid, rowInState, rowOf } from "../support/crypto-payments"
import { completed } from "../support/events"
import { expectErrors, NO_REFUND_BY_SOFTWARE } from "../support/expect-errors"
import { describeShop } from "../support/medusa"
import { newEvent } from "../support/module-database"
import { withSettings } from "../support/module-rows"
import { openOn, orderChanges } from "../support/order-changes"
import { payoutOf, WALLETS } from "../support/payout"
import { openCart, shopperOf } from "../support/shopper"

describeShop("settling late, unannounced or misdirected payments", { orderPlacement: "checkout" }, (shop) => {
  expectErrors(NO_REFUND_BY_SOFTWARE)

  it("moves a payment whose session is gone to attention, completes no cart, and captures it when the cart is as before", async () => {
    const innocent = await shop.store.makeCart()
    await shop.store.openSession(innocent, { provider: MANUAL_PROVIDER })
    const { cart, data } = await openCart(shop)
    await shop.store.changeQuantity(cart, 2)

    expect((await payUntil(shop, data.payment_id, "attention")).attention_reason).toBe("session_gone")
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

  it("watches an address beyond its last lookup without keys or budget, and no longer once the service answers", async () => {
    const { id, paymentId } = await placeNoted(shop)
    const { connections, payments } = cryptoPayments(shop.container)
    shop.sandbox.expire(paymentId)
    const over = minutesFromNow(-14 * 24 * 60 - 60)
    const due = { next_check_at: minutesFromNow(-1), lookup_priority: 1 }
    await payments.patch(id, { quote_expires_at: over, renew_at: over, ...due }, new Date())
    const watched = async () => (await payments.byId(id))?.next_check_at !== null
    const asked = shop.sandbox.requests().length

    const keys = jest.spyOn(cryptoPayments(shop.container), "settingsOf").mockResolvedValue(undefined)
    const now = new Date()
    const sweepNow = () => sweep(contextOf(shop.container, () => now))
    await sweepNow().finally(() => keys.mockRestore())
    expect(await watched()).toBe(true)
    await payments.patch(id, due, now)
    await connections.takeLookups("default", { wanted: 60, ceiling: 60 }, now)
    await sweepNow()
    expect(await watched()).toBe(true)
    expect(shop.sandbox.requests()).toHaveLength(asked)

    await withSettings(shop, { maxCallsPerMinute: 1 }, () => sweepAt(shop, 5))
    expect(await watched()).toBe(false)
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

  it("marks the payout of a paid draft that an admin deleted as due, and records it", async () => {
    const orderId = await draftOrder(shop, "draft@example.com")
    const { data } = await openOn(shop, await orderChanges(shop).askFor(orderId, 30))
    const { id, settled_at } = await payUntil(shop, data.payment_id, "settled")
    const open = await openOn(shop, await orderChanges(shop).askFor(orderId, 11))
    await shop.admin.delete(`/admin/draft-orders/${orderId}`)
    const { payments } = cryptoPayments(shop.container)
    // A store that cleans up old orders owes nobody their money.
    await payments.patch(id, { settled_at: minutesFromNow(-31 * 24 * 60) }, new Date())
    expect(await findChangedOrders(contextOf(shop.container))).toBe(0)
    await payments.patch(id, { settled_at }, new Date())
    for (const found of [1, 0]) expect(await findChangedOrders(contextOf(shop.container))).toBe(found)
    expect(await shopperOf(shop).view(open.data.token)).toMatchObject({ address: null })
    const path = `/admin/crypto-payments/payments/${id}`
    const due = { attention: { reason: "payout_due" }, actions: expect.arrayContaining(["record_payout"]) }
    expect((await shop.admin.get(path)).payment).toMatchObject(due)
    await shop.admin.post(`${path}/payouts`, payoutOf("30.00"))
    expect((await shop.admin.get(path)).payment).toMatchObject({ attention: null, refundable: null })
    expect((await findChangedOrdersWorkflow(shop.container).run()).result).toBe(0)
  })

  it("marks the payout of a canceled order as due even if reading other orders' ledgers fails", async () => {
    const { paymentId, orderId } = await placePaid(shop)
    await shop.container.resolve(Modules.ORDER).cancel(orderId)
    const { payouts } = cryptoPayments(shop.container)
    const ledgers = jest.spyOn(payouts, "ordersSince").mockRejectedValueOnce(new Error("no connection was free"))
    await findChangedOrdersWorkflow(shop.container).run({ throwOnError: false })
    expect(ledgers).toHaveBeenCalledTimes(1)
    expect(await rowOf(shop.container, paymentId)).toMatchObject({ status: "settled", attention_reason: "payout_due" })
  })

  /** A cart that was paid after another one got the last item. */
  const soldOut = async () => {
    const { cart, data } = await openCart(shop, {}, { variant: "lastOne" })
    const other = await shop.store.makeCart({ variant: "lastOne" })
    await shop.store.openSession(other, { provider: MANUAL_PROVIDER })
    expect(await shop.store.complete(other)).toMatchObject({ type: "order" })
    const row = await payUntil(shop, data.payment_id, "attention")
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

  it("closes no money and records no payout of money that an order has just taken, and settles it instead", async () => {
    const { cart, data, row } = await soldOut()
    const path = `/admin/crypto-payments/payments/${row.id}`
    const { link } = await shop.admin.post(`${path}/ask-address`, {})
    await restock()
    const settling = jest.spyOn(cryptoPayments(shop.container).paymentLeases, "claim").mockResolvedValue(undefined)
    const { orderId } = await shop.store.placeOrder(cart)
    await expectRefusal(shop.admin.post(`${path}/close`, { note: "Sent back by hand." }), "payment_changed")
    await expectRefusal(shop.admin.post(`${path}/payouts`, payoutOf("25.50")), "payment_changed")
    const entry = new URLSearchParams({ chain: "bitcoin", address: WALLETS.BTC, sure: "yes" })
    const entered = await fetch(new URL(link.url, shop.url), { method: "POST", body: entry, redirect: "manual" })
    expect(entered.status).toBe(409)
    expect(await rowOf(shop.container, data.payment_id)).toMatchObject({ status: "attention", goes_back_at: null })
    settling.mockRestore()
    await sweepAt(shop)
    expect(await rowInState(shop.container, data.payment_id, "settled")).toMatchObject({ order_id: orderId })
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
  })

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

  it.each(["cart", "collection"])("captures a payment for an order that lost the link to its %s", async (where) => {
    const { cart, paymentId, orderId, collection: payment_collection_id } = await placeNoted(shop)
    await shop.container.resolve(ContainerRegistrationKeys.LINK).dismiss({
      [Modules.ORDER]: { order_id: orderId },
      ...(where === "cart"
        ? { [Modules.CART]: { cart_id: cart.id } }
        : { [Modules.PAYMENT]: { payment_collection_id } }),
    })
    await payUntil(shop, paymentId, "settled")
    const { captures, transactions } = await shop.paidOrder(orderId)
    expect(captures).toHaveLength(1)
    expect(transactions).toHaveLength(1)
    expect(await shop.ordersOfCart(cart.id)).toEqual([orderId])
  })

  it("does not settle a payment whose lease another holder took during a long sweep", async () => {
    const { id, paymentId, orderId } = await placeNoted(shop)
    const module = cryptoPayments(shop.container)
    // Handles the confirmation first, because that would settle the payment too.
    await sweepAt(shop, 1)
    await module.payments.move(id, "service_completed", { next_check_at: new Date() }, new Date())
    const claimPaid = module.paymentQueue.claimPaid.bind(module.paymentQueue)
    jest.spyOn(module.paymentQueue, "claimPaid").mockImplementationOnce(async (limit, now) => {
      const claimed = await claimPaid(limit, now)
      expect(await claimPaid(limit, clockAhead(3)())).toMatchObject(claimed.map(({ id }) => ({ id })))
      return claimed
    })
    expect(await sweepAt(shop, 1)).toMatchObject({ settled: 0 })
    expect(await rowOf(shop.container, paymentId)).toMatchObject({ status: "completed" })
    expect(await sweepAt(shop, 5)).toMatchObject({ settled: 1 })
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
  })

  it("marks all payments with unprocessed events as completed before the sweep settles the first one", async () => {
    const module = cryptoPayments(shop.container)
    const placed: { paymentId: string; orderId: string }[] = []
    for (let count = 0; count < 3; count++) placed.push(await placeNoted(shop))
    // Does all other due work of these orders, so that only their events are due.
    await sweepAt(shop, 1)
    // As if each event was answered 200 and then lost on the event bus.
    for (const { paymentId: digest } of placed)
      await module.events.store(newEvent({ digest, body: JSON.stringify(completed(digest)) }), new Date())
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
