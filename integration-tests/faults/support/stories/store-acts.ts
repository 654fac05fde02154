import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { enterKeys } from "../../../support/admin-connections"
import { cryptoPayments } from "../../../support/crypto-payments"
import { knexOf } from "../../../support/module-rows"
import { setCryptoCode } from "./cart-acts"
import type { WhyNot } from "./refusable"
import type { ModelShop, Story } from "./story"

export async function breakHook(shop: ModelShop, { cart, deletedCart, orderId }: Story): Promise<WhyNot> {
  if (!cart || deletedCart || orderId) return "there is no open cart"
  if (shop.withCredit) return "another plugin has the hook"
  shop.hook.arm()
  return undefined
}

/** Deletes the cart as a store's own cleanup job would, with its links or without. Medusa has no route for it. */
export async function deleteCart({ container }: ModelShop, story: Story, which: number): Promise<WhyNot> {
  if (!story.cart || story.deletedCart) return "there is no cart"
  const { id } = story.cart
  if (which % 2 === 1) {
    await container.resolve(ContainerRegistrationKeys.LINK).delete({ [Modules.CART]: { cart_id: id } })
  }
  // Medusa (2.21.2) cannot delete a cart that has or had a credit line.
  await knexOf(container)("credit_line").where({ cart_id: id }).delete()
  await container.resolve(Modules.CART).deleteCarts([id])
  story.deletedCart = true
  story.unannounced = true
  return undefined
}

/** One sweep of a story stands for many of the job, so the request budget must not end it. */
export const NO_LIMIT = 10_000

/** Enters keys in the admin. The budget of another service begins anew. */
export async function connect(shop: Parameters<typeof enterKeys>[0], keys: Parameters<typeof enterKeys>[1] = {}) {
  await enterKeys(shop, keys)
  await cryptoPayments(shop.container).connections.patch("default", { calls_per_minute: NO_LIMIT }, new Date())
}

/** Enters the live keys in the admin. */
export async function goLive(shop: ModelShop, story: Story): Promise<WhyNot> {
  if (story.mode === "live" || !story.connected) return "it is live, or its connection is gone"
  const { url, sandbox } = shop.live
  await connect(shop, { base_url: url, api_key: sandbox.apiKey, secret_key: sandbox.secretKey })
  story.mode = "live"
  story.unannounced = true
  story.answeredSince = story.ahead
  return undefined
}

export function loseConnection(shop: ModelShop, story: Story): WhyNot {
  if (!story.connected) return "it is gone"
  shop.connection.lose()
  story.connected = false
  return undefined
}

export function restoreConnection(shop: ModelShop, story: Story): WhyNot {
  if (story.connected) return "it is there"
  shop.connection.restore()
  story.connected = true
  story.answeredSince = story.ahead
  return undefined
}

/** Resets the shop for the next story, and leaves no open work of this one. */
export async function endStory(shop: ModelShop, story: Story): Promise<void> {
  shop.hook.disarm()
  restoreConnection(shop, story)
  if (story.mode === "live") await connect(shop)
  if (story.priced) await setCryptoCode(shop, null)
  await knexOf(shop.container)("crypto_payment")
    .whereIn("payment_collection_id", story.collections)
    .update({ next_check_at: null, unpaid_check_at: null, order_note_due_at: null })
}
