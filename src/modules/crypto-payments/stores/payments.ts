import { randomBytes, randomUUID } from "node:crypto"
import type { Account } from "../../../core/connection/account"
import { type AttentionReason, RETRIED_REASONS } from "../../../core/payment/attention-reasons"
import { nextState, type PaymentEvent, type PaymentState, statesBefore } from "../../../core/payment/payment-life"
import { firstLookAt, SHARE_OF_VIEWED, viewedLook } from "../../../core/payment/retry-policy"
import { firstJudgedAt } from "../../../core/payment/unpaid-order"
import type { Knex, PaymentRow } from "./rows"

const TABLE = "crypto_payment"

export type NewPayment = Pick<
  PaymentRow,
  | "connection_id"
  | "external_id"
  | "test_mode"
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
> &
  Partial<Pick<PaymentRow, "account" | "cart_id" | "order_id">>

/** The patch that may go with a move of state; the state itself is never set any other way. */
export type PaymentPatch = Partial<Omit<PaymentRow, "id" | "status" | "token" | "external_id" | "connection_id">>

/** What a shopper asks for, as far as it decides whether a request is used again. */
export type ReuseKey = {
  connectionId: string
  collectionId: string
  amountMinor: string
  currency: string
  asset: string
  askedChain: string | null
  /** The connection's present one: no other account's request is used again. */
  account: Account
}

/** The payments, with the few statements whose exactness carries the promises of the plugin. */
export class PaymentStore {
  constructor(private readonly knex: Knex) {}

  /** Medusa's indexes hold only rows that are not soft-deleted, so every statement says so to use them. */
  #rows() {
    return this.knex<PaymentRow>(TABLE).whereNull("deleted_at")
  }

  async insert(payment: NewPayment, now: Date): Promise<PaymentRow> {
    const [row] = await this.knex(TABLE)
      .insert({
        id: `cpay_${randomUUID().replaceAll("-", "")}`,
        token: randomBytes(16).toString("base64url"),
        next_check_at: new Date(firstLookAt(now.getTime())),
        unpaid_check_at: new Date(firstJudgedAt(payment.quote_expires_at.getTime())),
        created_at: now,
        updated_at: now,
        ...payment,
      })
      .returning("*")
    return row
  }

  async byId(id: string): Promise<PaymentRow | undefined> {
    return this.#rows().where({ id }).first()
  }

  async byToken(token: string): Promise<PaymentRow | undefined> {
    return this.#rows().where({ token }).first()
  }

  async byExternalId(connectionId: string, externalId: string): Promise<PaymentRow | undefined> {
    return this.#rows().where({ connection_id: connectionId, external_id: externalId }).first()
  }

  async byOrder(orderId: string): Promise<PaymentRow[]> {
    return this.#rows().where({ order_id: orderId }).orderBy("created_at", "desc")
  }

  async byCollection(collectionId: string): Promise<PaymentRow[]> {
    return this.#rows().where({ payment_collection_id: collectionId }).orderBy("created_at", "desc")
  }

  async bySession(sessionId: string): Promise<PaymentRow[]> {
    return this.#rows().where({ session_id: sessionId }).orderBy("created_at", "desc")
  }

  /**
   * The request to show again instead of asking for a new one: money that already arrived for this
   * collection and amount first (whatever it was paid in), else the same asset with enough of its quote left.
   */
  async findReusable(key: ReuseKey, now: Date): Promise<PaymentRow | undefined> {
    return this.#rows()
      .where({
        connection_id: key.connectionId,
        payment_collection_id: key.collectionId,
        amount_minor: key.amountMinor,
        currency: key.currency,
      })
      .andWhere((same) =>
        same
          .where({ account: key.account.fingerprint })
          .orWhere((unknown) => unknown.whereNull("account").where({ test_mode: key.account.testMode })),
      )
      .andWhere((either) =>
        either
          .where({ status: "completed" })
          // Money that came twice or for a canceled order is owed back, and pays for nothing else.
          .orWhere((waiting) =>
            waiting.where({ status: "attention" }).whereIn("attention_reason", [...RETRIED_REASONS]),
          )
          .orWhere((same) =>
            same
              .where({ status: "awaiting_payment", asset: key.asset, asked_chain: key.askedChain })
              .andWhere("renew_at", ">", now),
          ),
      )
      .orderByRaw("(status IN ('completed', 'attention')) DESC, quote_expires_at DESC")
      .first()
  }

  /**
   * Whether the order of a payment was placed in test mode: the last of its payments that a shopper confirmed says so.
   * @returns null where none was confirmed
   */
  async placedInTestMode({
    payment_collection_id,
    order_id,
  }: Pick<PaymentRow, "payment_collection_id" | "order_id">): Promise<boolean | null> {
    const row = await this.#rows()
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
   * Ties a payment to a (new) session and takes the mark off that it was replaced. What is paid is settled at once; what
   * was settled meanwhile stays with the session it was settled on.
   */
  async attachSession(id: string, sessionId: string, now: Date): Promise<PaymentRow | undefined> {
    const [row] = await this.#rows()
      .where({ id })
      .update({
        session_id: this.knex.raw("CASE WHEN status = 'settled' THEN session_id ELSE ? END", [sessionId]),
        superseded_at: null,
        settle_attempts: 0,
        updated_at: now,
        next_check_at: this.knex.raw(
          "CASE WHEN status IN ('completed', 'attention') THEN ?::timestamptz ELSE next_check_at END",
          [now],
        ),
      })
      .returning("*")
    return row
  }

  /**
   * Marks what a session showed as replaced. It is watched all the same.
   * @param only `collectionId` where the session's id is not Medusa's own word: nothing of another collection is touched
   */
  async supersedeSession(
    sessionId: string,
    now: Date,
    { exceptId, collectionId }: { exceptId?: string; collectionId?: string } = {},
  ): Promise<void> {
    await this.#rows()
      .where({ session_id: sessionId, ...(collectionId && { payment_collection_id: collectionId }) })
      .whereNull("superseded_at")
      .modify((query) => (exceptId ? query.whereNot({ id: exceptId }) : query))
      .update({ superseded_at: now, updated_at: now })
  }

  /**
   * Brings the next look forward for somebody who watches: where the quote lives or money is on its way, the last look
   * is not fresh, nobody is at it, and the connection's allowance for those who watch is not used up.
   * @param perMinute the connection's allowance of look-ups
   */
  async lookSooner({ id }: Pick<PaymentRow, "id">, perMinute: number, now: Date): Promise<void> {
    const { createdBefore, dueBefore, expiredAfter } = viewedLook(now.getTime())
    await this.knex.raw(
      `UPDATE crypto_payment AS payment
          SET next_check_at = :now
        WHERE id = :id AND deleted_at IS NULL AND status IN ('awaiting_payment', 'expired')
          AND (quote_expires_at > :now OR (confirmations > 0 AND quote_expires_at > :expiredAfter))
          AND created_at <= :createdBefore AND next_check_at > :now AND next_check_at <= :dueBefore
          AND (leased_until IS NULL OR leased_until <= :now)
          AND NOT EXISTS (
            SELECT 1 FROM crypto_connection AS connection
             WHERE connection.id = payment.connection_id AND connection.deleted_at IS NULL
               AND (throttled_until > :now OR (lookup_minute = date_trunc('minute', :now::timestamptz) AND lookups_taken >= :share)))`,
      {
        id,
        now,
        share: perMinute * SHARE_OF_VIEWED,
        createdBefore: new Date(createdBefore),
        dueBefore: new Date(dueBefore),
        expiredAfter: new Date(expiredAfter),
      },
    )
  }

  /**
   * Leaves the state alone.
   * @param status where the patch is only for a row that is still in this state
   */
  async patch(id: string, patch: PaymentPatch, now: Date, status?: PaymentState): Promise<void> {
    await this.#rows()
      .where({ id, ...(status && { status }) })
      .update({ ...patch, updated_at: now })
  }

  /**
   * Marks a settled payment as one whose money, or a part of it, must be sent back.
   * @param reopen marks one as well that a person has closed: the order changed since
   * @returns the row with its mark, or undefined where it has a mark already or is not settled
   */
  async openPayout(
    id: string,
    reason: Extract<AttentionReason, "payout_due" | "order_overpaid">,
    now: Date,
    { detail = null, reopen = false }: { detail?: string | null; reopen?: boolean } = {},
  ): Promise<PaymentRow | undefined> {
    const [row] = await this.#rows()
      .where({ id, status: "settled" })
      // Of a canceled order all must go back, where a part was too much before.
      .andWhere((free) =>
        free
          .whereNull("attention_reason")
          .modify((query) => (reason === "payout_due" ? query.orWhere({ attention_reason: "order_overpaid" }) : query)),
      )
      .modify((query) => (reopen ? query : query.whereNull("closed_at")))
      .update({
        attention_reason: reason,
        attention_detail: detail,
        attention_at: now,
        closed_at: null,
        updated_at: now,
      })
      .returning("*")
    return row
  }

  /** Takes a settled payment's mark off where what it says is over. */
  async clearMark(id: string, reason: AttentionReason, now: Date): Promise<void> {
    await this.#rows()
      .where({ id, status: "settled", attention_reason: reason })
      .update({ attention_reason: null, attention_detail: null, attention_at: null, updated_at: now })
  }

  /**
   * Moves a payment by the life table in one compare-and-set statement.
   * @param claimed where only who still has this row's lease may move it
   * @returns the row after the move, or undefined where the event changes nothing in its present state
   */
  async move(
    id: string,
    event: PaymentEvent,
    patch: PaymentPatch,
    now: Date,
    claimed?: PaymentRow,
  ): Promise<PaymentRow | undefined> {
    const from = statesBefore(event)
    const to = nextState(from[0] as PaymentState, event)
    const [row] = await this.#rows()
      .where({ id, ...(claimed && { leased_until: claimed.leased_until }) })
      .whereIn("status", from)
      .update({ ...patch, status: to, due_rank: 0, updated_at: now })
      .returning("*")
    return row
  }
}
