import { placeNoted, rowInState, rowOf } from "../support/crypto-payments"
import { completed, deliver } from "../support/events"
import { describeShop } from "../support/medusa"
import { storedEvents } from "../support/module-rows"

describeShop("Medusa's own webhook route", {}, (shop) => {
  it("settles an order after a valid event, despite Medusa's delay of five seconds, and ignores forged events", async () => {
    shop.sandbox.stopDelivering()
    const url = `${shop.url}/hooks/payment/crypto_default`
    const [paid, robbed] = [await placeNoted(shop), await placeNoted(shop)]

    // Core answers 200 to both and reads them only after five seconds. The forged one comes first.
    expect(await deliver(shop, completed(robbed.paymentId), { url, secret: "whsec_forged" })).toMatchObject({
      status: 200,
    })
    const raw = { url, contentType: "application/octet-stream", signature: null }
    expect(await deliver(shop, completed(robbed.paymentId), raw)).toMatchObject({ status: 200 })
    expect(await deliver(shop, completed(paid.paymentId), { url })).toMatchObject({ status: 200 })
    expect(await deliver(shop, completed(paid.paymentId), { url })).toMatchObject({ status: 200 })

    expect((await shop.paidOrder(paid.orderId)).captures).toHaveLength(1)
    expect(await rowInState(shop.container, paid.paymentId, "settled")).toMatchObject({ order_id: paid.orderId })
    expect((await shop.orderOf(robbed.orderId)).captures).toEqual([])
    expect((await rowOf(shop.container, robbed.paymentId)).status).toBe("awaiting_payment")
    expect(await storedEvents(shop.container)).toHaveLength(1)
  })
})
