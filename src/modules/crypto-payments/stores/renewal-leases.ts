import type { Lease } from "./lease"
import type { PaymentRow } from "./rows"
import { Store } from "./store"

/**
 * Lets one request at a time ask the service for a quote of a payment collection, in any process; the others wait and
 * then use its quote. A database lock would occupy a connection until the service answers.
 */
export class RenewalLeases extends Store<PaymentRow> {
  protected readonly table = "crypto_payment"
  /** `created_at` is always due, so only the lease decides. */
  readonly #leases = this.leasesIn({ lease: "renewing_until", due: "created_at" })

  /**
   * The lease is on the collection's first payment, which exists as long as the collection does.
   * @returns undefined while another request holds it
   */
  async take(collectionId: string, now: Date): Promise<Lease | undefined> {
    const first = this.rows().where({ payment_collection_id: collectionId }).orderBy(["created_at", "id"]).first("id")
    const claimed = await this.#leases.claim(this.rows().where("id", first), now)
    return claimed && this.#leases.of(claimed)
  }

  free(lease: Lease): Promise<void> {
    return this.#leases.end(lease)
  }
}
