import type { Knex, PaymentRow } from "./rows"

const TABLE = "crypto_payment"

/** Longer than a last look and a canceling take, and under a tick: what a crash left is taken up by the next one. */
const LEASE_MS = 50_000

/** A payment whose order is to be judged, and since when it was due. */
export type UnpaidClaim = PaymentRow & { due_at: Date }

/** Which unpaid orders are due to be judged: one lease for each, so that two instances cancel none twice. */
export class UnpaidOrderStore {
  constructor(private readonly knex: Knex) {}

  /**
   * Claims payments of a connection whose unpaid order may be due to be canceled, the longest due first.
   * Moving unpaid_check_at is the lease. MATERIALIZED, since PostgreSQL may run a plain subselect more than once.
   */
  async claimDue(connectionId: string, limit: number, now: Date): Promise<UnpaidClaim[]> {
    const { rows } = await this.knex.raw(
      `WITH due AS MATERIALIZED (
         SELECT id, unpaid_check_at AS due_at FROM crypto_payment
          WHERE connection_id = :connectionId AND unpaid_check_at <= :now AND deleted_at IS NULL
          ORDER BY unpaid_check_at
          LIMIT :limit
            FOR UPDATE SKIP LOCKED)
       UPDATE crypto_payment AS payment
          SET unpaid_check_at = :until
         FROM due
        WHERE payment.id = due.id
       RETURNING payment.*, due.due_at`,
      { connectionId, limit, now, until: new Date(now.getTime() + LEASE_MS) },
    )
    return (rows as UnpaidClaim[]).sort((a, b) => a.due_at.getTime() - b.due_at.getTime())
  }

  /**
   * Notes that the order is about to be canceled, where the lease is still this worker's.
   * @returns whether it is
   */
  async beginCanceling(claim: UnpaidClaim, now: Date): Promise<boolean> {
    const changed = await this.#held(claim).update({ canceling_at: now, updated_at: now })
    return changed > 0
  }

  /** Gives a claim back until then. The order is not being canceled (any more). */
  async giveBack(claim: UnpaidClaim, until: Date): Promise<void> {
    await this.#held(claim).update({ unpaid_check_at: until, canceling_at: null })
  }

  /**
   * There is nothing more to judge.
   * @param claims of one batch, so under one lease
   * @param canceled it was we who canceled the order
   */
  async finish(claims: readonly UnpaidClaim[], { canceled }: { canceled: boolean }): Promise<void> {
    const [first] = claims
    if (!first) return
    await this.knex(TABLE)
      .whereNull("deleted_at")
      .whereIn("id", ids(claims))
      .where({ unpaid_check_at: first.unpaid_check_at })
      .update(canceled ? { unpaid_check_at: null } : { unpaid_check_at: null, canceling_at: null })
  }

  #held(claim: UnpaidClaim) {
    return this.knex(TABLE).whereNull("deleted_at").where({ id: claim.id, unpaid_check_at: claim.unpaid_check_at })
  }
}

const ids = (claims: readonly UnpaidClaim[]): string[] => claims.map(({ id }) => id)
