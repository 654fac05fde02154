import type { MedusaContainer } from "@medusajs/framework/types"
import { databaseOf } from "./query"

/** Medusa's exact amount in major units. */
export type Amount = { raw_amount: unknown }
export type Entry = Amount & { id: string }

export type RawPayment = Entry & {
  providerId: string
  /** Medusa may have deleted the session, because payments outlive their sessions. */
  sessionId: string
  /** The service's payment id, which our provider stores when it authorizes the session. */
  externalId: string | null
  currency_code: string
  captures: Entry[]
  refunds: Entry[]
}

/** The part of an order's line from which Medusa computes `return_requested_total`. Numbers are decimal text. */
export type ReturningLine = {
  id: string
  unit_price: string
  quantity: string
  is_tax_inclusive: boolean
  detail: { return_requested_quantity: string }
  tax_lines: { rate: string }[]
  adjustments: { amount: string; is_tax_inclusive: boolean }[]
}

export type RawOrderBalance = {
  id: string
  display_id: number | null
  status: string
  canceled_at: string | Date | null
  currency_code: string
  /** The order's total minus its transactions, in major units as decimal text; negative if too much was paid. */
  pending: string | null
  /** `pending` by Medusa's summary, which loses a transaction that is written while an order change is confirmed. */
  summarized: string | null
  /** The lines of which goods are on their way back: a return or an exchange was requested, and they are not received. */
  returning: ReturningLine[]
  /** The captures and refunds in the ledger. */
  booked: string[]
  collections: { id: string; status: string; payments: RawPayment[] }[]
}

/** What Medusa's `decorateCartTotals` computes a cart's total from. Prices are decimal text in major units. */
export type RawCart = {
  currency_code: string
  items: Record<string, unknown>[]
  shipping_methods: Record<string, unknown>[]
  credit_lines: Record<string, unknown>[]
  /** The payment providers of its region; null for a cart without a region. */
  provider_ids: string[] | null
}

export type RawCollection = Entry & {
  metadata: Record<string, unknown> | null
  currency_code: string
  sessions: (Entry & { status: string; provider_id: string })[]
  payments: RawPayment[]
  cart_id: string | null
  cart_lives: boolean
  linked_order_id: string | null
  cart_order_id: string | null
  order_balance: RawOrderBalance | null
  /** Null if there is an order, whose balance is what counts then. */
  cart: RawCart | null
}

const listOf = (rows: string) => `(SELECT coalesce(json_agg(one), '[]') FROM (${rows} ORDER BY id) AS one)`

const amountsIn = (table: string, more = "") =>
  listOf(`SELECT id, raw_amount FROM ${table} WHERE payment_id = payment.id AND deleted_at IS NULL ${more}`)

/** The metadata key of a refund in Medusa for the id of its recorded payout. */
export const PAYOUT_MARK = "crypto_payout_id"

/** A pattern of LIKE for the ids of our providers. */
export const OUR_PROVIDERS = "'pp\\_crypto\\_%'"

/**
 * Medusa stores a refund before it asks our provider, which accepts only a payout's. A process that is killed in between
 * leaves a refund of which nothing was sent.
 */
const SENT = `AND (payment.provider_id NOT LIKE ${OUR_PROVIDERS} OR metadata ->> '${PAYOUT_MARK}' IS NOT NULL)`

/** Payments outlive their sessions, so no session is joined. */
const PAYMENTS = `
  SELECT payment.id, provider_id AS "providerId", payment_session_id AS "sessionId",
         payment.data ->> 'payment_id' AS "externalId", payment.raw_amount, payment.currency_code,
         ${amountsIn("capture")} AS captures, ${amountsIn("refund", SENT)} AS refunds
    FROM payment
   WHERE deleted_at IS NULL AND canceled_at IS NULL AND`

/** A total in Medusa's summary of an order. Medusa stores the exact amount next to the number. */
export const summaryTotal = (name: string) =>
  `coalesce(totals #>> '{raw_${name},value}', totals ->> '${name}')::numeric`

/** What the order still owes: by its ledger, and by Medusa's summary. */
const LEDGER = `
          SELECT ${summaryTotal("current_order_total")} - (
                   SELECT coalesce(sum((raw_amount ->> 'value')::numeric), 0)
                     FROM order_transaction WHERE order_id = "order".id AND deleted_at IS NULL) AS pending,
                 ${summaryTotal("pending_difference")} AS summarized
            FROM order_summary AS summary
           WHERE order_id = "order".id AND summary.version = "order".version AND deleted_at IS NULL`

const RETURNING = `
          SELECT line.id, coalesce(item.raw_unit_price, line.raw_unit_price) ->> 'value' AS unit_price,
                 item.raw_quantity ->> 'value' AS quantity, line.is_tax_inclusive,
                 json_build_object('return_requested_quantity', item.raw_return_requested_quantity ->> 'value') AS detail,
                 (SELECT coalesce(json_agg(json_build_object('rate', raw_rate ->> 'value')), '[]')
                    FROM order_line_item_tax_line WHERE item_id = line.id AND deleted_at IS NULL) AS tax_lines,
                 (SELECT coalesce(json_agg(json_build_object(
                           'amount', raw_amount ->> 'value', 'is_tax_inclusive', is_tax_inclusive)), '[]')
                    FROM order_line_item_adjustment
                   WHERE item_id = line.id AND version = item.version AND deleted_at IS NULL) AS adjustments
            FROM order_item AS item
            JOIN order_line_item AS line ON line.id = item.item_id
           WHERE item.order_id = "order".id AND item.version = "order".version
             AND item.return_requested_quantity > 0 AND item.deleted_at IS NULL`

const ORDER_BALANCE = `
  SELECT "order".id, display_id, status, canceled_at, currency_code, ledger.pending::text, ledger.summarized::text,
         (SELECT coalesce(json_agg(reference_id), '[]') FROM order_transaction
           WHERE order_id = "order".id AND deleted_at IS NULL) AS booked,
         ${listOf(RETURNING)} AS returning,
         ${listOf(`
           SELECT collection.id, collection.status, ${listOf(`${PAYMENTS} payment_collection_id = collection.id`)} AS payments
             FROM order_payment_collection AS link
             JOIN payment_collection AS collection ON collection.id = link.payment_collection_id
            WHERE link.order_id = "order".id AND link.deleted_at IS NULL AND collection.deleted_at IS NULL`)} AS collections
    FROM "order"
    LEFT JOIN LATERAL (${LEDGER} ORDER BY id LIMIT 1) AS ledger ON true
   WHERE deleted_at IS NULL AND "order".id`

const exactly = (column: string) => `coalesce(raw_${column} ->> 'value', ${column}::text) AS ${column}`

/** What changes the price of a cart's line or shipping method. */
const taxAndDiscounts = (table: string, owner: string, adjustment: string) => `
         ${listOf(`SELECT id, rate FROM ${table}_tax_line WHERE ${owner} = part.id AND deleted_at IS NULL`)} AS tax_lines,
         ${listOf(`
           SELECT id, code, ${adjustment} FROM ${table}_adjustment WHERE ${owner} = part.id AND deleted_at IS NULL`)} AS adjustments`

const CART = `
  SELECT currency_code,
         ${listOf(`
           SELECT id, ${exactly("unit_price")}, quantity, is_tax_inclusive,
                  ${taxAndDiscounts("cart_line_item", "item_id", `${exactly("amount")}, is_tax_inclusive`)}
             FROM cart_line_item AS part WHERE cart_id = cart.id AND deleted_at IS NULL`)} AS items,
         ${listOf(`
           SELECT id, ${exactly("amount")}, is_tax_inclusive,
                  ${taxAndDiscounts("cart_shipping_method", "shipping_method_id", exactly("amount"))}
             FROM cart_shipping_method AS part WHERE cart_id = cart.id AND deleted_at IS NULL`)} AS shipping_methods,
         ${listOf(`SELECT id, ${exactly("amount")} FROM credit_line WHERE cart_id = cart.id AND deleted_at IS NULL`)} AS credit_lines,
         CASE WHEN region_id IS NOT NULL THEN ARRAY(
           SELECT payment_provider_id FROM region_payment_provider AS link
            WHERE link.region_id = cart.region_id AND link.deleted_at IS NULL) END AS provider_ids
    FROM cart WHERE deleted_at IS NULL AND cart.id`

const COLLECTION = `
  SELECT collection.id, collection.metadata, collection.raw_amount, collection.currency_code,
         cart_link.cart_id, cart.id IS NOT NULL AS cart_lives,
         order_link.order_id AS linked_order_id, cart_order.order_id AS cart_order_id,
         ${listOf(`
           SELECT id, status, provider_id, raw_amount FROM payment_session
            WHERE payment_collection_id = collection.id AND deleted_at IS NULL`)} AS sessions,
         ${listOf(`${PAYMENTS} payment_collection_id = collection.id`)} AS payments,
         (SELECT to_json(balance) FROM (${ORDER_BALANCE} = coalesce(order_link.order_id, cart_order.order_id)) AS balance) AS order_balance,
         CASE WHEN coalesce(order_link.order_id, cart_order.order_id) IS NULL
              THEN (SELECT to_json(one) FROM (${CART} = cart_link.cart_id) AS one) END AS cart
    FROM payment_collection AS collection
    LEFT JOIN order_payment_collection AS order_link
           ON order_link.payment_collection_id = collection.id AND order_link.deleted_at IS NULL
    LEFT JOIN cart_payment_collection AS cart_link
           ON cart_link.payment_collection_id = collection.id AND cart_link.deleted_at IS NULL
    LEFT JOIN cart ON cart.id = cart_link.cart_id AND cart.deleted_at IS NULL
    LEFT JOIN order_cart AS cart_order ON cart_order.cart_id = cart.id AND cart_order.deleted_at IS NULL
   WHERE collection.deleted_at IS NULL AND collection.id = ?`

/**
 * Medusa keeps the status of a session whose order it took back, because a step after it failed. The order of the next
 * completion is younger than that status.
 */
const SESSION = `
  SELECT id, raw_amount, currency_code, payment_collection_id, data -> 'client' AS "shopperData",
         status = 'pending_authorization' AND EXISTS (
           SELECT FROM order_payment_collection AS link
             JOIN "order" ON "order".id = link.order_id AND "order".deleted_at IS NULL
            WHERE link.payment_collection_id = payment_session.payment_collection_id AND link.deleted_at IS NULL
              AND "order".created_at <= payment_session.updated_at) AS order_waits,
         EXISTS (SELECT FROM crypto_payment AS quote
                  WHERE quote.payment_collection_id = payment_session.payment_collection_id AND quote.deleted_at IS NULL) AS has_payments
    FROM payment_session WHERE deleted_at IS NULL AND id = ?`

const OWNER = `
  SELECT provider_id AS "providerId", "order".id AS "orderId"
    FROM payment
    LEFT JOIN order_payment_collection AS link
           ON link.payment_collection_id = payment.payment_collection_id AND link.deleted_at IS NULL
    LEFT JOIN "order" ON "order".id = link.order_id AND "order".deleted_at IS NULL
   WHERE payment.deleted_at IS NULL AND payment.id = ?`

const CAPTURES = `
  SELECT capture.id, capture.raw_amount, payment.currency_code,
         EXISTS (SELECT FROM order_transaction AS entry
                  WHERE entry.order_id = :orderId AND entry.reference = 'capture' AND entry.reference_id = capture.id
                    AND entry.deleted_at IS NULL) AS booked
    FROM capture
    JOIN payment ON payment.id = capture.payment_id
   WHERE capture.payment_id = :medusaPaymentId AND capture.deleted_at IS NULL`

type Bindings = (string | string[])[] | Record<string, string>

const all = async <T>(container: MedusaContainer, sql: string, bindings: Bindings): Promise<T[]> =>
  (await databaseOf(container).raw(sql, bindings)).rows

const first = async <T>(container: MedusaContainer, sql: string, id: string): Promise<T | undefined> =>
  (await all<T>(container, sql, [id]))[0]

/**
 * A payment collection and its cart or its order at one moment, by one statement on Medusa's tables (2.21.2). Medusa's query graph
 * needs one statement for each table, and ten times the CPU.
 */
export const rawCollection = (container: MedusaContainer, id: string) => first<RawCollection>(container, COLLECTION, id)

/** Orders and their collections at one moment. */
export const rawOrderBalances = (container: MedusaContainer, ids: readonly string[]) =>
  all<RawOrderBalance>(container, `${ORDER_BALANCE} = ANY(?)`, [[...ids]])

export const rawPayments = (container: MedusaContainer, collectionIds: readonly string[]) =>
  all<RawPayment>(container, `${PAYMENTS} payment_collection_id = ANY(?)`, [[...collectionIds]])

export const rawPayment = (container: MedusaContainer, id: string) =>
  first<RawPayment>(container, `${PAYMENTS} payment.id = ?`, id)

export const rawCart = (container: MedusaContainer, id: string) => first<RawCart>(container, `${CART} = ?`, id)

type RawSession = Entry & {
  currency_code: string
  payment_collection_id: string
  shopperData: unknown
  order_waits: boolean
  has_payments: boolean
}

export const rawSession = (container: MedusaContainer, id: string) => first<RawSession>(container, SESSION, id)

/** The provider that made a payment in Medusa, and the payment's order. */
export const ownerOfPayment = (container: MedusaContainer, id: string) =>
  first<{ providerId: string; orderId: string | null }>(container, OWNER, id)

/** The captures of a payment in Medusa, and whether each is in the order's ledger. */
export const rawCaptures = (container: MedusaContainer, medusaPaymentId: string, orderId: string) =>
  all<Entry & { currency_code: string; booked: boolean }>(container, CAPTURES, { medusaPaymentId, orderId })
