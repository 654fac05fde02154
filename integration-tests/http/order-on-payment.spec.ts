import { expireQuote, rowInState } from "../support/crypto-payments"
import { expectErrors, NOT_PAID_YET } from "../support/expect-errors"
import { describeShop } from "../support/medusa"

describeShop("a store that places orders when they are paid", { orderPlacement: "payment" }, (shop) => {
  expectErrors(NOT_PAID_YET)

  it("answers an early confirmation with the open cart and places the order when the money arrives", async () => {
    const cart = await shop.store.makeCart()
    const { data } = await shop.store.openSession(cart)
    const early = await shop.store.complete(cart)
    expect(early).toMatchObject({ type: "cart", error: { type: "payment_requires_more_error" } })
    expect(await shop.ordersOfCart(cart.id)).toEqual([])

    shop.sandbox.pay(data.payment_id)
    const row = await rowInState(shop.container, data.payment_id, "settled")
    const order = await shop.paidOrder(row.order_id as string)
    expect(await shop.ordersOfCart(cart.id)).toEqual([order.id])
    expect(order.captures).toHaveLength(1)
    expect(await shop.store.complete(cart)).toEqual({ type: "order", orderId: order.id })
  })

  it("gives a new quote to a shopper who confirms after the old one expired, and captures its payment", async () => {
    const cart = await shop.store.makeCart()
    const { data } = await shop.store.openSession(cart)
    await expireQuote(shop, data.payment_id)
    expect(await shop.store.complete(cart)).toMatchObject({
      type: "cart",
      error: { type: "payment_requires_more_error" },
    })

    const { cart: now } = await shop.store.get(`/store/carts/${cart.id}?fields=*payment_collection.payment_sessions`)
    const [session] = now.payment_collection.payment_sessions
    expect(session.data.payment_id).not.toBe(data.payment_id)
    expect(Date.parse(session.data.quote_expires_at)).toBeGreaterThan(Date.now())

    shop.sandbox.pay(session.data.payment_id)
    const row = await rowInState(shop.container, session.data.payment_id, "settled")
    expect((await shop.paidOrder(row.order_id as string)).captures).toHaveLength(1)
  })
})
