import { loadOrderBalance } from "../../src/medusa/balance"
import { expireQuote } from "../support/clock"
import { cryptoPayments, payUntil, rowOf, rowOfToken, untilNoted } from "../support/crypto-payments"
import { expectErrors, NO_REFUND_BY_SOFTWARE } from "../support/expect-errors"
import { describeShop, type Shop } from "../support/medusa"
import { payoutsIn } from "../support/payouts-in"
import { shopperOf } from "../support/shopper"
import type { Cart } from "../support/store"

/** The price of one notebook, of shipping and of both, in major units of a currency. */
type Sold = {
  currency: string
  item: number
  shipping: number
  total: number
  minor: number
  display: string
  quantity?: number
  /** 19 per cent are in the price, and this code takes 10 per cent off. */
  code?: string
}

/** Sells to Canada in a currency, at these prices, and makes a cart with one notebook and shipping. */
async function cartIn({ admin, store, seed }: Shop, sold: Sold): Promise<Cart> {
  const { currency, item, shipping, quantity = 1, code } = sold
  const prices = (amount: number) => ({ prices: [{ currency_code: currency, amount }] })
  const { stores } = await admin.get("/admin/stores?fields=id,*supported_currencies")
  const known = stores[0].supported_currencies.map(({ currency_code, is_default }: Record<string, unknown>) => {
    return { currency_code, is_default }
  })
  if (!known.some((one: { currency_code: string }) => one.currency_code === currency)) {
    const added = { currency_code: currency, is_tax_inclusive: code !== undefined }
    await admin.post(`/admin/stores/${stores[0].id}`, { supported_currencies: [...known, added] })
  }
  const { region } = await admin.post("/admin/regions", {
    ...{ name: "Canada", currency_code: currency, countries: ["ca"] },
    payment_providers: ["pp_crypto_default", "pp_system_default"],
  })
  if (code) {
    const default_tax_rate = { rate: 19, code: "VAT", name: "VAT" }
    await admin.post("/admin/tax-regions", { country_code: "ca", provider_id: "tp_system", default_tax_rate })
    await admin.post("/admin/promotions", {
      ...{ code, type: "standard", status: "active", is_tax_inclusive: true },
      application_method: { type: "percentage", target_type: "items", allocation: "across", value: 10 },
    })
  }
  const { variants } = await admin.get(`/admin/product-variants?id=${seed.variants.plenty}&fields=id,product_id`)
  await admin.post(`/admin/products/${variants[0].product_id}/variants/${seed.variants.plenty}`, prices(item))
  await admin.post(`/admin/shipping-options/${seed.shippingOption}`, prices(shipping))
  const { cart } = await store.post("/store/carts?fields=id", {
    ...{ region_id: region.id, sales_channel_id: seed.salesChannel, email: "fraction@example.com" },
    shipping_address: { first_name: "Ada", address_1: "1 Main St", city: "Toronto", country_code: "ca" },
    items: [{ variant_id: seed.variants.plenty, quantity }],
    promo_codes: code ? [code] : [],
  })
  return store.addShipping(cart)
}

describeShop("a total with a fraction of a minor unit", { orderPlacement: "checkout" }, (shop) => {
  expectErrors(NO_REFUND_BY_SOFTWARE)

  const DINARS: Sold = { currency: "kwd", item: 5.0005, shipping: 2, total: 7.0005, minor: 7001, display: "7.001" }
  /** Its quote is rounded down, so less than the total is paid. */
  const YEN: Sold = { currency: "jpy", item: 1391.4, shipping: 1000, total: 2391.4, minor: 2391, display: "2391" }

  const place = async (sold: Sold) => {
    const { total, minor } = sold
    const cart = await cartIn(shop, sold)
    expect(cart.total).toBe(total)
    const { data } = await shop.store.openSession(cart)
    expect(data.amount.minor).toBe(minor)
    const { orderId } = await shop.store.placeOrder(cart)
    await untilNoted(shop.container, data.payment_id)
    return { orderId, token: data.token, paymentId: data.payment_id }
  }
  /** Pays what a token shows, and expects a paid order that nobody needs to look at. */
  const payExactly = async (token: string, orderId: string, { total }: Sold) => {
    const { id, external_id: paymentId } = await rowOfToken(shop.container, token)
    await payUntil(shop, paymentId, "settled")
    await cryptoPayments(shop.container).drain.idle()
    const order = await shop.paidOrder(orderId)
    expect(order.captures.map(({ amount }) => amount)).toEqual([total])
    expect(order.summary).toMatchObject({ paid: total, pending: 0 })
    expect(order.collections.map(({ status, amount }) => [status, amount])).toEqual([["completed", total]])
    expect(await loadOrderBalance(shop.container, orderId)).toMatchObject({ outstanding: null, overpaid: null })
    expect((await rowOf(shop.container, paymentId)).attention_reason).toBeNull()
    expect(await shopperOf(shop).view(token)).toMatchObject({ state: "paid", outstanding: null })
    return id
  }

  it("is captured whole after another asset and a new price, and goes back whole", async () => {
    const { orderId, token, paymentId } = await place(DINARS)
    const other = await shopperOf(shop).renew(token, { asset: "LTC" })
    expect(other.payment.amount).toMatchObject({ minor: DINARS.minor, display: DINARS.display })
    await expireQuote(shop, paymentId)
    await expireQuote(shop, (await rowOfToken(shop.container, other.token)).external_id)
    const id = await payExactly((await shopperOf(shop).renew(other.token)).token, orderId, DINARS)

    const { payout, record, books } = payoutsIn(shop)
    const { payment } = await record(id, payout(DINARS.display, { asset: "BTC" }))
    expect(payment).toMatchObject({ refundable: null, attention: null })
    const refunded = { collection: [DINARS.total], summary: { refunded: DINARS.total, pending: 0 } }
    expect(await books(orderId)).toMatchObject(refunded)
  })

  it("is asked for and captured if Medusa's division leaves 8.7749999999999999998", async () => {
    const sold = { currency: "gbp", item: 0.25, shipping: 0, quantity: 39, code: "TEN_OFF" }
    const pounds = { ...sold, total: 8.775, minor: 878, display: "8.78" }
    const { orderId, token } = await place(pounds)
    await payExactly(token, orderId, pounds)
  })

  it("is captured whole through a payment link", async () => {
    const { orderId, paymentId } = await place(YEN)
    const path = `/admin/crypto-payments/orders/${orderId}/payment-link`
    const { link, outstanding } = (await shop.admin.post(path)).payment_link
    expect(outstanding.display).toBe(YEN.display)
    await expireQuote(shop, paymentId)
    const { token } = await shopperOf(shop).renew(link.url.split("/").pop(), { asset: "USDC", chain: "base" })
    await payExactly(token, orderId, YEN)
    expect((await shop.admin.get(path)).payment_link).toMatchObject({ outstanding: null, link: { state: "paid" } })
  })
})
