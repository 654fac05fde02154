import type { Account } from "../../../core/connection/account"
import { RETRIED_REASONS } from "../../../core/payment/attention-reasons"
import type { Knex, PaymentRow } from "./rows"

/** What a shopper asks for, as far as it decides whether a payment is reused. */
export type ReuseKey = {
  connectionId: string
  collectionId: string
  amountMinor: string
  currency: string
  asset: string
  askedChain: string | null
  /** The connection's present one: a payment of another account is never reused. */
  account: Account
}

/**
 * Money that arrived for this collection and amount first, in any asset; then money on its way; else the same asset with
 * enough of its quote left.
 */
export function reusable(payments: ReturnType<Knex>, key: ReuseKey, now: Date): Promise<PaymentRow | undefined> {
  const { testMode, fingerprint } = key.account
  return payments
    .where({
      connection_id: key.connectionId,
      payment_collection_id: key.collectionId,
      amount_minor: key.amountMinor,
      currency: key.currency,
    })
    .andWhere((same) =>
      same
        .where({ account: fingerprint })
        .orWhere((unknown) => unknown.whereNull("account").where({ test_mode: testMode })),
    )
    .andWhere((either) =>
      either
        .where({ status: "completed" })
        // Money that came twice or for a canceled order is owed back and pays for nothing else.
        .orWhere((waiting) => waiting.where({ status: "attention" }).whereIn("attention_reason", [...RETRIED_REASONS]))
        .orWhere((seen) =>
          seen
            .whereIn("status", ["awaiting_payment", "expired"])
            .andWhere((by) => by.whereNotNull("seen_at").orWhere("confirmations", ">", 0)),
        )
        .orWhere((same) =>
          same
            .where({ status: "awaiting_payment", asset: key.asset, asked_chain: key.askedChain })
            .andWhere("renew_at", ">", now),
        ),
    )
    .orderByRaw(
      "(status IN ('completed', 'attention')) DESC, (seen_at IS NOT NULL OR confirmations > 0) DESC, quote_expires_at DESC",
    )
    .first()
}
