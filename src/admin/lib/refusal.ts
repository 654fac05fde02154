import type { Refusal } from "../../api/admin/crypto-payments/contract"

/** What a failed call says to a person: the server's own words, which say what happened and what to do. */
export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : "The server could not be reached. Try again."

/** The stable code of a refusal, where the server gave one. */
export const codeOf = (error: unknown): Refusal["code"] | undefined => {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === "string" ? code : undefined
}
