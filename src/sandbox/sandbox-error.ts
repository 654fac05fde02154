/** What the sandbox refuses to do, with the HTTP status it is answered with where the refusal came over HTTP. */
export class SandboxError extends Error {
  override readonly name = "SandboxError"

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** Seconds to wait, sent as Retry-After. */
    readonly retryAfter?: number,
  ) {
    super(message)
  }
}
