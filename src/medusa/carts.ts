import { randomUUID } from "node:crypto"
import type { ILockingModule, MedusaContainer } from "@medusajs/framework/types"
import { type BigNumber, decorateCartTotals, Modules } from "@medusajs/framework/utils"
import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import type { FiatAmount } from "../core/money/units"
import { minorUnitsOf } from "./amounts"
import { databaseOf, graph, graphByIds } from "./query"
import type { RawCart } from "./raw-reads"

type Variant = { product?: { shipping_profile?: { id: string } } }

type Shipped = {
  items?: { requires_shipping?: boolean; variant?: Variant }[]
  shipping_methods?: { shipping_option?: { shipping_profile_id: string } }[]
}

/** Whether no method of a cart ships an item that needs it, so that core refuses to complete it (validate-shipping). */
export async function lacksShipping(container: MedusaContainer, cartId: string): Promise<boolean> {
  const profiles = ["items.variant.product.shipping_profile.id", "shipping_methods.shipping_option.shipping_profile_id"]
  const fields = ["items.requires_shipping", "shipping_methods.id", ...profiles]
  const [cart] = await graph<Shipped>(container, "cart", fields, { id: cartId })
  const { items = [], shipping_methods: methods = [] } = cart ?? {}
  const shipped = methods.map((method) => method.shipping_option?.shipping_profile_id)
  const isShipped = (variant: Variant) => shipped.includes(variant.product?.shipping_profile?.id)
  return items.some(({ requires_shipping, variant }) => requires_shipping && !(variant && isShipped(variant)))
}

export async function cartEmails(
  container: MedusaContainer,
  cartIds: readonly string[],
): Promise<Map<string, string | null>> {
  const carts = await graphByIds<{ id: string; email?: string | null }>(container, "cart", ["id", "email"], cartIds)
  return new Map(carts.map(({ id, email }) => [id, email ?? null]))
}

type CartTotal = {
  /** Null if a quote cannot have this amount; `problem` says why. */
  total: FiatAmount | null
  problem: Extract<ReturnType<typeof minorUnitsOf>, { ok: false }>["problem"] | null
  /** Medusa's exact amount in major units, to pass back unchanged. */
  medusaAmount: number
}

/**
 * A cart's total, computed by Medusa's own function.
 * @returns null without a cart
 */
export function totalOfCart(cart: RawCart | null | undefined): CartTotal | null {
  if (!cart) return null
  const total = totals.get(cart) ?? computeTotal(cart)
  totals.set(cart, total)
  return total
}

/** One request asks several times what a cart costs, and Medusa needs a millisecond to compute it. */
const totals = new WeakMap<RawCart, CartTotal>()

function computeTotal(cart: RawCart): CartTotal {
  const { total } = decorateCartTotals(structuredClone(cart) as unknown as Parameters<typeof decorateCartTotals>[0])
  const medusaAmount = (total as unknown as BigNumber).raw as unknown as number
  const parsed = minorUnitsOf(medusaAmount, cart.currency_code)
  return parsed.ok
    ? { total: parsed.amount, problem: null, medusaAmount }
    : { total: null, problem: parsed.problem, medusaAmount }
}

type WorkflowRun = { errors?: { error: unknown }[]; transaction?: { hasFinished: () => boolean } }

/**
 * Completes a cart, which places its order. Medusa authorizes the open session, and our provider answers `captured`.
 * @throws Medusa's error, or Error if another request is completing the cart
 */
export async function completeCart(container: MedusaContainer, cartId: string, now: Date): Promise<void> {
  // Medusa copies the cart's metadata into the order, and a shopper may have written our key there. At a checkout the
  // route's guard clears it (api/guards/checkout.ts); here no request runs.
  await clearNoteOfCart(container, cartId, now)
  const run = (await completeCartWorkflow(container).run({
    input: { id: cartId },
    throwOnError: false,
  })) as unknown as WorkflowRun
  const error = run.errors?.[0]?.error
  if (error !== undefined) throw error
  if (run.transaction?.hasFinished() === false) throw new Error("another request is completing the same cart")
}

/**
 * Deletes a cart's lock if it has expired by the database's clock, so that the cart's payment can be settled. Medusa's
 * PostgreSQL locks (2.21.2) ignore their expiry, so a killed process never releases its lock; locks in Redis and in
 * memory expire automatically.
 * @returns whether a lock was deleted; false if Medusa's locks are not in PostgreSQL
 */
export async function freeExpiredLock(container: MedusaContainer, cartId: string): Promise<boolean> {
  const knex = databaseOf(container)
  const { rows } = await knex.raw("SELECT to_regclass('locking') IS NOT NULL AS here")
  if (!rows[0].here) return false
  const freed = await knex("locking").where({ id: cartId }).where("expiration", "<=", knex.raw("now()")).delete()
  return freed > 0
}

/** Core's lock of a cart lasts so long, in seconds (complete-cart, 2.21.2). */
const CART_LOCK_S = 120

/**
 * Takes core's lock of a cart under an owner of its own: without one, two callers of one instant both get it from
 * locking-postgres (2.21.2), and a caller that was suspended releases the lock of the next one.
 * @returns the function that releases the lock
 * @throws the lock module's error if another request holds it
 */
export async function lockCart(container: MedusaContainer, cartId: string): Promise<() => Promise<void>> {
  const locking: ILockingModule = container.resolve(Modules.LOCKING)
  const ownerId = randomUUID()
  await locking.acquire(cartId, { ownerId, expire: CART_LOCK_S })
  return async () => {
    await locking.release(cartId, { ownerId })
  }
}

/** @returns the function that releases the lock; undefined after any error of `acquire`, as for a held lock */
export async function tryLockCart(
  container: MedusaContainer,
  cartId: string,
): Promise<(() => Promise<void>) | undefined> {
  await freeExpiredLock(container, cartId)
  return lockCart(container, cartId).catch(() => undefined)
}

/** Our key in the metadata of Medusa's orders and carts (2.21.2), for an order's pay link. */
export const ORDER_METADATA_KEY = "crypto_payment"

/**
 * Writes the pay link into an order's metadata and keeps the other entries. Uses one statement, because Medusa's
 * order module reads and rewrites all metadata, which loses concurrent writes.
 */
export async function noteOnOrder(
  container: MedusaContainer,
  orderId: string,
  note: { token: string; pay_url: string },
  now: Date,
): Promise<void> {
  await databaseOf(container).raw(
    `UPDATE "order"
        SET metadata = COALESCE(NULLIF(metadata, 'null'::jsonb), '{}'::jsonb) || jsonb_build_object(:key::text, :note::jsonb),
            updated_at = :now
      WHERE id = :orderId AND deleted_at IS NULL
        AND (metadata IS NULL OR jsonb_typeof(metadata) IN ('object', 'null'))
        AND metadata -> :key::text IS DISTINCT FROM :note::jsonb`,
    { orderId, key: ORDER_METADATA_KEY, note: JSON.stringify(note), now },
  )
}

/** Removes our key from a cart's metadata, because Medusa copies that into the order. */
export async function clearNoteOfCart(container: MedusaContainer, cartId: string, now: Date): Promise<void> {
  await databaseOf(container).raw(
    `UPDATE cart
        SET metadata = metadata - :key::text, updated_at = :now
      WHERE id = :cartId AND metadata -> :key::text IS NOT NULL`,
    { cartId, key: ORDER_METADATA_KEY, now },
  )
}
