/** A failed request to the store API. */
export class CryptoCheckoutError extends Error {
  constructor(
    message: string,
    /** The store API's code, `network_error` without an answer, or `unexpected_answer` if something else answered. */
    readonly code: string,
    /** HTTP status; null if no answer came. */
    readonly status: number | null,
    /** Seconds to wait before asking again; null if the server did not say. */
    readonly retryAfterSeconds: number | null,
    options?: { cause?: unknown },
  ) {
    super(message, options)
    this.name = "CryptoCheckoutError"
  }
}
