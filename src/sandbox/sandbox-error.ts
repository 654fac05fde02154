/** A refusal of the sandbox, with its HTTP status and code. */
export class SandboxError extends Error {
  override readonly name = "SandboxError"

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message)
  }
}
