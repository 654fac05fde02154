/** Codes of the client: nothing answered, or something other than the store API did. */
export type ClientErrorCode = "network_error" | "unexpected_answer"

/** A failed request to the store API. */
export class CryptoCheckoutError extends Error {
  constructor(
    message: string,
    /** A code of the store API, the `type` of Medusa's own refusal, `network_error` or `unexpected_answer`. */
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
