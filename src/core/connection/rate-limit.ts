/** A limit per key and window, in the memory of one process. Past `maxKeys` the oldest key is dropped, to bound memory. */
export class RateLimit {
  /** Ordered by `endsAt`. */
  readonly #windows = new Map<string, { endsAt: number; taken: number }>()

  constructor(private readonly options: { limit: number; windowMs: number; maxKeys: number }) {}

  /** Returns 0 if granted, else seconds until it will be. `now` is in milliseconds of any clock. */
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

  /** What `take` would return, without taking. */
  wait(key: string, now: number): number {
    this.forget(now)
    const window = this.#windows.get(key)
    if (!window || window.taken < this.options.limit) return 0
    return Math.max(1, Math.ceil(Math.min(window.endsAt - now, this.options.windowMs) / 1000))
  }

  /** Drops every key whose window is over. Returns the next end in milliseconds, or undefined. */
  forget(now: number): number | undefined {
    for (const [key, { endsAt }] of this.#windows) {
      // A window that ends after now plus its length was created before the clock was set back.
      if (endsAt > now && endsAt <= now + this.options.windowMs) return endsAt
      this.#windows.delete(key)
    }
    return undefined
  }
}
