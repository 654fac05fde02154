/** A request that did not succeed. */
export class CryptoCheckoutError extends Error {
  constructor(
    message: string,
    /** The store API's stable code; `network_error` where there was no answer, `unexpected_answer` where it was none of it. */
    readonly code: string,
    /** HTTP status; null where there was no answer. */
    readonly status: number | null,
    /** Seconds after which to ask again, where the server said so. */
    readonly retryAfterSeconds: number | null,
    options?: { cause?: unknown },
  ) {
    super(message, options)
    this.name = "CryptoCheckoutError"
  }
}
