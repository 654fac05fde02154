/**
 * The database's time in this process. Leases, due times and budgets are shared, so servers whose clocks differ must
 * not each decide by their own.
 */
export class DatabaseClock {
  #offsetMs = 0

  /** @param serverNow unix milliseconds of this server's clock */
  constructor(private readonly serverNow: () => number) {}

  readonly now = (): Date => new Date(this.serverNow() + this.#offsetMs)

  /** The database's clock minus this server's, in milliseconds, as last measured. */
  get offsetMs(): number {
    return this.#offsetMs
  }

  /**
   * Runs a query that also reads `clock_timestamp()`. The database answered between the beginning and the end, so the
   * offset moves only as far as that proves it wrong: a slow answer spoils nothing.
   * @param query its answer, and the database's time if it was read
   */
  async measured<T>(query: () => Promise<{ answer: T; now: Date | undefined }>): Promise<T> {
    const begun = this.serverNow()
    const { answer, now } = await query()
    const ended = this.serverNow()
    if (now && ended >= begun) {
      const [least, most] = [now.getTime() - ended, now.getTime() - begun]
      this.#offsetMs = Math.min(Math.max(this.#offsetMs, least), most)
    }
    return answer
  }
}
