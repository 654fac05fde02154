import type { Refusal } from "../../api/admin/crypto-payments/contract"

/** The stable code of a refusal, where the server gave one. */
export const codeOf = (error: unknown): Refusal["code"] | undefined => {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === "string" ? code : undefined
}

/** Whether the server no longer knows who asks: the session is over. */
export const isSignedOut = (error: unknown): boolean => (error as { status?: unknown } | null)?.status === 401
