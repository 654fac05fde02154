import { CRYPTO_PROVIDER } from "../../../../support/constants"
import { CRYPTO_CODE } from "../cart-acts"
import type { Facts } from "../facts"

/**
 * When an order is placed, it has the discount for paying in crypto if, and only if, crypto pays it. Later the order keeps its
 * price, and a plugin that completes a cart with Medusa's workflow must see to its promotions.
 */
export function discountedIfPaidInCrypto({ order, orders, story, step, sessions, payments }: Facts): string[] {
  const isNew = order && orders.length > 0 && story.before.owed === null
  if (!isNew || story.atOnce || step.some((act) => act.do === "complete elsewhere")) return []
  const byCrypto = [...sessions, ...payments].some(({ provider }) => provider === CRYPTO_PROVIDER)
  const has = order.codes.includes(CRYPTO_CODE)
  if (has && !byCrypto) return [`order ${order.id} has the discount, and crypto does not pay it`]
  return !has && byCrypto && story.promised && !order.credited ? [`order ${order.id} lacks its discount`] : []
}
