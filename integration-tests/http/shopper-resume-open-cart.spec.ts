import { MANUAL_PROVIDER } from "../support/constants"
import { expireQuote, rowInState } from "../support/crypto-payments"
import { expectErrors, NOT_PAID_YET } from "../support/expect-errors"
import { heardOf } from "../support/heard"
import { describeShop, PAID_FIRST } from "../support/medusa"
import { untilQuiet } from "../support/module-rows"
import { openCart, shopperOf } from "../support/shopper"
import { sweepAt } from "../support/sweep-at"
import { until } from "../support/until"

describeShop("a shopper who left, with orders placed on payment", PAID_FIRST, (shop) => {
  expectErrors(NOT_PAID_YET)

  afterEach(() => untilQuiet(shop.container))

  it("triggers one awaiting_payment event with the cart, within a minute, even after repeated confirming", async () => {
    const { cart, data } = await openCart(shop)
    const told = heardOf(shop, "crypto_payment.awaiting_payment")
    for (let i = 0; i < 3; i++) expect((await shop.store.complete(cart)).type).toBe("cart")
    await sweepAt(shop)
    expect(told).toEqual([])
    await sweepAt(shop, 1)
    await until("the store is told", () => told.length > 0)
    await shopperOf(shop).renew(data.token, { asset: "LTC" })
    await shop.store.complete(cart)
    await sweepAt(shop, 3)
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({ cart_id: cart.id, order_id: null, pay_url: data.pay_url })
  })

  it("triggers no awaiting_payment event when the money came in the meantime, and the order has the pay link", async () => {
    const { cart, data } = await openCart(shop)
    const told = heardOf(shop, "crypto_payment.awaiting_payment")
    await shop.store.complete(cart)
    shop.sandbox.pay(data.payment_id)
    const { order_id } = await rowInState(shop.container, data.payment_id, "settled")
    await sweepAt(shop, 1)
    expect(told).toEqual([])
    const { order } = await shop.admin.get(`/admin/orders/${order_id}?fields=metadata`)
    expect(order.metadata.crypto_payment.pay_url).toBe(data.pay_url)
  })

  it("gets the pay link in the expired event of the latest quote only, without confirming", async () => {
    const cart = await shop.store.makeCart()
    const first = await shop.store.openSession(cart)
    const { data } = await shop.store.openSession(cart, { asset: "LTC" })
    const expired = heardOf(shop, "crypto_payment.expired")
    for (const { payment_id } of [first.data, data]) await expireQuote(shop, payment_id)
    await sweepAt(shop, 1)
    await until("the store is told", () => expired.length > 1)
    const urls = expired.map(({ cart_id, pay_url }) => ({ cart_id, pay_url }))
    expect(urls).toHaveLength(2)
    expect(urls).toContainEqual({ cart_id: cart.id, pay_url: data.pay_url })
    expect(urls).toContainEqual({ cart_id: cart.id, pay_url: null })
  })
  it("gets no pay link in the expired event of a cart that was bought with another provider", async () => {
    const { cart, data } = await openCart(shop)
    await expireQuote(shop, data.payment_id)
    await shop.store.openSession(cart, { provider: MANUAL_PROVIDER })
    await shop.store.placeOrder(cart)
    const expired = heardOf(shop, "crypto_payment.expired")
    await sweepAt(shop, 1)
    expect(await until("the store is told", async () => expired[0])).toMatchObject({ cart_id: cart.id, pay_url: null })
  })
})
