type Window = { endsAt: number; taken: number }

/**
 * So many in a window, for each key. In the memory of one process and bounded: past `maxKeys` the oldest key is
 * forgotten, so that a flood of keys lets some through and takes no more memory.
 */
export class RateLimit {
  /** In the order in which they end: each begins anew at the map's end, and all are as long. */
  readonly #windows = new Map<string, Window>()

  constructor(private readonly options: { limit: number; windowMs: number; maxKeys: number }) {}

  /**
   * @param now unix milliseconds
   * @returns 0 where it is granted, else seconds until it will be
   */
  take(key: string, now: number): number {
    const wait = this.wait(key, now)
    if (wait > 0) return wait
    const { windowMs, maxKeys } = this.options
    let window = this.#windows.get(key)
    if (!window) {
      const oldest = this.#windows.size >= maxKeys ? this.#windows.keys().next().value : undefined
      if (oldest !== undefined) this.#windows.delete(oldest)
      window = { endsAt: now + windowMs, taken: 0 }
      this.#windows.set(key, window)
    }
    window.taken++
    return 0
  }

  /** The answer that `take` would give, without taking anything. */
  wait(key: string, now: number): number {
    this.forget(now)
    const window = this.#windows.get(key)
    if (!window || window.taken < this.options.limit) return 0
    return Math.max(1, Math.ceil((window.endsAt - now) / 1000))
  }

  /**
   * Drops every key whose window is over.
   * @returns when the next one is (unix milliseconds); undefined where no key is left
   */
  forget(now: number): number | undefined {
    for (const [key, { endsAt }] of this.#windows) {
      // A window that lies ahead of its own length is of a clock that was set back.
      if (endsAt > now && endsAt <= now + this.options.windowMs) return endsAt
      this.#windows.delete(key)
    }
    return undefined
  }
}
