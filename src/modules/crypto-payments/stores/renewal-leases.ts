import { type Lease, Leases } from "./lease"
import type { Knex, PaymentRow } from "./rows"

const TABLE = "crypto_payment"

/**
 * Lets one request at a time ask the service for a quote of a payment collection, in any process; the others wait and
 * find its quote. A database lock would occupy a connection for as long as the service takes to answer.
 */
export class RenewalLeases {
  readonly #leases: Leases<PaymentRow>

  constructor(private readonly knex: Knex) {
    // Always due: only the lease decides.
    this.#leases = new Leases(knex, TABLE, { lease: "renewing_until", due: "created_at" })
  }

  /**
   * The collection's first payment carries the lease; it exists as long as the collection does.
   * @returns undefined while another request holds it
   */
  async take(collectionId: string, now: Date): Promise<Lease | undefined> {
    const rows = () => this.knex(TABLE).whereNull("deleted_at")
    const first = rows().where({ payment_collection_id: collectionId }).orderBy(["created_at", "id"]).first("id")
    const claimed = await this.#leases.claim(rows().where("id", first), now)
    return claimed && this.#leases.of(claimed)
  }

  free(lease: Lease): Promise<void> {
    return this.#leases.end(lease)
  }
}
