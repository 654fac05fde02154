import { Modules } from "@medusajs/framework/utils"
import { completeCartWorkflow, updateCartPromotionsWorkflow } from "@medusajs/medusa/core-flows"
import type { PromotionState } from "../../src/core/payment/promotion"
import type { CryptoPaymentOption } from "../../src/storefront/types"
import { contextOf } from "../../src/workflows/context"
import { promotionState } from "../../src/workflows/promotions/cart-promotions"
import { ONE } from "../support/admin-connections"
import { beforeNext } from "../support/clock"
import { MANUAL_PROVIDER } from "../support/constants"
import { cryptoPayments, payUntil, rowInState, rowOf } from "../support/crypto-payments"
import { expectErrors, WHATEVER_MEETS } from "../support/expect-errors"
import { HttpProblem } from "../support/http"
import { liveServiceOf } from "../support/live-service"
import { describeShop } from "../support/medusa"
import { knexOf } from "../support/module-rows"
import { creditCart, openOn, orderChanges, removeCredit } from "../support/order-changes"
import { expectRefused, openCart, pathOfOptions } from "../support/shopper"
import type { Cart, SessionWish } from "../support/store"
import { until } from "../support/until"

jest.mock("../../medusa-config", () => jest.requireActual("../support/medusa-configs").configWithLive())

const [FULL, LESS10, LESS5] = [25.5, 23.95, 20.5]
const WHOLE = { target_type: "items", allocation: "across" }
const CARD = { provider: MANUAL_PROVIDER }
const LIVE = { provider: "pp_crypto_live", asset: "LTC" }

describeShop("a store with a price for paying in crypto", {}, (shop) => {
  const live = liveServiceOf(shop, { promotion_code: "LIVE5" })

  beforeEach(async () => {
    await shop.admin.post(ONE, { promotion_code: "CRYPTO10" })
    const payment_providers = ["pp_crypto_default", LIVE.provider, MANUAL_PROVIDER]
    await shop.admin.post(`/admin/regions/${shop.seed.regions.usd}`, { payment_providers })
    await make("LIVE5", { type: "fixed", value: 5, currency_code: "usd" })
  })

  const promotions = () => shop.container.resolve(Modules.PROMOTION)
  const make = (code: string, method: object = {}, more: object = {}) =>
    promotions().createPromotions({
      ...{ code, type: "standard", status: "active" },
      application_method: { type: "percentage", value: 10, currency_code: "usd", ...WHOLE, ...method },
      ...more,
    } as never)
  const idOf = async (code: string) => (await promotions().listPromotions({ code: [code] }))[0]?.id as string
  const budget = (type: string, limit: number, more: object = {}) => ({
    campaign: { name: "c", campaign_identifier: "c", budget: { type, limit, ...more } },
  })
  const total = async ({ id }: Pick<Cart, "id">) => (await shop.store.cart(id)).total
  /** An order's total, and the codes that lower it. */
  const priced = async (id: string) => {
    const { order } = await shop.admin.get(`/admin/orders/${id}?fields=total,items.adjustments.code`)
    return [order.total, ...order.items[0].adjustments.map(({ code }: { code: string }) => code)]
  }
  /** As code outside of the store's routes does: Medusa leaves the sessions as they are. */
  const applyElsewhere = (cart_id: string, code: string, action: "add" | "remove" = "add") =>
    updateCartPromotionsWorkflow(shop.container).run({
      input: { cart_id, promo_codes: [code], action: action as never },
    })

  it("gives it with the session, keeps the address when the step opens again, and takes it before a card's session", async () => {
    await make("CRYPTO10")
    const { cart, amount, data } = await openCart(shop)
    expect([amount, await total(cart), data.amount.minor]).toEqual([LESS10, LESS10, 2395])
    const asked = shop.sandbox.requests().length
    expect((await shop.store.openSession(cart)).data.payment_id).toBe(data.payment_id)
    expect(shop.sandbox.requests()).toHaveLength(asked)

    expect((await shop.store.openSession(cart, CARD)).amount).toBe(FULL)
    expect(await total(cart)).toBe(FULL)
    await shop.store.openSession(cart)
    const collection = (await shop.store.openSession(cart)).collection
    await shop.admin.post(`/admin/payment-collections/${collection}/payment-sessions`, { provider_id: MANUAL_PROVIDER })
    const { orderId } = await shop.store.placeOrder(cart)
    expect(await priced(orderId)).toEqual([FULL])

    // A gift card that pays all of the lower price.
    const credited = await openCart(shop)
    await creditCart(shop, credited.cart.id, LESS10)
    await expectRefused(shop.store.complete(credited.cart), "amount_changed")
    expect((await shop.store.openSession(credited.cart)).amount).toBe(1.55)
  })

  it.each([
    ["an asset that is not offered", { asset: "NOPE" }],
    ["a provider outside of the region", { provider: LIVE.provider, asset: "LTC" }],
  ])("is not on a cart whose session was refused, for %s, so no card is charged another amount", async (_, wish) => {
    await make("CRYPTO10")
    const payment_providers = ["pp_crypto_default", MANUAL_PROVIDER]
    await shop.admin.post(`/admin/regions/${shop.seed.regions.usd}`, { payment_providers })
    const cart = await shop.store.makeCart()
    await shop.store.openSession(cart, CARD)
    await expect(shop.store.openSession(cart, wish)).rejects.toThrow()
    expect(await total(cart)).toBe(FULL)
    expect((await shop.store.openSession(cart, CARD)).amount).toBe(FULL)
    const { orderId } = await shop.store.placeOrder(cart)
    expect(await priced(orderId)).toEqual([FULL])
  })

  it("lets a card pay the rest of an order that was paid by card with the same code", async () => {
    await make("CRYPTO10")
    await shop.admin.post(ONE, { promotion_code: null })
    const cart = await shop.store.makeCart()
    await applyElsewhere(cart.id, "CRYPTO10")
    await shop.store.openSession(cart, CARD)
    const { orderId } = await shop.store.placeOrder(cart)
    const { order } = await shop.admin.get(`/admin/orders/${orderId}?fields=payment_collections.payments.id`)
    await shop.admin.post(`/admin/payments/${order.payment_collections[0].payments[0].id}/capture`)
    await shop.admin.post(ONE, { promotion_code: "CRYPTO10" })
    await orderChanges(shop).editQuantity(orderId, 2)
    const rest = await orderChanges(shop).askFor(orderId, LESS10)
    expect((await openOn(shop, rest, MANUAL_PROVIDER, {})).amount).toBeGreaterThan(0)
  })

  it("takes it off a cart that a gift card pays although crypto was paid before and went back, or is on its way", async () => {
    await make("CRYPTO10")
    const { cart, data } = await openCart(shop)
    await shop.store.changeQuantity(cart, 2)
    const { id } = await payUntil(shop, data.payment_id, "attention")
    await shop.admin.post(`/admin/crypto-payments/payments/${id}/close`, { note: "Sent back by hand." })
    await shop.store.changeQuantity(cart, 1)
    expect((await shop.store.openSession(cart)).amount).toBe(LESS10)
    const { cart: onItsWay, data: sent } = await openCart(shop)
    await knexOf(shop.container)("crypto_payment").where({ external_id: sent.payment_id }).update({ confirmations: 1 })
    for (const one of [cart, onItsWay]) {
      await creditCart(shop, one.id, LESS10)
      await expectRefused(shop.store.complete(one), "amount_changed")
    }
  })

  const onItsWay = async (paymentId: string, how: string) => {
    const { payments } = cryptoPayments(shop.container)
    const { id } = await rowOf(shop.container, paymentId)
    const now = new Date()
    if (how === "seen") await payments.patch(id, { confirmations: 1 }, now)
    else await payments.move(id, "service_completed", { completed_at: now, next_check_at: now }, now)
  }

  /** The step opens again at this price, with the address that was paid, and the order has it too. */
  const expectPaidAt = async (cart: Cart, paymentId: string, [price, ...codes]: [number, ...string[]]) => {
    const asked = shop.sandbox.requests().length
    const again = await shop.store.openSession(cart)
    expect([again.data.payment_id, again.amount, await total(cart)]).toEqual([paymentId, price, price])
    expect(shop.sandbox.requests()).toHaveLength(asked)
    shop.sandbox.pay(paymentId)
    const { orderId } = await shop.store.placeOrder(cart)
    await rowInState(shop.container, paymentId, "settled")
    expect(await priced(orderId)).toEqual([price, ...codes])
  }

  it("comes too late for a cart whose money is seen and keeps its price", async () => {
    const { cart, amount, data } = await openCart(shop)
    expect(amount).toBe(FULL)
    await onItsWay(data.payment_id, "seen")
    await make("CRYPTO10")
    await expectPaidAt(cart, data.payment_id, [FULL])
  })

  it.each(["seen", "completed"])("returns to a cart whose money is %s after looks at other ways", async (how) => {
    await make("CRYPTO10")
    const { cart, data } = await openCart(shop)
    await onItsWay(data.payment_id, how)
    await expectRefused(shop.store.openSession(cart, LIVE), "payment_seen")
    expect(await total(cart)).toBe(LESS10)
    expect((await shop.store.openSession(cart, CARD)).amount).toBe(FULL)
    await expectPaidAt(cart, data.payment_id, [LESS10, "CRYPTO10"])
  })

  it("stays on the order that crypto paid, at either placement, and a later quote of the order leaves it", async () => {
    await make("CRYPTO10")
    const { cart, data } = await openCart(shop)
    const { orderId } = await shop.store.placeOrder(cart)
    await shop.store.post(`/store/crypto-payments/${data.token}/quote`, { asset: "LTC" })
    await payUntil(shop, data.payment_id, "settled")
    expect(await priced((await shop.paidOrder(orderId)).id)).toEqual([LESS10, "CRYPTO10"])

    const paidFirst = await openCart(shop, LIVE)
    expect(await shop.store.complete(paidFirst.cart)).toMatchObject({ type: "cart" })
    live.sandbox.pay(paidFirst.data.payment_id)
    expect(await priced(await orderFrom(paidFirst.cart))).toEqual([LESS5, "LIVE5"])
  })
  const orderFrom = (cart: Cart) => until("the order is placed", async () => (await shop.ordersOfCart(cart.id))[0])

  it("lets no other provider take the price of an order that waits for crypto, and takes the rest of a paid one", async () => {
    await make("CRYPTO10")
    const { cart, collection, data } = await openCart(shop)
    const { orderId } = await shop.store.placeOrder(cart)
    await expectRefused(openOn(shop, collection, MANUAL_PROVIDER, {}), "price_of_another_way")
    await expectRefused(openOn(shop, collection, LIVE.provider, { asset: LIVE.asset }), "price_of_another_way")
    const link = `/admin/crypto-payments/orders/${orderId}/payment-link`
    await expectRefused(shop.admin.post(link, { connection_id: "live" }), "no_connection_for_order")
    expect((await shop.admin.post(link, {})).payment_link.link.connection_id).toBe("default")
    expect((await openOn(shop, collection)).data.payment_id).toBe(data.payment_id)
    await payUntil(shop, data.payment_id, "settled")
    const { editQuantity, askFor } = orderChanges(shop)
    await editQuantity(orderId, 2)
    const rest = (await shop.orderOf(orderId)).collections.find(({ status }) => status === "not_paid")?.id
    expect((await openOn(shop, rest ?? (await askFor(orderId, 10)), MANUAL_PROVIDER, {})).amount).toBeGreaterThan(0)

    await promotions().updatePromotions({ id: await idOf("CRYPTO10"), status: "inactive" })
    const plain = await openCart(shop)
    await shop.store.placeOrder(plain.cart)
    expect((await openOn(shop, plain.collection, MANUAL_PROVIDER, {})).amount).toBe(FULL)
  })

  it("says in the options what it saves, without the code, until it is over", async () => {
    const discounts = async (of = "") => {
      const answer = await shop.store.get(pathOfOptions(shop.seed.regions.usd) + of)
      expect(JSON.stringify(answer)).not.toMatch(/CRYPTO10|LIVE5/)
      const all = answer.options.map((one: CryptoPaymentOption) => [one.connection_id, one.discount])
      return Object.fromEntries(all)
    }
    const off5 = { percentage: null, amount: { minor: 500, currency: "USD", display: "5.00" } }
    expect(await discounts()).toEqual({ default: null, live: off5 })
    const pageOf = ({ token }: { token: string }) =>
      fetch(`${shop.url}/crypto-payments/${token}`).then((answer) => answer.text())
    const { data: before } = await openCart(shop)
    await make("CRYPTO10")
    expect(await discounts()).toEqual({ default: { percentage: "10", amount: null }, live: off5 })
    const { data } = await openCart(shop)
    expect(await discounts(`&token=${data.token}`)).toEqual({ default: { percentage: "10", amount: null }, live: null })
    expect(await discounts(`&token=${before.token}`)).toEqual({ default: null, live: null })
    expect(await pageOf(data)).toContain("10 % off when you pay with crypto")
    // Its price does not have the promotion.
    expect(await pageOf(before)).not.toContain("off when you pay")
    await promotions().updatePromotions({ id: await idOf("CRYPTO10"), status: "inactive" })
    expect(await discounts()).toEqual({ default: null, live: off5 })
    expect(await pageOf(data)).not.toContain("off when you pay")
  })

  it("gives each connection's session its own code only", async () => {
    await make("CRYPTO10")
    const { cart } = await openCart(shop)
    await shop.store.post(`/store/carts/${cart.id}/promotions`, { promo_codes: ["LIVE5"] })
    expect((await shop.store.openSession(cart, LIVE)).amount).toBe(LESS5)
    expect((await shop.store.openSession(cart)).amount).toBe(LESS10)
    await applyElsewhere(cart.id, "LIVE5")
    expect(await priced((await shop.store.placeOrder(cart)).orderId)).toEqual([LESS10, "CRYPTO10"])
  })

  it("does not give it to a shopper who types the code and pays by card, or has nothing left to pay", async () => {
    await make("CRYPTO10", { value: 100, target_type: "order" })
    const cart = await shop.store.makeCart()
    await shop.store.post(`/store/carts/${cart.id}/promotions`, { promo_codes: ["CRYPTO10"] })
    expect((await shop.store.openSession(cart, CARD)).amount).toBe(FULL)
    await applyElsewhere(cart.id, "CRYPTO10")
    expect(await priced((await shop.store.placeOrder(cart)).orderId)).toEqual([FULL])

    const free = await shop.store.makeCart({ shipping: false })
    await shop.store.post(`/store/carts/${free.id}/promotions`, { promo_codes: ["CRYPTO10"] })
    expect(await total(free)).toBe(0)
    await expectRefused(shop.store.complete(free), "amount_changed")
    expect((await shop.store.openSession(free)).amount).toBe(15.5)
  })

  const over = { campaign: { name: "c", campaign_identifier: "c", ends_at: new Date(Date.now() - 60_000) } }
  const once = { attribute: "customer_email" }
  it.each<[why: string, state: PromotionState, more: object | null, usedBy: "budget" | "customer" | null]>([
    ["missing", "missing", null, null],
    ["not active", "inactive", { status: "draft" }, null],
    ["over", "not_now", over, null],
    ["used up", "not_now", budget("usage", 1), "budget"],
    ["of a budget that it would exceed", "applies", budget("spend", 1, { currency_code: "usd" }), null],
    ["for a customer who had it", "applies", budget("use_by_attribute", 1, once), "customer"],
    ["automatic", "automatic", { is_automatic: true }, null],
  ])("sells at the cart's own price with a promotion that is %s (doctor: %s)", async (_, state, more, usedBy) => {
    if (more) await make("CRYPTO10", {}, more)
    const used = { used: 1, raw_used: { value: "1", precision: 20 } }
    const budgets = knexOf(shop.container)("promotion_campaign_budget")
    const { id: budget_id } = (usedBy && (await budgets.clone().first("id"))) ?? {}
    if (usedBy === "budget") await budgets.update(used)
    const usage = { id: "usage", budget_id, attribute_value: "shopper@example.com", ...used }
    if (usedBy === "customer") await knexOf(shop.container)("promotion_campaign_budget_usage").insert(usage)
    expect(await promotionState(contextOf(shop.container), "CRYPTO10")).toBe(state)
    const { cart, amount } = await openCart(shop)
    expect([amount, await total(cart)]).toEqual([FULL, FULL])
    expect(await priced((await shop.store.placeOrder(cart)).orderId)).toEqual([FULL])
  })

  it("asks for the full price if the last use went to another order, and keeps a price that was paid", async () => {
    await make("CRYPTO10", {}, { limit: 1 })
    const open = () => openCart(shop)
    const [early, late, paid, sent] = [await open(), await open(), await open(), await open()]
    // Money of its former total does not pay for a cart that costs more by now.
    const larger = await open()
    await onItsWay(larger.data.payment_id, "completed")
    await shop.store.changeQuantity(larger.cart, 2)
    await shop.store.openSession(larger.cart, { asset: "LTC" })
    await shop.store.placeOrder(early.cart)
    // No event reported this money yet, but the service knows of it.
    shop.sandbox.stopDelivering()
    shop.sandbox.pay(sent.data.payment_id)
    expect(await priced((await shop.store.placeOrder(sent.cart)).orderId)).toEqual([LESS10, "CRYPTO10 (not counted)"])
    shop.sandbox.resumeDelivering()
    for (const { cart } of [larger, late]) await expectRefused(shop.store.complete(cart), "amount_changed")
    expect((await shop.store.openSession(late.cart)).amount).toBe(FULL)
    expect(await priced((await shop.store.placeOrder(late.cart)).orderId)).toEqual([FULL])

    shop.sandbox.pay(paid.data.payment_id)
    expect(await priced(await orderFrom(paid.cart))).toEqual([LESS10, "CRYPTO10 (not counted)"])
    await rowInState(shop.container, paid.data.payment_id, "settled")
  })

  it("asks for no full price in crypto if another tab takes the discount off while the payment step opens", async () => {
    await make("CRYPTO10")
    const cart = await shop.store.makeCart()
    const { collection } = await shop.store.openSession(cart)
    const inCrypto = () => openOn(shop, collection)
    // Core reads the collection after our guard.
    beforeNext(shop.container.resolve(Modules.PAYMENT), "listPaymentCollections", () =>
      shop.store.openSession(cart, CARD),
    )
    await expectRefused(inCrypto(), "amount_changed")
    expect((await inCrypto()).amount).toBe(LESS10)
  })

  it("lets no card take the price that another tab's payment step in crypto gives meanwhile", async () => {
    await make("CRYPTO10")
    const cart = await shop.store.makeCart()
    const { collection } = await shop.store.openSession(cart, CARD)
    // Core reads the collection after our guard.
    const inCrypto = () => openOn(shop, collection)
    beforeNext(shop.container.resolve(Modules.PAYMENT), "listPaymentCollections", inCrypto)
    await expectRefused(openOn(shop, collection, MANUAL_PROVIDER, {}), "amount_changed")
    expect(await total(cart)).toBe(FULL)
    expect((await shop.store.openSession(cart, CARD)).amount).toBe(FULL)
    expect(await priced((await shop.store.placeOrder(cart)).orderId)).toEqual([FULL])
  })

  it("lets no card pay less than the cart costs if the promotion or a credit went without a new amount, in any order", async () => {
    await make("CRYPTO10")
    const { cart, collection } = await openCart(shop)
    await applyElsewhere(cart.id, "CRYPTO10", "remove")
    expect((await shop.store.openSession(cart, CARD)).amount).toBe(FULL)
    const { amount } = await openOn(shop, collection)
    const payments = shop.container.resolve(Modules.PAYMENT)
    const cheap = { provider_id: MANUAL_PROVIDER, amount, currency_code: "usd", data: {} }
    await payments.createPaymentSession(collection, cheap)
    await applyElsewhere(cart.id, "CRYPTO10", "remove")
    await expectRefused(shop.store.complete(cart), "amount_changed")
    await shop.store.openSession(cart, CARD)
    expect(await priced((await shop.store.placeOrder(cart)).orderId)).toEqual([FULL])
    // Stripe refuses to delete a session that took money: the shopper gets the order.
    const paid = await openCart(shop)
    await Promise.all([payments.createPaymentSession(paid.collection, cheap), payments.deletePaymentSession(paid.id)])
    await applyElsewhere(paid.cart.id, "CRYPTO10", "remove")
    jest.spyOn(payments, "deletePaymentSession").mockRejectedValueOnce(new Error("it has succeeded"))
    await shop.store.placeOrder(paid.cart)
    await shop.admin.post(ONE, { promotion_code: null })
    const credited = await shop.store.makeCart()
    const credit = await creditCart(shop, credited.id, 20)
    expect((await shop.store.openSession(credited)).amount).toBe(5.5)
    await removeCredit(shop, credit)
    expect((await shop.store.openSession(credited, CARD)).amount).toBe(FULL)
  })

  it("lets a card pay what the cart costs if the promotion is automatic by mistake", async () => {
    await make("CRYPTO10", {}, { is_automatic: true })
    const cart = await shop.store.makeCart()
    const { amount } = await shop.store.openSession(cart, CARD)
    expect((await priced((await shop.store.placeOrder(cart)).orderId))[0]).toBe(amount)
  })

  it("is not on a cart whose card session opened while it was added", async () => {
    await make("CRYPTO10")
    const cart = await shop.store.makeCart()
    const { collection } = await shop.store.openSession(cart, CARD)
    const payments = shop.container.resolve(Modules.PAYMENT)
    const byCard = () => openOn(shop, collection, MANUAL_PROVIDER, {})
    beforeNext(shop.container.resolve(Modules.CART), "addLineItemAdjustments", async () => {
      expect(await payments.listPaymentSessions({ payment_collection_id: collection })).toEqual([])
      await byCard()
    })
    await expectRefused(shop.store.openSession(cart), "amount_changed")
    const [session] = await payments.listPaymentSessions({ payment_collection_id: collection })
    expect([await total(cart), session?.amount]).toEqual([FULL, FULL])
    expect((await shop.store.openSession(cart)).amount).toBe(LESS10)
  })

  it("is not on an order that a card pays while the payment step opens in crypto", async () => {
    await make("CRYPTO10")
    const cart = await shop.store.makeCart()
    await shop.store.openSession(cart, CARD)
    // The completion was checked before, when the cart had no promotion.
    const complete = () => completeCartWorkflow(shop.container).run({ input: { id: cart.id } })
    beforeNext(shop.container.resolve(Modules.PAYMENT), "deletePaymentSession", complete)
    await shop.store.openSession(cart).catch(() => undefined)
    const [id] = await shop.ordersOfCart(cart.id)
    expect(await priced(id as string)).toEqual([FULL])
  })

  it("gives an order the discount if, and only if, crypto pays it, also with two tabs", async () => {
    expectErrors(WHATEVER_MEETS)
    await make("CRYPTO10")
    const cart = await shop.store.makeCart()
    const open = (wish: SessionWish) => shop.store.openSession(cart, wish).catch((error) => error)
    const complete = () => shop.store.complete(cart).catch((error) => error)
    await open(CARD)
    await Promise.all([open({}), open(CARD), complete()])
    for (let round = 0; round < 6; round++) {
      if ((await complete()) instanceof HttpProblem) await open(round % 2 ? {} : CARD)
    }
    const [id] = await shop.ordersOfCart(cart.id)
    const { payment_collections } = (
      await shop.admin.get(`/admin/orders/${id}?fields=payment_collections.payment_sessions.provider_id`)
    ).order
    const byCrypto = payment_collections[0].payment_sessions.some(
      ({ provider_id }: { provider_id: string }) => provider_id === "pp_crypto_default",
    )
    expect(await priced(id as string)).toEqual(byCrypto ? [LESS10, "CRYPTO10"] : [FULL])
  })
})
