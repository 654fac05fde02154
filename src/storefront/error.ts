/** A request that did not succeed. */
export class CryptoCheckoutError extends Error {
  constructor(
    message: string,
    /** The store API's stable code; `network_error` if no answer came, `unexpected_answer` if something else answered. */
    readonly code: string,
    /** HTTP status; null if no answer came. */
    readonly status: number | null,
    /** Seconds after which to ask again, if the server said so. */
    readonly retryAfterSeconds: number | null,
    options?: { cause?: unknown },
  ) {
    super(message, options)
    this.name = "CryptoCheckoutError"
  }
}
