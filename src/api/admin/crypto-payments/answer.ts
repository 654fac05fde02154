import type { MedusaResponse } from "@medusajs/framework/http"
import { ADMIN_REFUSALS, type AdminRefusal } from "../../../core/text/admin-refusals"
import type { Refusal } from "./contract"

/** Medusa's own words for the kinds of errors, which its admin knows. */
const TYPES: Record<number, string> = { 400: "invalid_data", 404: "not_found", 409: "not_allowed" }

/** Answers an expected refusal: MedusaError has no type that keeps a message of ours with 409. */
export function refuse(res: MedusaResponse, { code, detail }: AdminRefusal): void {
  const [status, sentence] = ADMIN_REFUSALS[code]
  const message = detail ? `${sentence} (${detail})` : sentence
  const body: Refusal = { type: TYPES[status] ?? "unexpected_state", code, message }
  res.status(status).json(body)
}
