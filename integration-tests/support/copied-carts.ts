import { randomBytes } from "node:crypto"
import { Client } from "@medusajs/framework/pg"
import type { Cart, CartWish, Store } from "./store"

/** In the form of Medusa's ids. Its own function would load all of Medusa into each file of the browser tests. */
const newId = (prefix: string): string => `${prefix}_${randomBytes(13).toString("hex").toUpperCase()}`

/** Runs SQL statements on the store's database, in one transaction. */
type Run = (statements: string) => Promise<unknown>

/** A cart that Medusa made, and the parts of its total. */
export type UsualCart = Cart & { item: number; shipping: number }

/** Makes the usual cart through Medusa, for copies of it. */
export async function makeUsualCart(store: Store): Promise<UsualCart> {
  const usual = await store.makeCart()
  const { cart } = await store.get(`/store/carts/${usual.id}?fields=item_total,shipping_total`)
  return { ...usual, item: cart.item_total, shipping: cart.shipping_total }
}

/**
 * The store with a `makeCart` that copies the usual cart's rows, because Medusa's requests for a cart with shipping take
 * four times as long as the rest of a checkout. A cart in another region or with another variant is made by Medusa.
 */
export const withCopiedCarts = (store: Store, usual: UsualCart, run: Run): Store => ({
  ...store,
  makeCart: async (wish = {}) => {
    if (wish.region || wish.variant) return store.makeCart(wish)
    const id = newId("cart")
    await run(copyOf(usual.id, id, wish))
    const { quantity = 1, shipping = true } = wish
    return { ...usual, id, total: usual.item * quantity + (shipping ? usual.shipping : 0) }
  },
})

/** SQL that copies the row of a table with some changes. */
const copyRow = (table: string, where: string, changes: string): string =>
  `INSERT INTO ${table} SELECT (jsonb_populate_record(one, ${changes})).* FROM ${table} AS one WHERE ${where}`

/** A text as an SQL literal. */
const text = (value: string): string => Client.prototype.escapeLiteral(value)

function copyOf(usual: string, id: string, { quantity = 1, shipping = true, email }: CartWish): string {
  const times = "'created_at', clock_timestamp(), 'updated_at', clock_timestamp()"
  const address = newId("caaddr")
  const own = (prefix: string, more = "") =>
    `jsonb_build_object('id', ${text(newId(prefix))}, 'cart_id', ${text(id)}, ${times}${more})`
  const of = (column: string) => `(SELECT ${column} FROM cart WHERE id = ${text(usual)})`
  const mail = email ? text(email) : of("email")
  const guest = `(SELECT id FROM customer WHERE email = ${mail} AND NOT has_account)`
  const cart = `jsonb_build_object('id', ${text(id)}, 'email', ${mail}, 'customer_id', ${guest},
    'shipping_address_id', ${text(address)}, ${times})`
  return [
    `${copyRow(
      "customer",
      `id = ${of("customer_id")}`,
      `jsonb_build_object('id', ${text(newId("cus"))}, 'email', ${mail}, ${times})`,
    )} ON CONFLICT DO NOTHING`,
    copyRow(
      "cart_address",
      `id = ${of("shipping_address_id")}`,
      `jsonb_build_object('id', ${text(address)}, ${times})`,
    ),
    copyRow("cart", `id = ${text(usual)}`, cart),
    copyRow("cart_line_item", `cart_id = ${text(usual)}`, own("cali", `, 'quantity', ${quantity}`)),
    ...(shipping ? [copyRow("cart_shipping_method", `cart_id = ${text(usual)}`, own("casm"))] : []),
  ].join(";\n")
}
