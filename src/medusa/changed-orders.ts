import type { MedusaContainer } from "@medusajs/framework/types"
import { currencyExponent, knownCurrencies } from "../core/money/units"
import { OVERPAID, OVERPAID_DETAIL } from "../core/payment/attention"
import { ORDER_REASONS } from "../core/payment/attention-reasons"
import { databaseOf } from "./query"
import { OUR_PROVIDERS, summaryTotal } from "./raw-reads"

/** Crockford's base 32, which ULIDs use. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/**
 * The smallest ULID of a time in unix milliseconds: Medusa's ids end in one (https://github.com/ulid/spec), so the
 * primary key finds new rows. Our ledger entries sort by their capture or refund (`entryIdOf`).
 */
export function ulidAt(time: number): string {
  let rest = time
  let text = ""
  for (let place = 0; place < 10; place++) {
    text = DIGITS[rest % 32] + text
    rest = Math.floor(rest / 32)
  }
  return text.padEnd(26, "0")
}

/** An order that changed, and the ULID of the change. */
export type OrderChange = { order_id: string; at: string }

/**
 * Medusa writes a new summary for each version of an order, and a transaction for each capture and refund. Only a
 * deletion, or a cancellation without Medusa's workflow, writes neither.
 */
const changesIn = (table: string, prefix: string) =>
  `(SELECT order_id, substr(id, ${prefix.length + 1}) AS at FROM ${table}
     WHERE id > '${prefix}' || :after::text AND id < '${prefix}' || :until::text
     ORDER BY id LIMIT :limit)`

const CHANGED = `${changesIn("order_summary", "ordsum_")} UNION ALL ${changesIn("order_transaction", "ordtrx_")}`

/**
 * The next changes of any orders, oldest first, by two primary keys.
 * @param after the ULID of the last change that was read, or a time's
 */
export async function changedOrdersAfter(
  container: MedusaContainer,
  { after, until, limit }: { after: string; until: string; limit: number },
): Promise<OrderChange[]> {
  const sql = `SELECT order_id, at FROM (${CHANGED}) AS changed ORDER BY at LIMIT :limit`
  return (await databaseOf(container).raw(sql, { after, until, limit })).rows
}

/** Currencies with another exponent than 2, as JSON, for the statement below. */
const EXPONENTS = JSON.stringify(
  Object.fromEntries(
    knownCurrencies().flatMap((code) => (currencyExponent(code) === 2 ? [] : [[code, currencyExponent(code)]])),
  ),
)

/** A store deletes a paid draft soon. An order that was paid long before was delivered, and its data is cleaned up. */
export const DELETED_WITHIN_DAYS = 30

/**
 * Less than one minor unit of the order's currency is never owed or overpaid, but for the noise that `wholeAmount` in
 * core/money/units.ts ignores. `unsent` is the refund that Medusa books when
 * a paid order is canceled, although nothing was sent; it carries the payment's id.
 */
// Each part has a LIMIT or is an aggregate, because PostgreSQL may answer a join or EXISTS by hashing a whole table.
const TO_REVIEW = `
  SELECT place.order_id
    FROM unnest(:orderIds::text[]) WITH ORDINALITY AS place (order_id, number)
    LEFT JOIN LATERAL (
      SELECT version, canceled_at, canceled_at IS NOT NULL OR status = 'canceled' AS canceled,
             0.99999999995 * power(10::numeric, -coalesce((:exponents::jsonb ->> upper(currency_code))::int, 2)) AS minor_unit
        FROM "order" WHERE id = place.order_id AND deleted_at IS NULL LIMIT 1) AS facts ON true
    CROSS JOIN LATERAL (
      SELECT coalesce(bool_or(attention_reason = '${OVERPAID}'), false) AS marked,
             bool_or(refundable AND attention_reason IS NULL AND closed_at IS NULL) AS markable,
             max(CASE WHEN refundable AND attention_reason IS NULL AND closed_at IS NOT NULL
                 THEN substring(attention_detail FROM '${OVERPAID_DETAIL}')::numeric END) AS accepted,
             bool_or(refundable AND coalesce(attention_reason, '${OVERPAID}') = '${OVERPAID}'
                     AND (closed_at IS NULL OR closed_at < facts.canceled_at)
                     AND (facts.version IS NOT NULL OR settled_at > now() - interval '${DELETED_WITHIN_DAYS} days')) AS due
        FROM (SELECT settled_at, CASE WHEN attention_reason <> ALL(:ofOrder) THEN attention_reason END AS attention_reason,
                     attention_detail,
                     CASE WHEN attention_log -> -1 ->> 'reason' = ANY(:ofOrder) THEN NULL ELSE closed_at END AS closed_at,
                     amount_minor::numeric > (SELECT coalesce(sum(sent.amount_minor::numeric), 0) FROM crypto_payout AS sent
                                               WHERE sent.payment_id = crypto_payment.id AND sent.deleted_at IS NULL) AS refundable
                FROM crypto_payment
               WHERE order_id = place.order_id AND status = 'settled' AND deleted_at IS NULL) AS settled
      HAVING count(*) > 0) AS payments
    CROSS JOIN LATERAL (
      SELECT count(*) > 0 AS unsent
        FROM order_transaction AS refund
        JOIN payment ON payment.id = refund.reference_id AND payment.provider_id LIKE ${OUR_PROVIDERS}
       WHERE refund.order_id = place.order_id AND refund.reference = 'refund' AND refund.deleted_at IS NULL) AS refunds
    CROSS JOIN LATERAL (
      SELECT bool_or(abs(pending - summarized) >= minor_unit) AS differs,
             bool_or(pending <= -minor_unit) AS overpaid,
             bool_or(pending <= -minor_unit - accepted) AS overpaid_more
        FROM (SELECT ${summaryTotal("current_order_total")} - (
                       SELECT coalesce(sum((raw_amount ->> 'value')::numeric), 0)
                         FROM order_transaction WHERE order_id = place.order_id AND deleted_at IS NULL) AS pending,
                     ${summaryTotal("pending_difference")} AS summarized
                FROM order_summary AS summary
               WHERE order_id = place.order_id AND summary.version = facts.version AND deleted_at IS NULL) AS one) AS ledger
   WHERE differs OR CASE WHEN facts.version IS NULL THEN due WHEN canceled THEN due OR unsent WHEN marked THEN NOT overpaid ELSE overpaid AND coalesce(overpaid_more, markable) END
   ORDER BY place.number`

/**
 * Those of the orders whose settled payments need a review: overpaid without an attention item, or by more than a person
 * accepted when closing one; marked without need; canceled or deleted with money to send back; with a summary that
 * differs from the ledger. In the given order.
 */
export async function ordersToReview(container: MedusaContainer, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return []
  const bindings = { orderIds: [...orderIds], exponents: EXPONENTS, ofOrder: ORDER_REASONS }
  const { rows } = await databaseOf(container).raw(TO_REVIEW, bindings)
  return rows.map(({ order_id }: { order_id: string }) => order_id)
}
