/** Milliseconds. Kubernetes kills after 30 s; the rest is Medusa's. */
const LONGEST_WAIT_MS = 25_000

/**
 * Drains a server that is told to stop: work in flight finishes first. A crash is repaired, but late, and Medusa's own
 * workflows may leave traces that nobody removes (docs/faults.md).
 */
export class UnderWay {
  readonly #works = new Set<Promise<unknown>>()
  #isEnding = false

  /** The process is about to stop: begin nothing new. */
  get isEnding(): boolean {
    return this.#isEnding
  }

  /** Does the work; the process does not stop before it is done. */
  async keep<R>(work: () => Promise<R>): Promise<R> {
    const done = work()
    this.#works.add(done)
    try {
      return await done
    } finally {
      this.#works.delete(done)
    }
  }

  /** Resolves when all work in flight is done, or after `withinMs`. */
  async end(withinMs = LONGEST_WAIT_MS): Promise<void> {
    this.#isEnding = true
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, withinMs)
    })
    await Promise.race([this.allDone(), tooLong])
    clearTimeout(timer)
  }

  /** Resolves when no work is in flight. */
  async allDone(): Promise<void> {
    // Work in flight may begin more of it.
    while (this.#works.size > 0) await Promise.allSettled([...this.#works])
  }
}
