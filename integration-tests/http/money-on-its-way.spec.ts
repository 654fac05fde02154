import type { PaymentEvent } from "../../src/core/payment/payment-life"
import { contextOf } from "../../src/workflows/context"
import { sweep } from "../../src/workflows/sweep/sweep"
import {
  clockAhead,
  cryptoPayments,
  expireQuote,
  minutesFromNow,
  placeNoted,
  rowInState,
  rowOf,
} from "../support/crypto-payments"
import { heardOf } from "../support/heard"
import { describeShop } from "../support/medusa"
import { untilQuiet } from "../support/module-rows"
import { openOn, orderChanges } from "../support/order-changes"
import { refusalOf, shopperOf, statusPath } from "../support/shopper"
import { until } from "../support/until"

const SEEN = { status: "confirming", confirmations: 0, address: null, uri: null }

describeShop("money on its way", { orderPlacement: "checkout" }, (shop) => {
  const shopper = () => shopperOf(shop)
  const look = (minutes = 1) => sweep(contextOf(shop.container, clockAhead(minutes)))
  afterEach(() => untilQuiet(shop.container))

  const open = async (wish = {}) => {
    const cart = await shop.store.makeCart()
    return { cart, ...(await shop.store.openSession(cart, wish)) }
  }
  /** Makes the service report `confirming` without a confirmation. Our row does not know it yet. */
  const send = (paymentId: string) => shop.sandbox.payLate(paymentId, { complete: false })

  it("is shown as confirming to the shopper, and neither status nor session contains an address", async () => {
    const { cart, data } = await open()
    send(data.payment_id)
    await look()
    expect(await shopper().view(data.token)).toMatchObject(SEEN)
    const path = `/store/carts/${cart.id}?fields=payment_collection.payment_sessions.*`
    const { payment_sessions } = (await shop.store.get(path)).cart.payment_collection
    expect(payment_sessions).toMatchObject([{ data: { token: data.token, address: null, uri: null } }])
  })

  it.each([
    ["the same asset", {}, true],
    ["another asset", { asset: "LTC" }, false],
  ])("is returned instead of a new quote in %s, even before a lookup saw it", async (_, choice, expires) => {
    const { data } = await open()
    if (expires) await expireQuote(shop, data.payment_id)
    send(data.payment_id)
    const created = shopper().created()
    expect(await shopper().renew(data.token, choice)).toMatchObject({ token: data.token, payment: SEEN })
    expect(shopper().created()).toBe(created)
  })

  it("is returned without an address when the payment step is opened again in another asset", async () => {
    const { cart, data } = await open()
    await expireQuote(shop, data.payment_id)
    send(data.payment_id)
    const created = shopper().created()
    const again = await shop.store.openSession(cart, { asset: "DOGE" })
    expect(again.data).toMatchObject({ token: data.token, asset: "BTC", address: null, uri: null })
    expect(shopper().created()).toBe(created)
  })

  it("blocks a payment step for another amount", async () => {
    const { cart, data } = await open()
    send(data.payment_id)
    await look()
    await shop.store.post(`/store/carts/${cart.id}/line-items`, {
      variant_id: shop.seed.variants.plenty,
      quantity: 1,
    })
    const { status, body } = await refusalOf(shop.store.openSession(cart))
    expect({ status, body }).toMatchObject({ status: 409, body: { code: "payment_seen" } })
    expect(await shopper().view(data.token)).toMatchObject(SEEN)
  })

  it("allows the shopper to place the order without a new address, and is captured after it clears", async () => {
    const { cart, data } = await open()
    await expireQuote(shop, data.payment_id)
    send(data.payment_id)
    const created = shopper().created()
    const { orderId } = await shop.store.placeOrder(cart)
    expect(shopper().created()).toBe(created)
    shop.sandbox.confirm(data.payment_id, 9)
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
  })

  /** An expired quote, and the one that replaced it. */
  const openTwice = async () => {
    const { cart, data } = await open()
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
    const order = { display_id: expect.any(Number) }
    const payment = { ...paid, order, next_poll_seconds: null }
    expect(await shop.store.get(statusPath(newer.token))).toMatchObject({ token: data.token, payment })
  })

  it("is shown for the newer quote while it has no order, until a person closes it", async () => {
    const { data, newer, paid } = await openTwice()
    const { id } = await rowOf(shop.container, data.payment_id)
    const { payments } = cryptoPayments(shop.container)
    const move = (event: PaymentEvent, patch = {}) =>
      payments.move(id, event, { next_check_at: minutesFromNow(999), ...patch }, new Date())
    await move("service_completed")
    expect(await shopper().view(newer.token)).toMatchObject({ ...paid, unfinished: false })
    await move("cannot_settle", { attention_reason: "cart_will_not_complete" })
    expect(await shopper().view(newer.token)).toMatchObject({ ...paid, unfinished: true })
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
    expect(await refusalOf(openOn(shop, await collection()))).toMatchObject({ body: { code: "payment_seen" } })
    expect(shopper().created()).toBe(created)
    shop.sandbox.confirm(paymentId, 9)
    await shop.paidOrder(orderId)
    expect(await shopper().view(other.data.token)).toMatchObject({ address: null, nothing_owed: true })
  })

  it("is no longer shown when the service reports its quote as expired", async () => {
    const { data } = await open()
    send(data.payment_id)
    await look()
    await expireQuote(shop, data.payment_id)
    const alter = (body: unknown) => ({ ...(body as object), status: "expired" })
    shop.sandbox.interfere({ on: "lookup", alter })
    await look(5)
    expect(await shopper().view(data.token)).toMatchObject({ status: "expired" })
  })

  it("leaves the pay_url empty in the event of its expired quote", async () => {
    const { paymentId } = await placeNoted(shop)
    const heard = heardOf(shop, "crypto_payment.expired")
    await expireQuote(shop, paymentId)
    send(paymentId)
    await look()
    await rowInState(shop.container, paymentId, "expired")
    expect(await until("the store is told", async () => heard[0])).toMatchObject({ pay_url: null })
  })

  it("is marked as seen by a check in the admin", async () => {
    const { paymentId } = await placeNoted(shop)
    send(paymentId)
    const { id } = await rowOf(shop.container, paymentId)
    const path = `/admin/crypto-payments/payments/${id}`
    expect((await shop.admin.get(path)).payment).toMatchObject({ seen: false })
    const checked = await shop.admin.post(`${path}/check`)
    expect(checked.outcome).toEqual({
      code: "seen",
      message: "The service sees a payment that has not cleared yet: confirming, 0 confirmations.",
    })
    expect(checked.payment).toMatchObject({ seen: true, status: "awaiting_payment" })
  })
})
