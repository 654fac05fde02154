/** Kubernetes ends what has not stopped after 30 s; this leaves Medusa some for the rest. Milliseconds. */
const LONGEST_WAIT_MS = 25_000

/**
 * Work that a server which is told to stop finishes first. What a crash leaves is healed, but late, and Medusa's own
 * workflows leave of theirs what nobody takes away (docs/faults.md): no restart for a new version is to cost that.
 */
export class UnderWay {
  readonly #works = new Set<Promise<unknown>>()
  #isEnding = false

  /** Whether the process is about to stop, and nothing new is to be begun. */
  get isEnding(): boolean {
    return this.#isEnding
  }

  /** Does the work and gives its result; until then the process does not stop. */
  async keep<R>(work: () => Promise<R>): Promise<R> {
    const done = work()
    this.#works.add(done)
    try {
      return await done
    } finally {
      this.#works.delete(done)
    }
  }

  /** Resolves when all that is under way is done, or has taken too long: milliseconds. */
  async end(withinMs = LONGEST_WAIT_MS): Promise<void> {
    this.#isEnding = true
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, withinMs)
    })
    await Promise.race([this.allDone(), tooLong])
    clearTimeout(timer)
  }

  /** Resolves when nothing is under way. */
  async allDone(): Promise<void> {
    // What is under way may need more of the same before it is done.
    while (this.#works.size > 0) await Promise.allSettled([...this.#works])
  }
}
