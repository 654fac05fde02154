import { randomUUID } from "node:crypto"
import { Modules } from "@medusajs/framework/utils"
import { completeCartWorkflow, updateCartPromotionsWorkflow } from "@medusajs/medusa/core-flows"
import { createHttp, type Http } from "../../../support/http"
import { knexOf, patchConnection } from "../../../support/module-rows"
import { creditCart, removeCredit } from "../../../support/order-changes"
import type { Cart } from "../../../support/store"
import { refusable, type WhyNot } from "./refusable"
import type { ModelShop, Story } from "./story"

const PROMOTION = "LESS5"

/** A price of ten percent less for paying in crypto. */
export const CRYPTO_CODE = "CRYPTO10"

const NO_PLUGIN = "the store has no plugin for credit"

/** Acts on the open cart of a story. */
const withCart =
  (work: (shop: ModelShop, cart: Cart, which: number, story: Story) => Promise<WhyNot>) =>
  async (shop: ModelShop, story: Story, which: number): Promise<WhyNot> => {
    const { cart, orderId, deletedCart, connected } = story
    if (!cart || orderId || deletedCart) return "there is no open cart"
    // Medusa would delete the session, and calls the provider for that, which is gone.
    return connected ? work(shop, cart, which, story) : "the connection is gone"
  }

/** Credits 5, 10 or 20, at most what the cart costs. Medusa changes the total and not the payment collection. */
export const credit = withCart(async (shop, { id }, which) => {
  const { cart } = await shop.store.get(`/store/carts/${id}?fields=total`)
  if (cart.total <= 0) return "it costs nothing"
  await creditCart(shop, id, Math.min([20, 5, 10][which % 3] as number, cart.total))
  return undefined
})

export const uncredit = withCart(async (shop, cart) => {
  const [line] = await knexOf(shop.container)<{ id: string }>("credit_line")
    .where({ cart_id: cart.id })
    .whereNull("deleted_at")
  if (!line) return "there is no credit"
  await removeCredit(shop, line.id)
  return undefined
})

/** The store gives a price for paying in crypto, from the next opening of the payment step on. */
export const priceCrypto = withCart(async (shop, _cart, _which, story) => {
  if (story.priced) return "it has one"
  await makePromotion(shop, CRYPTO_CODE, { type: "percentage", value: 10 })
  await setCryptoCode(shop, CRYPTO_CODE)
  story.priced = true
  return undefined
})

/** Makes a promotion of all items, unless there is one with this code. */
async function makePromotion({ container }: ModelShop, code: string, of: object): Promise<void> {
  const promotions = container.resolve(Modules.PROMOTION)
  const [found] = await promotions.listPromotions({ code: [code] })
  const application_method = { target_type: "items", allocation: "across", ...of }
  const made = { code, type: "standard", status: "active", application_method }
  if (!found) await promotions.createPromotions(made as never)
}

export const setCryptoCode = (shop: ModelShop, promotion_code: string | null): Promise<void> =>
  patchConnection(shop, { promotion_code })

/** The shopper types the code of the price for paying in crypto. */
export const typeTheCode = withCart(async (shop, { id }, _which, story) =>
  story.priced
    ? refusable(() => shop.store.post(`/store/carts/${id}/promotions`, { promo_codes: [CRYPTO_CODE] }))
    : "there is none",
)

/** Adds or removes a code of 5.00 off each item. */
const promote = (action: "add" | "remove") =>
  withCart(async (shop, cart) => {
    await makePromotion(shop, PROMOTION, { type: "fixed", value: 5, currency_code: "usd" })
    const input = { cart_id: cart.id, promo_codes: [PROMOTION], action }
    const { errors } = await updateCartPromotionsWorkflow(shop.container).run({
      input: input as never,
      throwOnError: false,
    })
    return errors[0] && String(errors[0].error)
  })

export const addPromotion = promote("add")
export const removePromotion = promote("remove")

/** Adds a second shipping method of another price, or replaces it with the usual one. */
export const changeShipping = withCart((shop, cart) => refusable(() => shop.store.addShipping(cart)))

/** Another plugin completes the cart with Medusa's workflow, not through the store's route. */
export const completeElsewhere = withCart(async (shop, cart) => {
  const { errors } = await completeCartWorkflow(shop.container).run({ input: { id: cart.id }, throwOnError: false })
  return errors[0] && String((errors[0].error as { message?: unknown } | undefined)?.message ?? errors[0].error)
})

/** In major units of the cart's currency. */
const amountOf = (which: number): number => [10, 5, 20][which % 3] as number

/** Pays 10, 5 or 20 of the cart with a new gift card. */
export const giftCard = withCart(async (shop, { id }, which, { currency }) => {
  if (!shop.withCredit) return NO_PLUGIN
  const code = randomUUID()
  await shop.admin.post("/admin/gift-cards", { currency_code: currency, value: amountOf(which), code })
  return refusable(() => shop.store.post(`/store/carts/${id}/gift-cards`, { code }))
})

/** The shopper registers, and pays 10, 5 or 20 of the cart with store credit. */
export const storeCredit = withCart(async (shop, { id }, which, { currency }) => {
  if (!shop.withCredit) return NO_PLUGIN
  const customer = await registered(shop)
  const { cart } = await customer.post(`/store/carts/${id}/customer`)
  const account = { currency_code: currency, customer_id: cart.customer_id }
  const { store_credit_account } = await shop.admin.post("/admin/store-credit-accounts", account)
  await shop.admin.post(`/admin/store-credit-accounts/${store_credit_account.id}/credit`, { amount: 50 })
  return refusable(() => customer.post(`/store/carts/${id}/store-credits`, { amount: amountOf(which) }))
})

/** The requests of a new customer who is logged in. */
async function registered(shop: ModelShop): Promise<Http> {
  const login = { email: `${randomUUID()}@example.com`, password: "correct horse battery" }
  const as = ({ token }: { token: string }) =>
    createHttp(shop.url, { ...shop.store.headers, authorization: `Bearer ${token}` })
  const newcomer = as(await shop.store.post("/auth/customer/emailpass/register", login))
  await newcomer.post("/store/customers", { email: login.email })
  return as(await shop.store.post("/auth/customer/emailpass", login))
}
