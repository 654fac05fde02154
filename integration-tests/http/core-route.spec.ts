import { rowInState, rowOf } from "../support/crypto-payments"
import { deliver } from "../support/events"
import { describeShop } from "../support/medusa"
import { storedEvents } from "../support/module-rows"
import { openCart } from "../support/shopper"

describeShop("Medusa's own webhook route", {}, (shop) => {
  it("settles an order after a valid event, despite Medusa's delay of five seconds, and ignores forged events", async () => {
    shop.sandbox.stopDelivering()
    const url = `${shop.url}/hooks/payment/crypto_default`
    const place = async () => {
      const { cart, data } = await openCart(shop)
      const done = await shop.store.placeOrder(cart)
      return { id: data.payment_id, orderId: done.orderId }
    }
    const [paid, robbed] = [await place(), await place()]
    const event = (id: string) => ({ type: "payment.completed", data: { payment: { id } } })

    // Core answers 200 to both and reads them only after five seconds. The forged one comes first.
    expect(await deliver(shop, event(robbed.id), { url, secret: "whsec_forged" })).toMatchObject({ status: 200 })
    expect(
      await deliver(shop, event(robbed.id), { url, contentType: "application/octet-stream", signature: null }),
    ).toMatchObject({ status: 200 })
    expect(await deliver(shop, event(paid.id), { url })).toMatchObject({ status: 200 })
    expect(await deliver(shop, event(paid.id), { url })).toMatchObject({ status: 200 })

    expect((await shop.paidOrder(paid.orderId)).captures).toHaveLength(1)
    expect(await rowInState(shop.container, paid.id, "settled")).toMatchObject({ order_id: paid.orderId })
    expect((await shop.orderOf(robbed.orderId)).captures).toEqual([])
    expect((await rowOf(shop.container, robbed.id)).status).toBe("awaiting_payment")
    expect(await storedEvents(shop.container)).toHaveLength(1)
  })
})
