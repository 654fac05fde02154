import type { IncomingHttpHeaders } from "node:http"
import type { z } from "zod"
import { SandboxError } from "../sandbox-error"

/** A request with its complete body. */
export type Call = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** The caller's IP address; an IPv4 address is not written as IPv6. */
  ip: string
}

/** The answer to a caller; null closes the connection without one. */
export type Answer = { status: number; headers: Record<string, string>; body: string } | null

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify(body),
})

/** The shape of an error's body is ours; the specification shows only the codes. */
export const errorAnswer = ({ status, code, message, headers }: SandboxError): Answer =>
  json(status, { error: { code, message } }, headers)

/** The text as JSON; undefined if it is not. */
export function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The input parsed by `schema`. Throws `invalid_request` with the first issue. */
export function parse<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new SandboxError(400, "invalid_request", `${issue?.path.join(".") || "body"}: ${issue?.message}`)
}
