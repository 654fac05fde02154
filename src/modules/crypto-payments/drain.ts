/** In milliseconds. Kubernetes kills a process 30 s after SIGTERM by default; this leaves five seconds for Medusa. */
const LONGEST_WAIT_MS = 25_000

/**
 * Work that a server finishes before it stops. The plugin repairs what a crash interrupts, but Medusa does not repair
 * its own workflows (docs/operations.md), so a deployment must not interrupt them.
 */
export class Drain {
  readonly #running = new Set<Promise<unknown>>()
  #isDraining = false

  /** The process is about to stop, so no new work may start. */
  get isDraining(): boolean {
    return this.#isDraining
  }

  /** Runs the work and returns its result. `drain` waits for the work before the process stops. */
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
