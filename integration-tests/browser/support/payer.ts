import { Pool } from "@medusajs/framework/pg"
import type { PayOptions } from "../../../src/sandbox/types"
import { signInAsAdmin } from "../../support/admin"
import { MANUAL_PROVIDER } from "../../support/constants"
import { withCopiedCarts } from "../../support/copied-carts"
import { createHttp } from "../../support/http"
import { type CartWish, createStore, type SessionWish } from "../../support/store"
import { until } from "../../support/until"
import type { Place } from "./place"

/** Controls the sandbox and its payer over HTTP, because the sandbox runs in another process. */
export const sandboxOf = ({ sandbox }: Place) => {
  const http = createHttp(sandbox.url)
  const payment = (id: string, act: string) => `/sandbox/payments/${encodeURIComponent(id)}/${act}`
  return {
    pay: (id: string, options?: PayOptions) => http.post(payment(id, "pay"), options),
    expire: (id: string) => http.post(payment(id, "expire")),
    /** Delivers the event of a payment once more, to this endpoint only. @returns the status of the answer */
    deliverTo: async (url: string, secret: string, id: string): Promise<number> => {
      const endpoint = await http.post("/sandbox/endpoints", { url, secret })
      const [delivery] = await http.post(payment(id, "deliver"), { endpoint: endpoint.id })
      await http.post(`/sandbox/endpoints/${endpoint.id}/remove`)
      return delivery.status
    },
    drain: () => http.post("/sandbox/drain"),
  }
}

/** By the database's URL. A new connection costs more than most statements. */
const pools = new Map<string, Pool>()

function poolOf(connectionString: string): Pool {
  const kept = pools.get(connectionString)
  if (kept) return kept
  const pool = new Pool({ connectionString, max: 2, idleTimeoutMillis: 1_000 })
  // PostgreSQL may end first.
  pool.on("error", () => undefined)
  pools.set(connectionString, pool)
  return pool
}

/** Runs a statement on the store's database, for example to back-date rows. */
export const sql = async <Row>(
  { databaseUrl }: Pick<Place, "databaseUrl">,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> => (await poolOf(databaseUrl).query(statement, values)).rows

/** Lets the service see the money without clearing it, and updates our row as a lookup would. */
export async function seen(place: Place, externalId: string, confirmations: number): Promise<void> {
  await sandboxOf(place).pay(externalId, { confirmations, complete: false })
  await sql(place, "UPDATE crypto_payment SET confirmations = $1 WHERE external_id = $2", [confirmations, externalId])
}

/** Lets an admin check a payment, although the payments of other tests have used up the budget of lookups. */
export const freeLookups = (place: Place) =>
  sql(place, "UPDATE crypto_connection SET calls_per_minute = 60, lookup_tokens = NULL, lookups_paused_until = NULL")

type Row = { id: string; status: string; external_id: string; order_id: string | null }

/** Waits until the row of a payment of the service has this status. */
export const rowInState = (place: Place, externalId: string, status: string): Promise<Row> =>
  until(`payment ${externalId} is ${status}`, async () => {
    const rows = await sql<Row>(place, "SELECT * FROM crypto_payment WHERE external_id = $1", [externalId])
    return rows.find((row) => row.status === status)
  })

/** Makes payments with different outcomes. */
export function payersOf(place: Place) {
  const own = createStore(place.url, place.seed)
  const store = place.usual ? withCopiedCarts(own, place.usual, (statements) => sql(place, statements)) : own
  const sandbox = sandboxOf(place)
  /** An order that waits for its payment. */
  const placed = async (wish: SessionWish = {}, cartWish: CartWish = {}) => {
    const cart = await store.makeCart(cartWish)
    const session = await store.openSession(cart, wish)
    const done = await store.placeOrder(cart)
    const { order } = await store.get(`/store/orders/${done.orderId}?fields=display_id`)
    return { orderId: done.orderId, displayId: order.display_id as number, session }
  }
  return {
    store,
    placed,
    /** An order, paid and captured. */
    settled: async (wish?: SessionWish) => {
      const bought = await placed(wish)
      await sandbox.pay(bought.session.data.payment_id)
      return { ...bought, row: await rowInState(place, bought.session.data.payment_id, "settled") }
    },
    /** Paid after the cart was changed. */
    sessionGone: async () => {
      const cart = await store.makeCart()
      const { data } = await store.openSession(cart, { asset: "LTC" })
      await store.changeQuantity(cart, 2)
      await sandbox.pay(data.payment_id)
      return rowInState(place, data.payment_id, "attention")
    },
    /** Paid, although the order was placed with another provider, which has not captured yet. */
    besidesAnother: async () => {
      const cart = await store.makeCart()
      const { data } = await store.openSession(cart, { asset: "DASH" })
      await store.openSession(cart, { provider: MANUAL_PROVIDER })
      await store.placeOrder(cart)
      await sandbox.pay(data.payment_id)
      return rowInState(place, data.payment_id, "attention")
    },
    /** Paid after the order was canceled. */
    canceledBefore: async () => {
      const { orderId, session } = await placed({ asset: "DOGE" })
      await (await adminApi(place)).post(`/admin/orders/${orderId}/cancel`)
      await sandbox.pay(session.data.payment_id)
      return rowInState(place, session.data.payment_id, "attention")
    },
    /** Seen for two days, and still not cleared. */
    uncleared: async (wish?: SessionWish) => {
      const { session } = await placed(wish)
      await seen(place, session.data.payment_id, 0)
      const longAgo =
        "UPDATE crypto_payment SET seen_at = t, quote_expires_at = t, renew_at = t FROM (SELECT now() - interval '2 days' AS t) AS past WHERE external_id = $1 RETURNING crypto_payment.*"
      const [row] = await sql<Row>(place, longAgo, [session.data.payment_id])
      const admin = await adminApi(place)
      await until("the service is asked", async () => {
        await freeLookups(place)
        const { outcome } = await admin.post(`/admin/crypto-payments/payments/${row?.id}/check`)
        return outcome.code === "seen"
      })
      return row as Row
    },
    /** Two prices of one checkout are paid: the order keeps the first. */
    paidTwice: async () => {
      const cart = await store.makeCart()
      const { data: first } = await store.openSession(cart, { asset: "BTC" })
      const { data: second } = await store.openSession(cart, { asset: "LTC" })
      await sandbox.pay(first.payment_id)
      const kept = await rowInState(place, first.payment_id, "settled")
      await sandbox.pay(second.payment_id)
      return { kept, twice: await rowInState(place, second.payment_id, "attention") }
    },
  }
}

/** The admin API, signed in as the tests' admin. */
export const adminApi = ({ url, login }: Place) => signInAsAdmin(url, login)
