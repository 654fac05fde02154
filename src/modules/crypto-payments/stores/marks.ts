import { isOverpaid, replacedMark, replacedUnpaidMarks } from "../../../core/payment/attention"
import { isAboutOrder, type PayoutReason, type UnpaidReason } from "../../../core/payment/attention-reasons"
import { statesBefore } from "../../../core/payment/lifecycle"
import { IS_SEEN, logReason, NO_MARK, PaymentStore } from "./payments"
import type { PaymentRow } from "./rows"
import { Store } from "./store"

type InState = Pick<PaymentRow, "id" | "status">

type Mark = Pick<PaymentRow, "attention_reason" | "attention_detail">

/** What payments are marked with: the items that need a person, beside a payment's state. */
export class MarkStore extends Store<PaymentRow> {
  protected readonly table = "crypto_payment"

  /**
   * Marks a settled payment whose money, or a part of it, must be sent back.
   * @param reopen also marks a payment that a person closed, because the order has changed
   * @returns undefined if it is not settled, has a mark that `reason` does not replace, was closed and not reopened, or
   * another payment of the order is marked overpaid
   */
  async openPayoutItem(
    id: string,
    reason: PayoutReason,
    now: Date,
    { detail = null, reopen = false }: { detail?: string | null; reopen?: boolean } = {},
  ): Promise<PaymentRow | undefined> {
    const replaced = replacedMark(reason)
    const [row] = await this.rows()
      .where({ id, status: "settled" })
      .andWhere((free) =>
        free
          .whereNull("attention_reason")
          .modify((query) => (replaced ? query.orWhere({ attention_reason: replaced }) : query)),
      )
      .modify((query) => (reopen ? query : query.whereNull("closed_at")))
      // The order is overpaid, not one payment, so one item says so.
      .modify((query) =>
        isOverpaid({ attention_reason: reason }) ? query.whereNotExists(this.#othersMarked(reason)) : query,
      )
      .update({
        attention_reason: reason,
        attention_detail: detail,
        attention_at: now,
        ...logReason(this.knex, reason, now),
        closed_at: null,
        updated_at: now,
      })
      .returning("*")
    return row
  }

  #othersMarked(reason: PayoutReason) {
    return this.knex("crypto_payment as other")
      .whereRaw("other.order_id = crypto_payment.order_id AND other.id <> crypto_payment.id")
      .where({ "other.attention_reason": reason, "other.deleted_at": null })
  }

  /**
   * Marks a payment whose money is seen and does not clear, whose status word is unknown, or whose order is kept, of which
   * it may have paid a part. Its state stays, so a later completion still settles it.
   * @returns undefined if it has a mark that stays, or the money is no longer on its way
   */
  async markUnpaid({ id, status }: InState, reason: UnpaidReason, now: Date): Promise<PaymentRow | undefined> {
    const [row] = await this.rows()
      .where({ id })
      .whereIn("status", status === "settled" ? [status] : statesBefore("service_completed"))
      .where((free) => free.whereNull("attention_reason").orWhereIn("attention_reason", replacedUnpaidMarks(reason)))
      .modify((query) => (isAboutOrder(reason) ? query : query.whereRaw(IS_SEEN)))
      .update({ attention_reason: reason, attention_at: now, ...logReason(this.knex, reason, now), updated_at: now })
      .returning("*")
    return row
  }

  async clearMark(id: string, reason: PayoutReason | UnpaidReason, now: Date): Promise<void> {
    await this.rows()
      .where({ id, attention_reason: reason })
      .update({ ...NO_MARK, updated_at: now })
  }

  /**
   * Closes a payment's attention item: money that waits for attention becomes `closed`; a settled or an unpaid payment
   * only loses its mark. The detail stays, because a larger overpayment than the closed one opens the item again.
   * @param payment as it is under a lease; money that arrived since then is not closed
   * @param item the mark to remove; a review can replace it without a lease
   * @returns false if the payment is in another state, or has another mark
   */
  async close({ id, status }: InState, now: Date, item: Partial<Mark> = {}): Promise<boolean> {
    const done = { closed_at: now, attention_reason: null, attention_at: null }
    const closed = { ...done, attention_detail: null, next_check_at: null }
    if (status === "attention" && (await new PaymentStore(this.knex).move(id, "closed_by_person", closed, now)))
      return true
    const unmarked = await this.rows()
      .where({ id, ...item })
      .whereIn("status", ["settled", "awaiting_payment", "expired"])
      .update({ ...done, updated_at: now })
    return unmarked > 0
  }
}

/** A reason for attention of a payment, and when it began. `at` is a date as text. */
type LoggedReason = { reason: string; at: string }

/** Every reason that a payment had, oldest first. */
export const reasonsOf = ({ attention_log }: PaymentRow): LoggedReason[] =>
  (attention_log ?? []) as unknown as LoggedReason[]
