import { RETRIED_REASONS } from "../../../core/payment/attention-reasons"
import { nextState, type PaymentMove, type PaymentState, statesBefore } from "../../../core/payment/lifecycle"
import { firstLookupAt, LOOKUP_PRIORITIES } from "../../../core/payment/schedule"
import type { Knex, PaymentRow } from "./rows"
import { newRow, newToken, Store } from "./store"

/** The condition of an index: unpaid, and money was seen or may have been sent. A person may have given it up. */
export const MAY_BE_SEEN = "status IN ('awaiting_payment', 'expired') AND (seen_at IS NOT NULL OR confirmations > 0)"

/** `isSeen` in SQL, never null. */
export const IS_SEEN = `(${MAY_BE_SEEN}
  AND coalesce(seen_at > closed_at, closed_at IS NULL))`

/** What must be equal so that a payment can be reused for a shopper's request. */
export type ReuseKey = Pick<
  PaymentRow,
  "connection_id" | "payment_collection_id" | "amount_minor" | "currency" | "asset" | "asked_chain" | "account"
>

export type NewPayment = Pick<
  PaymentRow,
  | "connection_id"
  | "external_id"
  | "test_mode"
  | "account"
  | "payment_collection_id"
  | "session_id"
  | "asset"
  | "chain"
  | "asked_chain"
  | "address"
  | "uri"
  | "pay_amount_base"
  | "decimals"
  | "amount_minor"
  | "currency"
  | "rate"
  | "quote_expires_at"
  | "renew_at"
  | "remote_status"
  | "unpaid_check_at"
> &
  Partial<Pick<PaymentRow, "cart_id" | "order_id">>

/** Columns of a payment that needs no person. */
export const NO_MARK = { attention_reason: null, attention_detail: null, attention_at: null }

/** Columns to change. Only `move` changes the state. */
export type PaymentPatch = Partial<Omit<PaymentRow, "id" | "status" | "token" | "external_id" | "connection_id">>

export class PaymentStore extends Store<PaymentRow> {
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

  async byOrder(orderId: string): Promise<PaymentRow[]> {
    return this.rows().where({ order_id: orderId }).orderBy("created_at", "desc")
  }

  async byCollection(collectionId: string): Promise<PaymentRow[]> {
    return this.rows().where({ payment_collection_id: collectionId }).orderBy("created_at", "desc")
  }

  async bySession(sessionId: string): Promise<PaymentRow[]> {
    return this.rows().where({ session_id: sessionId }).orderBy("created_at", "desc")
  }

  /**
   * The payment to show again instead of requesting a new one: money that arrived for this collection and amount, in any
   * asset; or else money on its way; or else a valid quote for the same asset that need not be renewed.
   */
  async findReusable(key: ReuseKey, now: Date): Promise<PaymentRow | undefined> {
    const { connection_id, payment_collection_id, amount_minor, currency, account, asset, asked_chain } = key
    return this.rows()
      .where({ connection_id, payment_collection_id, amount_minor, currency, account })
      .andWhere((either) =>
        either
          .where({ status: "completed" })
          // Other reasons, such as a double payment or a canceled order, mean that the money must go back.
          .orWhere((waiting) =>
            waiting
              .where({ status: "attention", goes_back_at: null })
              .whereIn("attention_reason", [...RETRIED_REASONS]),
          )
          .orWhereRaw(IS_SEEN)
          .orWhere((same) =>
            same.where({ status: "awaiting_payment", asset, asked_chain }).andWhere("renew_at", ">", now),
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

  /**
   * Inserts a payment, and supersedes the payment that its session showed before.
   * @throws unique violation if the connection has a payment with this external id
   */
  async insert(payment: NewPayment, now: Date): Promise<PaymentRow> {
    const inserted = this.knex(this.table)
      .insert({
        ...newRow("cpay", now),
        token: newToken(),
        next_check_at: new Date(firstLookupAt(now.getTime())),
        lookup_priority: LOOKUP_PRIORITIES.live,
        ...payment,
      })
      .returning("*")
    return this.#superseding(payment.session_id, now, inserted)
  }

  /**
   * Shows a payment on a session instead of the former. A paid one becomes due; a settled one keeps its session.
   * @param isLeased the caller holds the payment's lease, and decides when it is due next
   */
  async attachSession(
    id: string,
    sessionId: string,
    now: Date,
    { isLeased = false }: { isLeased?: boolean } = {},
  ): Promise<PaymentRow | undefined> {
    const attached = this.rows()
      .where({ id })
      .update({
        session_id: this.knex.raw("CASE WHEN status = 'settled' THEN session_id ELSE ? END", [sessionId]),
        superseded_at: null,
        settle_attempts: 0,
        updated_at: now,
        ...(!isLeased && {
          next_check_at: this.knex.raw(
            "CASE WHEN status IN ('completed', 'attention') THEN ?::timestamptz ELSE next_check_at END",
            [now],
          ),
        }),
      })
      .returning("*")
    return this.#superseding(sessionId, now, attached, id)
  }

  /** Marks a session's payments on this collection as superseded. They stay watched. */
  async supersedeSession(sessionId: string, now: Date, payment_collection_id: string): Promise<void> {
    await this.#superseded(sessionId, now).where({ payment_collection_id })
  }

  #superseded(sessionId: string | null, now: Date) {
    return this.rows()
      .whereRaw("session_id = ?", [sessionId])
      .whereNull("superseded_at")
      .update({ superseded_at: now, updated_at: now })
  }

  /** Runs the statement that shows a payment on a session, and supersedes the session's others in the same statement. */
  async #superseding(sessionId: string | null, now: Date, show: object, shownId = "") {
    const others = this.#superseded(sessionId, now).whereNot({ id: shownId })
    const { rows } = await this.knex.raw("WITH superseded AS (?) ?", [others, show] as never)
    return rows[0]
  }

  /** Changes columns, but not the state. With `states` it changes only a row in one of these states. */
  async patch(id: string, patch: PaymentPatch, now: Date, ...states: readonly PaymentState[]): Promise<void> {
    await this.rows()
      .where({ id })
      .modify((query) => (states.length > 0 ? query.whereIn("status", [...states]) : query))
      .update({ ...patch, updated_at: now })
  }

  /**
   * Adds the service's report to a payment of which money was sent back before.
   * @returns undefined if another report was first, or the payment's state has changed
   */
  async bookCompletion(
    { id, status }: Pick<PaymentRow, "id" | "status">,
    patch: PaymentPatch,
    now: Date,
  ): Promise<PaymentRow | undefined> {
    const [row] = await this.rows()
      .where({ id, status, completed_at: null })
      .update({ ...patch, updated_at: now })
      .returning("*")
    return row
  }

  /**
   * Changes a payment's state by the table in core/payment/lifecycle.ts, in one compare-and-set statement.
   * @param payment an id, or a claimed row, which changes only under its lease
   * @returns undefined if the move changes nothing in the present state, or the claimed row's lease is lost
   */
  async move(
    payment: string | PaymentRow,
    move: PaymentMove,
    patch: PaymentPatch,
    now: Date,
  ): Promise<PaymentRow | undefined> {
    const from = statesBefore(move)
    const to = nextState(from[0] as PaymentState, move)
    const due = patch.next_check_at
    const [row] = await this.rows()
      .where(typeof payment === "string" ? { id: payment } : { id: payment.id, leased_until: payment.leased_until })
      .whereIn("status", from)
      .update({
        lookup_priority: LOOKUP_PRIORITIES.asked,
        ...patch,
        ...(typeof payment !== "string" && due !== undefined && { next_check_at: dueAfter(this.knex, payment, due) }),
        ...logReason(this.knex, patch.attention_reason, now),
        status: to,
        updated_at: now,
      })
      .returning("*")
    return row
  }
}

/**
 * When a claimed payment is due after the work: at `next`, or sooner if it was made due during the work. A `Date` has
 * milliseconds.
 */
export const dueAfter = (knex: Knex, { next_check_at }: PaymentRow, next: Date | null) =>
  knex.raw(
    `CASE WHEN date_trunc('milliseconds', next_check_at) IS NOT DISTINCT FROM ?::timestamptz
       THEN ?::timestamptz
       ELSE LEAST(next_check_at, ?::timestamptz) END`,
    [next_check_at, next, next] as never,
  )

/** The column to set with an `attention_reason`: appends the reason to the log, unless the payment has it already. */
export const logReason = (knex: Knex, reason: string | null | undefined, now: Date) =>
  reason
    ? {
        attention_log: knex.raw(
          `CASE WHEN attention_reason IS DISTINCT FROM ?
             THEN coalesce(attention_log, '[]') || jsonb_build_object('reason', ?::text, 'at', ?::timestamptz)
             ELSE attention_log END`,
          [reason, reason, now],
        ),
      }
    : {}
