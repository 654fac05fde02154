import { isDeepStrictEqual } from "node:util"
import type { Knex } from "../../src/modules/crypto-payments/stores/rows"
import type { Store } from "./store"
import { until } from "./until"

/** What the shopper did before paying: placed the order, or only saw the address. */
export type Kind = "order" | "cart"

/** Each shopper has another e-mail address and buys once. */
export type Purchase = { email: string; paymentId: string; cartId: string; token: string; kind: Kind }

type Shopping = Pick<Store, "makeCart" | "openSession" | "placeOrder">

/** A shopper with this name opens the payment step and, for an "order", confirms. */
export async function purchase(store: Shopping, kind: Kind, name: string): Promise<Purchase> {
  const email = `${name}@example.com`
  const cart = await store.makeCart({ email })
  const { data } = await store.openSession(cart)
  if (kind === "order") await store.placeOrder(cart)
  return { email, paymentId: data.payment_id, cartId: cart.id, token: data.token, kind }
}

/** The state of one purchase in Medusa's tables and in ours. */
export type Account = {
  status: string
  reason: string | null
  /** Number of orders that the cart became. */
  placed: number
  captured: number[] | null
  ledger: number[] | null
  /** Stock that is reserved for the shopper's orders. */
  reserved: number
  /** All of the shopper's orders; `unnamed` are those without a link to the cart or its payment collection. */
  orders: number
  unnamed: number
  /** Payments of the order that the service was asked for. */
  requests: number
  /** Stored events: one, however often it was delivered. */
  events: number
}

/** The account of a purchase of 25.50 if nothing was lost and nothing happened twice. */
export const ONCE: Account = {
  ...{ status: "settled", reason: null, placed: 1, captured: [25.5], ledger: [25.5] },
  ...{ reserved: 1, orders: 1, unnamed: 0, requests: 1, events: 1 },
}

/**
 * The expected account after a kill in the middle of Medusa's cart completion, from the account right after the kill.
 * With a link to the cart or collection the order is paid and keeps its stock or lack of it; without one a second order
 * is paid.
 */
export const asMedusaLeavesIt = ({ orders, unnamed, reserved }: Account): Account =>
  orders > unnamed ? { ...ONCE, reserved } : { ...ONCE, orders: orders + 1, unnamed, reserved: reserved + 1 }

/** The accounts of these purchases by e-mail address. */
export async function accountsOf(knex: Knex, purchases: readonly Purchase[]): Promise<Map<string, Account>> {
  const { rows } = await knex.raw(
    `SELECT asked.email, ours.status, ours.attention_reason AS reason,
            (SELECT count(*)::int FROM order_cart WHERE cart_id = asked."cartId" AND deleted_at IS NULL) AS placed,
            (SELECT array_agg(capture.amount::float) FROM capture JOIN payment ON payment.id = capture.payment_id
              WHERE payment.payment_collection_id = ours.payment_collection_id AND capture.deleted_at IS NULL) AS captured,
            (SELECT array_agg(amount::float) FROM order_transaction
              WHERE order_id IN (SELECT id FROM "order" WHERE email = asked.email) AND deleted_at IS NULL) AS ledger,
            (SELECT coalesce(sum(quantity), 0)::int FROM reservation_item WHERE deleted_at IS NULL AND line_item_id IN
               (SELECT item_id FROM order_item JOIN "order" ON "order".id = order_id WHERE email = asked.email)) AS reserved,
            (SELECT count(*)::int FROM "order" WHERE email = asked.email AND deleted_at IS NULL) AS orders,
            (SELECT count(*)::int FROM "order" WHERE email = asked.email AND deleted_at IS NULL AND id NOT IN
               (SELECT order_id FROM order_cart WHERE cart_id = asked."cartId" AND deleted_at IS NULL
                UNION SELECT order_id FROM order_payment_collection
                 WHERE payment_collection_id = ours.payment_collection_id AND deleted_at IS NULL)) AS unnamed,
            (SELECT count(*)::int FROM crypto_payment
              WHERE order_id = ours.order_id AND deleted_at IS NULL) AS requests,
            (SELECT count(*)::int FROM crypto_webhook_event WHERE payment_id = ours.id) AS events
       FROM jsonb_to_recordset(?::jsonb) AS asked(email text, "paymentId" text, "cartId" text)
       JOIN crypto_payment ours ON ours.external_id = asked."paymentId" AND ours.deleted_at IS NULL`,
    [JSON.stringify(purchases)],
  )
  return new Map(rows.map(({ email, ...account }: Account & { email: string }) => [email, account]))
}

/**
 * Expects within a minute that nothing of these purchases was lost and nothing happened twice.
 * @param differently how each account differs from `ONCE`
 */
export async function expectOnce(
  knex: Knex,
  purchases: readonly Purchase[],
  differently: Partial<Account> = {},
): Promise<void> {
  const due = new Map(purchases.map(({ email }) => [email, { ...ONCE, ...differently }]))
  const isRight = async () => isDeepStrictEqual(await accountsOf(knex, purchases), due)
  // If this times out, the comparison below says what is wrong.
  await until("the books are right", isRight).catch(() => undefined)
  expect(await accountsOf(knex, purchases)).toEqual(due)
}
