/** Kubernetes kills what has not stopped after 30 s; this leaves Medusa a few. Milliseconds. */
const LONGEST_WAIT_MS = 25_000

/**
 * Work that a server finishes before it stops. What a crash leaves is repaired, but late, and nobody cleans up after
 * Medusa's own workflows (docs/faults.md), so a deployment must not interrupt them.
 */
export class Drain {
  readonly #running = new Set<Promise<unknown>>()
  #isDraining = false

  /** The process is about to stop: start nothing new. */
  get isDraining(): boolean {
    return this.#isDraining
  }

  /** Does the work and gives its result; until then the process does not stop. */
  async run<R>(work: () => Promise<R>): Promise<R> {
    const done = work()
    this.#running.add(done)
    try {
      return await done
    } finally {
      this.#running.delete(done)
    }
  }

  /** Resolves when nothing runs, or after `withinMs` milliseconds. */
  async drain(withinMs = LONGEST_WAIT_MS): Promise<void> {
    this.#isDraining = true
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, withinMs)
    })
    await Promise.race([this.idle(), tooLong])
    clearTimeout(timer)
  }

  /** Resolves when nothing runs. */
  async idle(): Promise<void> {
    // Running work may start more.
    while (this.#running.size > 0) await Promise.allSettled([...this.#running])
  }
}
