import { createHash } from "node:crypto"
import type { PayoutRequestRow } from "./rows"
import { newRow, newToken, Store } from "./store"

const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url")

/** The links that ask shoppers for an address, one for each payment. Only a link's hash is stored. */
export class PayoutRequestStore extends Store<PayoutRequestRow> {
  protected readonly table = "crypto_payout_request"

  async ofPayment(paymentId: string): Promise<PayoutRequestRow | undefined> {
    return this.rows().where({ payment_id: paymentId }).first()
  }

  /** The same, and no shopper can enter an address until the transaction ends. */
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
