import { loadOrderBalance } from "../../src/medusa/balance"
import { cryptoPayments, expireQuote, rowInState, rowOf, untilNoted } from "../support/crypto-payments"
import { expectErrors, NO_REFUND_BY_SOFTWARE } from "../support/expect-errors"
import { describeShop } from "../support/medusa"
import { payoutOf } from "../support/payout"
import { type Prices, sellIn } from "../support/prices"
import { shopperOf } from "../support/shopper"

describeShop("a total with a fraction of a minor unit", { orderPlacement: "checkout" }, (shop) => {
  expectErrors(NO_REFUND_BY_SOFTWARE)

  type Sold = Prices & { total: number; minor: number; display: string }
  const CASES: Sold[] = [{ currency: "kwd", item: 5.0005, shipping: 2, total: 7.0005, minor: 7001, display: "7.001" }]
  /** Its quote is rounded down, so less than the total is paid. */
  const LOWER: Sold = { currency: "jpy", item: 1391.4, shipping: 1000, total: 2391.4, minor: 2391, display: "2391" }

  const place = async (makeCart: Awaited<ReturnType<typeof sellIn>>, { total, minor }: Sold) => {
    const cart = await makeCart()
    expect(cart.total).toBe(total)
    const { data } = await shop.store.openSession(cart)
    expect(data.amount.minor).toBe(minor)
    const { orderId } = await shop.store.placeOrder(cart)
    await untilNoted(shop.container, data.payment_id)
    return { orderId, token: data.token, paymentId: data.payment_id }
  }
  const shownBy = async (token: string) => {
    const row = await cryptoPayments(shop.container).payments.byToken(token)
    if (!row) throw new Error(`no payment has the token ${token}`)
    return row.external_id
  }
  /** Pays what a token shows, and expects a paid order that nobody needs to look at. */
  const payExactly = async (token: string, orderId: string, { total }: Sold) => {
    const paymentId = await shownBy(token)
    shop.sandbox.pay(paymentId)
    await rowInState(shop.container, paymentId, "settled")
    await cryptoPayments(shop.container).drain.idle()
    const order = await shop.paidOrder(orderId)
    expect(order.captures.map(({ amount }) => amount)).toEqual([total])
    expect(order.summary).toMatchObject({ paid: total, pending: 0 })
    expect(order.collections.map(({ status, amount }) => [status, amount])).toEqual([["completed", total]])
    expect(await loadOrderBalance(shop.container, orderId)).toMatchObject({ outstanding: null, overpaid: null })
    expect((await rowOf(shop.container, paymentId)).attention_reason).toBeNull()
    expect(await shopperOf(shop).view(token)).toMatchObject({ state: "paid", outstanding: null })
    return paymentId
  }

  it.each(CASES)("is captured whole after another asset and a new price: $total $currency", async (sold) => {
    const { orderId, token, paymentId } = await place(await sellIn(shop, sold), sold)
    const other = await shopperOf(shop).renew(token, { asset: "LTC" })
    expect(other.payment.amount).toMatchObject({ minor: sold.minor, display: sold.display })
    await expireQuote(shop, paymentId)
    await expireQuote(shop, await shownBy(other.token))
    const renewed = await shopperOf(shop).renew(other.token)
    const paid = await payExactly(renewed.token, orderId, sold)

    const { id } = await rowOf(shop.container, paid)
    const path = `/admin/crypto-payments/payments/${id}`
    await shop.admin.post(`${path}/payouts`, { ...payoutOf(sold.display), asset: "BTC" })
    expect((await shop.admin.get(path)).payment).toMatchObject({ refundable: null, attention: null })
    const { summary, collections } = await shop.orderOf(orderId)
    expect(summary).toMatchObject({ refunded: sold.total, pending: 0 })
    expect(collections.map(({ refundedAmount }) => refundedAmount)).toEqual([sold.total])
  })

  it.each([LOWER])("is captured whole through a payment link: $total $currency", async (sold) => {
    const { orderId, paymentId } = await place(await sellIn(shop, sold), sold)
    const path = `/admin/crypto-payments/orders/${orderId}/payment-link`
    const { link, outstanding } = (await shop.admin.post(path)).payment_link
    expect(outstanding.display).toBe(sold.display)
    await expireQuote(shop, paymentId)
    const { token } = await shopperOf(shop).renew(link.url.split("/").pop(), { asset: "USDC", chain: "base" })
    await payExactly(token, orderId, sold)
    expect((await shop.admin.get(path)).payment_link).toMatchObject({ outstanding: null, link: { state: "paid" } })
  })
})
