import { placeNoted, rowInState, rowOf } from "../support/crypto-payments"
import { completed, deliver } from "../support/events"
import { describeShop } from "../support/medusa"
import { storedEvents } from "../support/module-rows"

describeShop("Medusa's own webhook route", {}, (shop) => {
  it("settles an order after a valid event, despite Medusa's delay of five seconds, and ignores forged events", async () => {
    shop.sandbox.stopDelivering()
    const url = `${shop.url}/hooks/payment/crypto_default`
    const [paid, robbed] = [await placeNoted(shop), await placeNoted(shop)]

    // Core answers 200 to all and reads them only after five seconds. The forged ones come first.
    const raw = { contentType: "application/octet-stream", signature: null }
    for (const forged of [{ secret: "whsec_forged" }, raw]) {
      expect((await deliver(shop, completed(robbed.paymentId), { url, ...forged })).status).toBe(200)
    }
    for (let i = 0; i < 2; i++) expect((await deliver(shop, completed(paid.paymentId), { url })).status).toBe(200)

    expect((await shop.paidOrder(paid.orderId)).captures).toHaveLength(1)
    expect(await rowInState(shop.container, paid.paymentId, "settled")).toMatchObject({ order_id: paid.orderId })
    expect((await shop.orderOf(robbed.orderId)).captures).toEqual([])
    expect((await rowOf(shop.container, robbed.paymentId)).status).toBe("awaiting_payment")
    expect(await storedEvents(shop.container)).toHaveLength(1)
  })
})
