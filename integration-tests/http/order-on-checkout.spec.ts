import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import { throwingHook } from "../faults/support/stories/throwing-hook"
import { payUntil, placeNoted, rowInState, rowOf } from "../support/crypto-payments"
import { expectErrors } from "../support/expect-errors"
import { describeShop } from "../support/medusa"
import { knexOf } from "../support/module-rows"
import { creditCart, removeCredit } from "../support/order-changes"
import { expectRefused, openCart, refusalOf, shopperOf } from "../support/shopper"
import type { Cart } from "../support/store"
import { until } from "../support/until"

describeShop("a store that places orders at checkout", { orderPlacement: "checkout" }, (shop) => {
  it("takes USDT on Polygon from cart to captured order, with its stock reserved meanwhile", async () => {
    const asset = "USDT"
    const { orderId, data, paymentId } = await placeNoted(shop, {}, { asset, chain: "polygon" })
    const service = shop.sandbox.payment(paymentId)
    expect(data).toMatchObject({
      asset,
      status: "awaiting_payment",
      address: service?.address,
      uri: service?.uri,
      pay_amount: { base: service?.payAmount.base, asset },
      amount: { minor: 2550, currency: "USD" },
    })
    const placed = await shop.orderOf(orderId)
    expect(placed.collections[0]).toMatchObject({ status: "awaiting", capturedAmount: 0 })
    expect(placed.summary.paid).toBe(0)
    expect((await shop.admin.get("/admin/reservations")).reservations).toHaveLength(1)

    shop.sandbox.pay(paymentId)

    const order = await shop.paidOrder(orderId)
    expect(order.collections[0]).toMatchObject({ status: "completed", capturedAmount: 25.5 })
    expect(order.captures).toHaveLength(1)
    expect(order.transactions).toHaveLength(1)
    const settled = { order_id: orderId, attention_reason: null }
    expect(await rowInState(shop.container, paymentId, "settled")).toMatchObject(settled)
    // A paid address must not be shown again.
    const shown = await shop.admin.get(`/admin/orders/${orderId}?fields=payment_collections.payments.data`)
    const paid = { payment_id: paymentId, address: null, uri: null }
    expect(shown.order.payment_collections).toMatchObject([{ payments: [{ data: paid }] }])
  })

  it("refuses a cart whose total changed since its quote, no matter who completes it", async () => {
    expectErrors(/The amount to pay has changed|Error was thrown trying to/)
    const cart = await shop.store.makeCart()
    const credit = await creditCart(shop, cart.id, 20)
    const { data } = await shop.store.openSession(cart)
    await removeCredit(shop, credit)
    const { errors } = await completeCartWorkflow(shop.container).run({ input: { id: cart.id }, throwOnError: false })
    expect(errors[0]?.error).toMatchObject({ code: "amount_changed" })
    const refused = { status: 409, body: { type: "not_allowed", code: "amount_changed" } }
    expect(await refusalOf(shop.store.complete(cart))).toMatchObject(refused)
    expect(await shopperOf(shop).view(data.token)).toMatchObject({ address: null, uri: null, status: "expired" })
    await expectRefused(shopperOf(shop).renew(data.token, { asset: "LTC" }), "amount_changed")
    expect(await shop.ordersOfCart(cart.id)).toEqual([])
    expect((await shop.store.openSession(cart)).data.amount).toEqual({ minor: 2550, currency: "USD" })
    await shop.store.placeOrder(cart)
  })

  const takenBack = async ({ id }: Cart) => {
    expectErrors(/./)
    throwingHook().arm()
    await refusalOf(shop.store.complete({ id }))
    await until("the order is taken back", async () => !(await shop.ordersOfCart(id)).length)
  }

  it("judges an order whose cart Medusa completed once before, and took the order back", async () => {
    const { cart, data } = await openCart(shop)
    await takenBack(cart)
    // So the job leaves a payment without an order.
    const { id } = await rowOf(shop.container, data.payment_id)
    await knexOf(shop.container)("crypto_payment").where({ id }).update({ unpaid_check_at: null })
    await shop.store.placeOrder(cart)
    expect((await rowOf(shop.container, data.payment_id)).unpaid_check_at).not.toBeNull()
  })

  it("refuses a changed total also after an order that Medusa took back", async () => {
    const cart = await shop.store.makeCart()
    const credit = await creditCart(shop, cart.id, 20)
    const { data } = await shop.store.openSession(cart)
    await takenBack(cart)
    await removeCredit(shop, credit)
    await payUntil(shop, data.payment_id, "attention")
    await expectRefused(shop.store.complete(cart), "amount_changed")
    expect(await shop.ordersOfCart(cart.id)).toEqual([])
  })

  it("places only one order when the shopper confirms at the same time as the payment arrives", async () => {
    const { cart, data } = await openCart(shop)
    shop.sandbox.pay(data.payment_id)
    await Promise.allSettled([shop.store.complete(cart), shop.store.complete(cart), shop.sandbox.drain()])
    const row = await rowInState(shop.container, data.payment_id, "settled")
    const order = await shop.paidOrder(row.order_id as string)
    expect(await shop.ordersOfCart(cart.id)).toEqual([order.id])
    expect(order.captures).toHaveLength(1)
    expect(order.transactions).toHaveLength(1)
  })
})
