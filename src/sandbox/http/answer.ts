import type { SandboxError } from "../sandbox-error"

/** What goes back to a caller; null cuts the connection instead. */
export type Answer = { status: number; headers: Record<string, string>; body: string } | null

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify(body),
})

/** The shape of an error's body is ours; the specification shows only the codes. */
export const problem = (status: number, code: string, message: string, headers: Record<string, string> = {}): Answer =>
  json(status, { error: { code, message } }, headers)

export const refusal = (error: SandboxError): Answer =>
  problem(
    error.status,
    error.code,
    error.message,
    error.retryAfter === undefined ? {} : { "Retry-After": String(error.retryAfter) },
  )
