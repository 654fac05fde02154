import type { Knex } from "./rows"

/** A shopper's patience and what the database takes around it: a crash frees the collection after that. */
const LEASE_MS = 12_000

export type RenewalLease = { paymentId: string; until: Date }

/**
 * Lets one at a time ask the service for a quote of a payment collection, in whatever process: who comes meanwhile
 * waits, and then finds what the first one got. A lease rather than a lock, since a lock would hold a connection of
 * the database for as long as the service takes to answer.
 */
export class RenewalLeases {
  constructor(private readonly knex: Knex) {}

  /**
   * The collection's first payment carries the lease; it is there as long as the collection is.
   * @returns undefined where somebody holds it
   */
  async take(collectionId: string, now: Date): Promise<RenewalLease | undefined> {
    const until = new Date(now.getTime() + LEASE_MS)
    const { rows } = await this.knex.raw(
      `UPDATE crypto_payment
          SET renewing_until = :until
        WHERE id = (SELECT id FROM crypto_payment
                     WHERE payment_collection_id = :collectionId AND deleted_at IS NULL
                     ORDER BY created_at, id
                     LIMIT 1)
          AND deleted_at IS NULL AND (renewing_until IS NULL OR renewing_until <= :now)
       RETURNING id`,
      { collectionId, now, until },
    )
    const id = (rows as { id: string }[])[0]?.id
    return id === undefined ? undefined : { paymentId: id, until }
  }

  /** One that ended meanwhile, or is somebody else's by now, is left alone. */
  async free({ paymentId, until }: RenewalLease): Promise<void> {
    await this.knex("crypto_payment")
      .whereNull("deleted_at")
      .where({ id: paymentId, renewing_until: until })
      .update({ renewing_until: null })
  }
}
