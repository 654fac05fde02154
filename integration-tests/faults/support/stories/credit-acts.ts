import { randomUUID } from "node:crypto"
import { createHttp, type Http } from "../../../support/http"
import { withCart } from "./cart-acts"
import { refusable } from "./refusable"
import type { ModelShop } from "./story"

const NO_PLUGIN = "the store has no plugin for credit"

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
