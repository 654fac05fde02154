import type { JobRow } from "./rows"
import { Store } from "./store"

/** What a run knows, and whether it still holds the job; after false it must change nothing more. */
type Run<Position> = { position: Position | null; ownsLease: () => boolean }

/** The positions of jobs that go through tables page by page. One process runs a job at a time, with or without Redis. */
export class JobStore extends Store<JobRow> {
  protected readonly table = "crypto_job"
  /** `created_at` is always due, so only the lease decides. */
  readonly #leases = this.leasesIn({ lease: "leased_until", due: "created_at" })

  /**
   * Runs a job unless another process runs it, and then stores where the next run begins. If the work throws, the next run
   * begins where this one did.
   * @returns the result of the work; undefined if another process runs the job
   */
  async run<Position extends object, T>(
    id: string,
    now: Date,
    work: (run: Run<Position>) => Promise<{ position: Position; result: T }>,
  ): Promise<T | undefined> {
    await this.knex(this.table).insert({ id, created_at: now, updated_at: now }).onConflict("id").ignore()
    const claimed = await this.#leases.claim(this.rows().where({ id }), now)
    if (!claimed) return undefined
    let moved = {}
    try {
      return await this.#leases.withHeartbeat(claimed, now, async (ownsLease) => {
        const { position, result } = await work({ position: claimed.position as Position | null, ownsLease })
        moved = { position: JSON.stringify(position), updated_at: now }
        return result
      })
    } finally {
      await this.#leases.releaseRows([claimed], moved)
    }
  }
}
