import { createHash } from "node:crypto"
import type { AttentionReason } from "../../../core/payment/attention-reasons"
import { PaymentStore } from "./payments"
import type { PayoutRequestRow, PayoutRow } from "./rows"
import { LEASE_MS, newRow, newToken, Store } from "./store"

export type NewPayout = Omit<
  PayoutRow,
  | "id"
  | "corrections"
  | "medusa_refund_id"
  | "payee_deleted_at"
  | "booked_at"
  | "created_at"
  | "updated_at"
  | "deleted_at"
>

/** A payout's values before a person corrected it. `at` is ISO 8601. */
type FormerPayout = Pick<PayoutRow, "address" | "transaction_id" | "note"> & { at: string; by: string }

export const formerOf = ({ corrections }: PayoutRow): FormerPayout[] => (corrections ?? []) as unknown as FormerPayout[]

/** An unfinished payout, with the connection of its payment. */
export type UnfinishedPayout = PayoutRow & { connection_id: string | null }

/** Payouts that admins recorded, and the Medusa refund of each. */
export class PayoutStore extends Store<PayoutRow> {
  protected readonly table = "crypto_payout"
  /** Recording and claiming set `updated_at`, so it says since when a worker holds an unfinished payout. */
  readonly #leases = this.leasesIn({ lease: "updated_at" })

  /**
   * @param reason of money that waits for a person, after this payout; the rest is no longer settled automatically
   * @returns undefined, with a reason, if the payment was completed meanwhile, so that it is settled now
   * @throws unique violation if the payment already has a payout with this transaction
   */
  insert(payout: NewPayout, reason: null, now: Date): Promise<PayoutRow>
  insert(payout: NewPayout, reason: AttentionReason | null, now: Date): Promise<PayoutRow | undefined>
  insert(payout: NewPayout, reason: AttentionReason | null, now: Date): Promise<PayoutRow | undefined> {
    return this.knex.transaction(async (trx) => {
      if (reason !== null) {
        // Keeps the date of an item that was open before, because a new date would notify the admins again.
        const attention_at = trx.raw("coalesce(attention_at, ?)", [now]) as never
        const mark = { attention_reason: reason, attention_detail: null, attention_at, next_check_at: null }
        const payments = new PaymentStore(trx)
        const moved = await payments.move(payout.payment_id, "payout_recorded", mark, now)
        if (!moved && (await payments.byId(payout.payment_id))?.status === "completed") return undefined
      }
      const [row] = await trx(this.table)
        .insert({ ...newRow("cpo", now), ...payout })
        .returning("*")
      return row
    })
  }

  async byId(id: string): Promise<PayoutRow | undefined> {
    return this.rows().where({ id }).first()
  }

  async byTransaction(paymentId: string, transactionId: string): Promise<PayoutRow | undefined> {
    return this.rows().where({ payment_id: paymentId, transaction_id: transactionId }).first()
  }

  /**
   * Assigns a payout to its Medusa refund, in one statement, so that no payout serves two refunds. The same refund may
   * claim it again.
   * @param payout `amount_minor` is the amount of Medusa's refund and must equal the recorded amount
   * @param medusaRefundId Medusa's idempotency key for the refund, which is the refund's id
   */
  async claimPayout(
    { id, payment_id, amount_minor }: Pick<PayoutRow, "id" | "payment_id" | "amount_minor">,
    medusaRefundId: string,
    now: Date,
  ): Promise<boolean> {
    const claimed = await this.rows()
      .where({ id, payment_id, amount_minor })
      .andWhere((free) => free.whereNull("medusa_refund_id").orWhere({ medusa_refund_id: medusaRefundId }))
      .update({ medusa_refund_id: medusaRefundId, updated_at: now })
    return claimed > 0
  }

  async unclaim(id: string, medusaRefundId: string, now: Date): Promise<void> {
    await this.rows()
      .where({ id, medusa_refund_id: medusaRefundId })
      .update({ medusa_refund_id: null, updated_at: now })
  }

  /** Records that every ledger has the payout. @returns false if that was already recorded */
  async booked(id: string, now: Date): Promise<boolean> {
    return (await this.rows().where({ id }).whereNull("booked_at").update({ booked_at: now, updated_at: now })) > 0
  }

  /** Claims payouts that a crash or a fault left unfinished. */
  claimUnfinished(limit: number, now: Date): Promise<UnfinishedPayout[]> {
    return this.#leases.claimDue<Pick<UnfinishedPayout, "connection_id">>({
      where: "booked_at IS NULL",
      returning: "(SELECT connection_id FROM crypto_payment WHERE id = claimed.payment_id) AS connection_id",
      limit,
      // `updated_at` is when a lease began, not when it ends.
      now: new Date(now.getTime() - LEASE_MS),
    })
  }

  async ordersSince(since: Date): Promise<string[]> {
    const rows = await this.knex(`${this.table} as payout`)
      .join("crypto_payment as payment", "payment.id", "payout.payment_id")
      .where("payout.created_at", ">=", since)
      .whereNull("payout.deleted_at")
      .whereNull("payment.deleted_at")
      .whereNotNull("payment.order_id")
      .distinct("payment.order_id")
    return rows.map(({ order_id }) => order_id)
  }

  /**
   * Corrects where a payout went, and keeps the former values. `updated_at` stays, because it is the sweep's lease.
   * @throws unique violation if the payment already has a payout with this transaction
   */
  async correct(
    id: string,
    correction: Partial<Pick<PayoutRow, "address" | "transaction_id" | "note">>,
    by: string,
    now: Date,
  ): Promise<PayoutRow | undefined> {
    const corrections = this.knex.raw(
      `coalesce(corrections, '[]') || jsonb_build_object(
         'at', ?::text, 'by', ?::text, 'address', address, 'transaction_id', transaction_id, 'note', note)`,
      [now.toISOString(), by],
    )
    const [row] = await this.rows()
      .where({ id })
      .update({ ...correction, corrections, payee_deleted_at: null })
      .returning("*")
    return row
  }

  /** Deletes a payout whose refund Medusa refused. One that became a refund stays. */
  async remove(id: string): Promise<void> {
    await this.rows().where({ id }).whereNull("medusa_refund_id").delete()
  }
}

const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url")

/** The links that ask shoppers for an address, one for each payment. Only a link's hash is stored. */
export class PayoutRequestStore extends Store<PayoutRequestRow> {
  protected readonly table = "crypto_payout_request"

  async ofPayment(paymentId: string): Promise<PayoutRequestRow | undefined> {
    return this.rows().where({ payment_id: paymentId }).first()
  }

  ofPayments(paymentIds: readonly string[]): Promise<PayoutRequestRow[]> {
    return this.rows().whereIn("payment_id", [...paymentIds])
  }

  /** A payment's request, locked until the transaction ends, so that no shopper can enter an address. */
  async lockOfPayment(paymentId: string): Promise<PayoutRequestRow | undefined> {
    return this.rows().where({ payment_id: paymentId }).forUpdate().first()
  }

  async byToken(token: string): Promise<PayoutRequestRow | undefined> {
    return this.rows()
      .where({ token_hash: hashOf(token) })
      .first()
  }

  /** Makes a new link, which ends the former one and forgets its address. @returns the only copy of its token */
  async renew(paymentId: string, endsAt: Date, now: Date): Promise<string> {
    const token = newToken()
    const link = { token_hash: hashOf(token), link_ends_at: endsAt, chain: null, address: null, entered_at: null }
    await this.knex(this.table)
      .insert({ ...newRow("cpor", now), payment_id: paymentId, ...link })
      .onConflict(this.knex.raw("(payment_id) WHERE deleted_at IS NULL"))
      .merge({ ...link, updated_at: now })
    return token
  }

  /** Stores the address in one statement, so that of concurrent entries only the first stands. @returns whether it did */
  async enter(token: string, entry: { chain: string; address: string }, now: Date): Promise<boolean> {
    const entered = await this.rows()
      .where({ token_hash: hashOf(token) })
      .where("link_ends_at", ">", now)
      .whereNull("address")
      .update({ ...entry, entered_at: now, updated_at: now })
    return entered > 0
  }

  /** Ends the link and forgets the address, which the recorded payout keeps. */
  async end(paymentId: string): Promise<void> {
    await this.rows().where({ payment_id: paymentId }).delete()
  }
}
