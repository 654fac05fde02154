import type { Account } from "../../../core/connection/account"
import { RETRIED_REASONS } from "../../../core/payment/attention-reasons"
import type { RowPlace } from "./list-queries"
import type { PaymentRow } from "./rows"
import { Store } from "./store"

/** The condition of an index: unpaid, and money was seen or may have been sent. A person may have given it up. */
export const MAY_BE_SEEN = "status IN ('awaiting_payment', 'expired') AND (seen_at IS NOT NULL OR confirmations > 0)"

/** `isSeen` in SQL, never null. */
export const IS_SEEN = `(${MAY_BE_SEEN}
  AND coalesce(seen_at > closed_at, closed_at IS NULL))`

/** How many of a connection's newest payments are searched for one that an event completed. */
const NEWEST = 1000

/** What must be equal so that a payment can be reused for a shopper's request. */
export type ReuseKey = {
  connectionId: string
  collectionId: string
  amountMinor: string
  currency: string
  asset: string
  askedChain: string | null
  /** The connection's present account. A payment of another account is never reused. */
  account: Account
}

/** Reads single payments, and those of one checkout. */
export abstract class PaymentReads extends Store<PaymentRow> {
  protected readonly table = "crypto_payment"

  async byId(id: string): Promise<PaymentRow | undefined> {
    return this.rows().where({ id }).first()
  }

  async byToken(token: string): Promise<PaymentRow | undefined> {
    return this.rows().where({ token }).first()
  }

  async byExternalId(connectionId: string, externalId: string): Promise<PaymentRow | undefined> {
    return this.rows().where({ connection_id: connectionId, external_id: externalId }).first()
  }

  /** Whether this address belongs to any payment. Ignores upper and lower case; an index serves that. */
  async hasAddress(address: string): Promise<boolean> {
    return (await this.rows().whereRaw("lower(address) = ?", [address.toLowerCase()]).first("id")) !== undefined
  }

  /** Whether a connection has ever requested a payment. The sort order lets an index serve the query. */
  async anyOf(connectionId: string): Promise<boolean> {
    const oldest = this.rows().where({ connection_id: connectionId }).orderBy(["created_at", "id"])
    return (await oldest.first("id")) !== undefined
  }

  /**
   * The payment of an account that an event completed last, after `after` and before `before`. Searches only the
   * connection's newest payments.
   */
  async completedByEvent(
    connectionId: string,
    account: string,
    { after, before }: { after: Date; before: Date },
  ): Promise<PaymentRow | undefined> {
    const newest = this.rows()
      .where({ connection_id: connectionId })
      .orderBy([
        { column: "created_at", order: "desc" },
        { column: "id", order: "desc" },
      ])
      .limit(NEWEST)
    return this.knex
      .from(newest.as("newest"))
      .where({ account })
      .where("completed_at", "<=", before)
      .where("completed_at", ">", after)
      .whereLike("completed_by", "event %")
      .orderBy("completed_at", "desc")
      .first()
  }

  async byOrder(orderId: string): Promise<PaymentRow[]> {
    return this.rows().where({ order_id: orderId }).orderBy("created_at", "desc")
  }

  /** The next settled payments of orders, by the time of their creation. */
  async settledAfter(after: RowPlace | null, limit: number): Promise<(RowPlace & { order_id: string })[]> {
    return this.rows()
      .where({ status: "settled" })
      .whereNotNull("order_id")
      .modify((query) =>
        after ? query.whereRaw("(created_at, id) > (?::timestamptz, ?)", [after.placed_at, after.id]) : query,
      )
      .orderBy(["created_at", "id"])
      .limit(limit)
      .select("id", "order_id", this.knex.raw("created_at::text AS placed_at"))
  }

  async byCollection(collectionId: string): Promise<PaymentRow[]> {
    return this.rows().where({ payment_collection_id: collectionId }).orderBy("created_at", "desc")
  }

  async byCollections(ids: readonly string[]): Promise<PaymentRow[]> {
    return ids.length === 0 ? [] : this.rows().whereIn("payment_collection_id", ids)
  }

  async bySession(sessionId: string): Promise<PaymentRow[]> {
    return this.rows().where({ session_id: sessionId }).orderBy("created_at", "desc")
  }

  /**
   * The payment to show again instead of requesting a new one: money that arrived for this collection and amount, in any
   * asset; or else money on its way; or else a valid quote for the same asset that need not be renewed.
   */
  async findReusable(key: ReuseKey, now: Date): Promise<PaymentRow | undefined> {
    const { testMode, fingerprint } = key.account
    return this.rows()
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
          // Other reasons, such as a double payment or a canceled order, mean that the money must go back.
          .orWhere((waiting) =>
            waiting.where({ status: "attention" }).whereIn("attention_reason", [...RETRIED_REASONS]),
          )
          .orWhereRaw(IS_SEEN)
          .orWhere((same) =>
            same
              .where({ status: "awaiting_payment", asset: key.asset, asked_chain: key.askedChain })
              .andWhere("renew_at", ">", now),
          ),
      )
      .orderByRaw(`(status IN ('completed', 'attention')) DESC, ${IS_SEEN} DESC, quote_expires_at DESC`)
      .first()
  }

  /** Whether the last payment that the order's shopper confirmed was in test mode; null if none was confirmed. */
  async placedInTestMode({
    payment_collection_id,
    order_id,
  }: Pick<PaymentRow, "payment_collection_id" | "order_id">): Promise<boolean | null> {
    const row = await this.rows()
      .where((own) => {
        own.where({ payment_collection_id })
        if (order_id !== null) own.orWhere({ order_id })
      })
      .whereNotNull("confirmed_at")
      .orderBy("confirmed_at", "desc")
      .first("test_mode")
    return row?.test_mode ?? null
  }
}
