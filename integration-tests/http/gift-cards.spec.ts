import { readOrderBooks } from "../../src/medusa/books"
import { cancelUnpaidOrders } from "../../src/workflows/cancel-unpaid/cancel-unpaid-orders"
import { contextOf } from "../../src/workflows/context"
import { clockAhead, cryptoPayments, rowInState, rowOf, untilNoted } from "../support/crypto-payments"
import { expectErrors, NO_REFUND_BY_SOFTWARE } from "../support/expect-errors"
import { describeShop } from "../support/medusa"
import { orderChanges } from "../support/order-changes"
import { shopperOf } from "../support/shopper"

jest.mock("../../medusa-config", () => jest.requireActual("../support/loyalty").configWithLoyalty())

describeShop("an order of which a gift card paid a part", { orderPlacement: "checkout", withPlugins: true }, (shop) => {
  expectErrors(NO_REFUND_BY_SOFTWARE)

  /** An order of 25.50 USD, 10.00 of it by a gift card of the loyalty plugin. */
  const place = async () => {
    const card = { currency_code: "usd", value: 10, code: "TEN-DOLLARS" }
    await shop.admin.post("/admin/gift-cards", card)
    const cart = await shop.store.makeCart({ email: "gifted@example.com" })
    await shop.store.post(`/store/carts/${cart.id}/gift-cards`, { code: card.code })
    const { data } = await shop.store.openSession(cart)
    expect(data.amount).toMatchObject({ minor: 1550 })
    const { orderId } = await shop.store.placeOrder(cart)
    await untilNoted(shop.container, data.payment_id)
    return { orderId, paymentId: data.payment_id, token: data.token }
  }
  const outstanding = async (orderId: string) => (await readOrderBooks(shop.container, orderId))?.outstanding

  it("owes the rest, in crypto, and nothing is overpaid or owed afterwards", async () => {
    const { orderId, paymentId, token } = await place()
    expect(await outstanding(orderId)).toEqual({ minor: 1550, currency: "USD" })
    expect(await orderChanges(shop).pending(orderId)).toBe(15.5)
    shop.sandbox.pay(paymentId)
    expect((await rowInState(shop.container, paymentId, "settled")).attention_reason).toBeNull()
    await cryptoPayments(shop.container).drain.idle()
    expect(await readOrderBooks(shop.container, orderId)).toMatchObject({ outstanding: null, overpaid: null })
    expect(await orderChanges(shop).pending(orderId)).toBe(0)
    expect(await shopperOf(shop).view(token)).toMatchObject({ status: "paid", outstanding: null, unfinished: false })
  })

  it("is kept when nobody pays the rest, and a person is told", async () => {
    const { orderId, paymentId } = await place()
    expect((await cancelUnpaidOrders(contextOf(shop.container, clockAhead(3 * 24 * 60)))).canceled).toBe(0)
    expect((await shop.orderOf(orderId)).status).toBe("pending")
    expect((await rowOf(shop.container, paymentId)).attention_reason).toBe("order_kept")
    const { health } = await shop.admin.get("/admin/crypto-payments/health")
    expect(health.waiting_orders.count).toBe(1)
  })
})
