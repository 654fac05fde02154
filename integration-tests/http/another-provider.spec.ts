import { MANUAL_PROVIDER } from "../support/constants"
import { describeShop } from "../support/medusa"

describeShop("a store with the plugin installed", {}, (shop) => {
  it("sells through another payment provider", async () => {
    const cart = await shop.store.makeCart()
    expect(cart).toMatchObject({ total: 25.5, currency: "usd" })
    const session = await shop.store.openSession(cart, { provider: MANUAL_PROVIDER })
    expect(session).toMatchObject({ amount: 25.5, currency: "usd" })

    const done = await shop.store.placeOrder(cart)

    const order = await shop.orderOf(done.orderId)
    expect(order).toMatchObject({ total: 25.5, currency: "usd", captures: [], summary: { paid: 0 } })
    expect(order.collections).toHaveLength(1)
    expect(order.collections[0]?.payments).toHaveLength(1)
    expect(await shop.ordersOfCart(cart.id)).toEqual([order.id])
    const { order: seen } = await shop.admin.get(`/admin/orders/${order.id}?fields=payment_status`)
    expect(seen.payment_status).toBe("authorized")
  })
})
