import type { MedusaContainer } from "@medusajs/framework/types"
import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import type { FiatAmount } from "../core/money/units"
import { databaseOf } from "./database"
import { Metadata } from "./metadata"
import { fiat } from "./payments"
import { graph } from "./query"

type Totals = { currency_code: string; total?: unknown; raw_total?: unknown }

/**
 * A cart's total, which Medusa computes from all of the cart.
 * @returns null for a cart that was deleted; `total` is null if it cannot be expressed in the currency's minor units
 */
export async function cartTotal(
  container: MedusaContainer,
  cartId: string,
): Promise<{ total: FiatAmount | null } | null> {
  const fields = ["id", "currency_code", "total", "raw_total"]
  const [cart] = await graph<Totals>(container, "cart", fields, { id: cartId })
  return cart ? { total: fiat({ raw_amount: cart.raw_total ?? cart.total }, cart.currency_code) } : null
}

type WorkflowRun = { errors?: { error: unknown }[]; transaction?: { hasFinished: () => boolean } }

/**
 * Completes a cart into its one order. Medusa authorizes the open session, and our provider answers `captured`.
 * @throws what Medusa refuses with, or Error if another request is completing the cart
 */
export async function completeCart(container: MedusaContainer, cartId: string, now: Date): Promise<void> {
  // Medusa copies the cart's metadata into the order, and no request of the shopper has cleared it.
  await new Metadata(databaseOf(container)).clearCart(cartId, now)
  const run = (await completeCartWorkflow(container).run({
    input: { id: cartId },
    throwOnError: false,
  })) as unknown as WorkflowRun
  const error = run.errors?.[0]?.error
  if (error !== undefined) throw error
  if (run.transaction?.hasFinished() === false) throw new Error("another request is completing the same cart")
}
