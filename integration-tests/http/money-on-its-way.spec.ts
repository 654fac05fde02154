import { isCurrent, type PaymentMove } from "../../src/core/payment/lifecycle"
import { contextOf } from "../../src/workflows/context"
import { settlePayment } from "../../src/workflows/settle/settle-payment"
import { beforeNext, expireQuote, minutesFromNow, sweepAt } from "../support/clock"
import { cryptoPayments, placeNoted, rowInState, rowOf } from "../support/crypto-payments"
import { heardOf } from "../support/heard"
import { describeShop } from "../support/medusa"
import { openOn, orderChanges } from "../support/order-changes"
import { expectRefused, openCart, shopperOf, statusPath } from "../support/shopper"
import { until } from "../support/until"

const SEEN = { status: "confirming", confirmations: 0, address: null, uri: null }

describeShop("money on its way", { orderPlacement: "checkout" }, (shop) => {
  const shopper = () => shopperOf(shop)
  const look = (minutes = 1) => sweepAt(shop, minutes)

  /** Makes the service report `confirming` without a confirmation. Our row does not know it yet. */
  const send = (paymentId: string) => shop.sandbox.payLate(paymentId, { complete: false })

  it("is shown as confirming, without an address in status and session, and blocks a payment step for another amount", async () => {
    const { cart, data } = await openCart(shop)
    send(data.payment_id)
    await look()
    expect(await shopper().view(data.token)).toMatchObject(SEEN)
    const path = `/store/carts/${cart.id}?fields=payment_collection.payment_sessions.*`
    const { payment_sessions } = (await shop.store.get(path)).cart.payment_collection
    expect(payment_sessions).toMatchObject([{ data: { token: data.token, address: null, uri: null } }])

    await shop.store.post(`/store/carts/${cart.id}/line-items`, { variant_id: shop.seed.variants.plenty, quantity: 1 })
    await expectRefused(shop.store.openSession(cart), "payment_seen")
    expect(await shopper().view(data.token)).toMatchObject(SEEN)
  })

  it("is returned instead of a new quote in any asset, even before a lookup saw it, when the payment step opens again, and when the order is placed", async () => {
    const { cart, data } = await openCart(shop)
    send(data.payment_id)
    const created = shopper().created()
    expect(await shopper().renew(data.token, { asset: "LTC" })).toMatchObject({ token: data.token, payment: SEEN })
    expect(shopper().created()).toBe(created)

    const late = await openCart(shop)
    await expireQuote(shop, late.data.payment_id)
    send(late.data.payment_id)
    expect(await shopper().renew(late.data.token)).toMatchObject({ token: late.data.token, payment: SEEN })
    await expireQuote(shop, data.payment_id)
    send(data.payment_id)
    const again = await shop.store.openSession(cart, { asset: "DOGE" })
    expect(again.data).toMatchObject({ token: data.token, asset: "BTC", address: null, uri: null })
    const { orderId } = await shop.store.placeOrder(late.cart)
    expect(shopper().created()).toBe(created + 1)
    shop.sandbox.confirm(late.data.payment_id, 9)
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
  })

  it("is returned instead of a new quote if a sweep marks the quote as expired while the service answers", async () => {
    const { data } = await openCart(shop)
    await expireQuote(shop, data.payment_id)
    send(data.payment_id)
    const { payments } = cryptoPayments(shop.container)
    const { id } = await rowOf(shop.container, data.payment_id)
    beforeNext(payments, "patch", () => payments.move(id, "quote_expired", {}, new Date()))
    expect(await shopper().renew(data.token)).toMatchObject({ token: data.token, payment: SEEN })
  })

  it.each(["seen", "paid", "settled"])("is shown, not another asset, if %s during the request", async (what) => {
    const { cart, data } = await openCart(shop)
    const { payments } = cryptoPayments(shop.container)
    const { id } = await rowOf(shop.container, data.payment_id)
    const complete = () => payments.move(id, "service_completed", { completed_at: new Date() }, new Date())
    beforeNext(payments, "insert", async () => {
      await (what === "seen" ? payments.patch(id, { seen_at: new Date() }, new Date()) : complete())
      if (what === "settled") await settlePayment(contextOf(shop.container), id)
    })
    const again = await shop.store.openSession(cart, { asset: "LTC" })
    expect(again.data).toMatchObject({ token: data.token, asset: "BTC", address: null })
    const current = (await payments.byCollection(again.collection)).filter(isCurrent)
    expect(current).toMatchObject([{ id, session_id: again.id }])
    if (what === "seen") await complete()
    if (what !== "settled") await shop.store.placeOrder(cart)
    const [orderId = ""] = await shop.ordersOfCart(cart.id)
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
  })

  /** An expired quote, and the one that replaced it. */
  const openTwice = async () => {
    const { cart, data } = await openCart(shop)
    await expireQuote(shop, data.payment_id)
    const newer = await shopper().renew(data.token)
    expect(newer.payment).toMatchObject({ status: "waiting" })
    return { cart, data, newer, paid: { status: "paid", address: null, receipt: { address: data.address } } }
  }

  it("is shown for the newer quote of the same checkout, while it confirms and after it is paid", async () => {
    const { cart, data, newer, paid } = await openTwice()
    send(data.payment_id)
    await look()
    expect(await shopper().view(newer.token)).toMatchObject(SEEN)
    expect(await shopper().renew(newer.token)).toMatchObject({ token: data.token, payment: SEEN })
    const { orderId } = await shop.store.placeOrder(cart)
    shop.sandbox.confirm(data.payment_id, 9)
    await shop.paidOrder(orderId)
    await rowInState(shop.container, data.payment_id, "settled")
    const payment = { ...paid, order: { display_id: expect.any(Number) }, next_poll_seconds: null }
    expect(await shop.store.get(statusPath(newer.token))).toMatchObject({ token: data.token, payment })
  })

  it("is shown for the newer quote while it has no order, until a person closes it", async () => {
    const { data, newer, paid } = await openTwice()
    const { id } = await rowOf(shop.container, data.payment_id)
    const { payments } = cryptoPayments(shop.container)
    const move = (name: PaymentMove, patch = {}) =>
      payments.move(id, name, { next_check_at: minutesFromNow(999), ...patch }, new Date())
    await move("service_completed")
    expect(await shopper().view(newer.token)).toMatchObject({ ...paid, state: "arrived" })
    await move("cannot_settle", { attention_reason: "cart_will_not_complete" })
    expect(await shopper().view(newer.token)).toMatchObject({ ...paid, state: "unfinished" })
    await move("closed_by_person")
    expect(await shopper().view(newer.token)).toMatchObject({ status: "waiting", address: newer.payment.address })
  })

  it("is shown for other payment collections of its order, which then get no new payment", async () => {
    const { paymentId, token, orderId } = await placeNoted(shop)
    const collection = () => orderChanges(shop).askFor(orderId, 25.5)
    const other = await openOn(shop, await collection())
    expect(await shopper().view(other.data.token)).toMatchObject({ status: "waiting", address: expect.any(String) })
    send(paymentId)
    await look()
    const created = shopper().created()
    expect(await shopper().view(other.data.token)).toMatchObject(SEEN)
    expect(await shopper().renew(other.data.token)).toMatchObject({ token, payment: SEEN })
    await expectRefused(openOn(shop, await collection()), "payment_seen")
    expect(shopper().created()).toBe(created)
    shop.sandbox.confirm(paymentId, 9)
    await shop.paidOrder(orderId)
    expect(await shopper().view(other.data.token)).toMatchObject({ address: null, state: "alreadyPaid" })
  })

  it("is marked as seen by a check in the admin, and leaves the pay_url empty in the event of its expired quote", async () => {
    const { id, paymentId } = await placeNoted(shop)
    send(paymentId)
    const path = `/admin/crypto-payments/payments/${id}`
    expect((await shop.admin.get(path)).payment).toMatchObject({ seen: false })
    const checked = await shop.admin.post(`${path}/check`)
    expect(checked.outcome).toEqual({
      code: "seen",
      message: "The service sees a payment that has not cleared yet: confirming, confirmations: 0.",
    })
    expect(checked.payment).toMatchObject({ seen: true, status: "awaiting_payment" })

    const heard = heardOf(shop, "crypto_payment.expired")
    await expireQuote(shop, paymentId)
    send(paymentId)
    await look()
    await rowInState(shop.container, paymentId, "expired")
    expect(await until("the store is told", async () => heard[0])).toMatchObject({ pay_url: null })
  })
})
