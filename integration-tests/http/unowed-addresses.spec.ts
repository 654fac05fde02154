import { Modules } from "@medusajs/framework/utils"
import { beforeNext, expireQuote, sweepAt } from "../support/clock"
import { MANUAL_PROVIDER } from "../support/constants"
import { cryptoPayments, payUntil, placeNoted, rowInState, rowOf } from "../support/crypto-payments"
import { expectErrors } from "../support/expect-errors"
import { heardOf } from "../support/heard"
import { describeShop } from "../support/medusa"
import { knexOf, untilQuiet } from "../support/module-rows"
import { creditCart, openOn, orderChanges } from "../support/order-changes"
import { expectRefused, openCart, shopperOf } from "../support/shopper"
import { until } from "../support/until"

describeShop("an order that no longer owes its payment", { orderPlacement: "checkout" }, (shop) => {
  expectErrors(/This is paid already/)

  const place = () => placeNoted(shop)
  const shownOn = async (sessionId: string): Promise<unknown> => {
    const [session] = await shop.container.resolve(Modules.PAYMENT).listPaymentSessions({ id: sessionId })
    return (session?.data as { address?: unknown } | undefined)?.address
  }

  it("shows no address and waits for no money if credit paid for all of its cart", async () => {
    const { cart, data, id } = await openCart(shop)
    await creditCart(shop, cart.id, 25.5)
    const waiting = heardOf(shop, "crypto_payment.awaiting_payment")
    const { orderId } = await shop.store.placeOrder(cart)
    await until("its session shows no address", async () => (await shownOn(id)) === null)
    await untilQuiet(shop.container)
    expect(await shopperOf(shop).view(data.token)).toMatchObject({ address: null, uri: null })
    const { order } = await shop.admin.get(`/admin/orders/${orderId}?fields=metadata`)
    expect([order.metadata, waiting]).toEqual([null, []])

    // As if the event of its placing was lost.
    await knexOf(shop.container)("crypto_payment").where({ order_id: orderId }).update({ order_id: null })
    expect(await shopperOf(shop).view(data.token)).toMatchObject({ address: null, uri: null, state: "alreadyPaid" })
  })

  it("shows no address after another provider authorized it, and crypto that still comes needs attention", async () => {
    const { paymentId, token, orderId } = await place()
    const { address } = await shopperOf(shop).view(token)
    const other = await openOn(shop, await orderChanges(shop).askFor(orderId, 25.5), MANUAL_PROVIDER, {})
    await shop.container.resolve(Modules.PAYMENT).authorizePaymentSession(other.id, {})

    expect(await shopperOf(shop).view(token)).toMatchObject({ address: null, uri: null, state: "alreadyPaid" })
    expect(await (await shopperOf(shop).ask(`/crypto-payments/${token}`)).text()).not.toContain(address as string)
    expect((await payUntil(shop, paymentId, "attention")).attention_reason).toBe("order_paid_otherwise")
    // The other provider captured nothing, so nobody paid twice.
    expect(await shopperOf(shop).view(token)).toMatchObject({ status: "paid", state: "held" })
  })

  /** Runs `happen` during the next request to the service for an address. */
  const whileAsking = async (happen: () => Promise<unknown>) =>
    beforeNext(await cryptoPayments(shop.container).clientOf("default"), "createPayment", happen)

  it("gets no new address in its session when it is paid while a new price is requested", async () => {
    const { sessionId, paymentId, token, orderId } = await place()
    await expireQuote(shop, paymentId)
    expect(await shownOn(sessionId)).toEqual(expect.any(String))
    await whileAsking(async () => {
      await orderChanges(shop).payByHand(orderId, 25.5)
      await until("the old address is withdrawn", async () => (await shownOn(sessionId)) === null)
    })
    await expectRefused(shopperOf(shop).renew(token), "already_paid")
    expect(await shownOn(sessionId)).toBeNull()
  })

  it("answers paid instead of a new address when the old one is paid during the request for a new price", async () => {
    const { paymentId, token, orderId } = await place()
    await expireQuote(shop, paymentId)
    await whileAsking(async () => {
      shop.sandbox.payLate(paymentId)
      await rowInState(shop.container, paymentId, "settled")
    })
    expect(await shopperOf(shop).renew(token)).toMatchObject({ token, payment: { status: "paid", address: null } })
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
  })

  it("gets no new session when it is paid while the payment step is opened again", async () => {
    const { collection, orderId } = await place()
    await whileAsking(() => orderChanges(shop).payByHand(orderId, 25.5))
    await expectRefused(openOn(shop, collection, undefined, { asset: "LTC" }), "already_paid")
    const sessions = await shop.container
      .resolve(Modules.PAYMENT)
      .listPaymentSessions({ payment_collection_id: collection })
    expect(sessions.filter(({ data }) => data?.asset === "LTC")).toEqual([])
  })

  it("leaves the pay_url of its expired quote's event empty if the page offers no new price", async () => {
    const [canceled, paid, gone] = [await place(), await place(), await place()]
    const [elsewhere, waiting] = [await place(), await place()]
    const heard = heardOf(shop, "crypto_payment.expired")
    for (const { paymentId } of [canceled, paid, gone, elsewhere, waiting]) await expireQuote(shop, paymentId)
    await shop.admin.post(`/admin/orders/${canceled.orderId}/cancel`)
    await orderChanges(shop).payByHand(paid.orderId, 25.5)
    await knexOf(shop.container)("payment_session").where({ id: gone.sessionId }).delete()
    // Money is on its way to another of its addresses.
    const { data } = await openOn(shop, await orderChanges(shop).askFor(elsewhere.orderId, 25.5))
    shop.sandbox.payLate(data.payment_id, { complete: false })
    const { id } = await rowOf(shop.container, data.payment_id)
    await shop.admin.post(`/admin/crypto-payments/payments/${id}/check`)

    await untilQuiet(shop.container)
    await sweepAt(shop, 5)
    const urlOf = async ({ orderId }: { orderId: string }) =>
      (await until("the store is told", () => heard.find(({ order_id }) => order_id === orderId))).pay_url
    for (const one of [canceled, paid, gone, elsewhere]) expect(await urlOf(one)).toBeNull()
    expect(await urlOf(waiting)).toContain("/crypto-payments/")
  })
})
