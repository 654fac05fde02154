import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { isDeeper, MOST_LEVELS } from "./refuse-deep"
import { holdsNul, holdsText } from "./refuse-nul"
import { isUnwritable } from "./refuse-unwritable"

/** Half of a surrogate pair: PostgreSQL's jsonb takes no text that cannot be written in UTF-8. */
const LONE_SURROGATE = /\p{Surrogate}/u

/**
 * Refuses session data for our provider that Medusa answers with a 500: its validator cannot write it into a sentence, or
 * the jsonb column, into which Medusa writes it before it asks the provider, cannot hold it.
 */
export function refuseUnusableData(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  const { provider_id, data } = (req.body ?? {}) as { provider_id?: unknown; data?: unknown }
  const isOurs = typeof provider_id === "string" && provider_id.startsWith("pp_crypto_")
  if (isOurs && isUnusable(data)) {
    next(new MedusaError(MedusaError.Types.INVALID_DATA, "The session's data is not a choice of asset and chain."))
  } else next()
}

/** @param data what a parser made */
export const isUnusable = (data: unknown): boolean =>
  isDeeper(data, MOST_LEVELS) ||
  isUnwritable(data) ||
  holdsNul(data) ||
  holdsText(data, (text) => LONE_SURROGATE.test(text))
