import type { SignatureProblem } from "../webhook/signature"

/** The codes of an accepted delivery. It is answered with 200, because the event is in the database. */
export const ACCEPTED_EVENT_CODES = ["stored", "duplicate", "ignored"] as const

export type AcceptedEventCode = (typeof ACCEPTED_EVENT_CODES)[number]

/** Every refusal of a delivery: a stable code, the HTTP status, and what happened and what to do. */
export const WEBHOOK_REFUSALS = {
  event_not_json: [400, "The event's body is not a JSON object."],
  event_not_an_object: [400, "The event's body is not a JSON object."],
  signature_missing: [401, "The signature header is missing."],
  signature_malformed: [401, "The signature header is not of the form t=<unix seconds>,v1=<hex>."],
  signature_stale: [401, "The signature's timestamp is more than 300 seconds away from this server's clock."],
  signature_mismatch: [
    401,
    "No signature matches this endpoint's secret. Compare the secret with the merchant dashboard.",
  ],
  unknown_connection: [404, "No connection of this name is registered in this store."],
  event_too_large: [413, "An event is at most 64 kB."],
  endpoint_secret_missing: [503, "This store has no endpoint secret yet. Deliver the event again."],
  event_not_stored: [503, "The event was not stored. Deliver it again."],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type WebhookRefusalCode = keyof typeof WEBHOOK_REFUSALS

/** The refusals of a delivery that could not be verified. A connection keeps the last one. */
export type UnverifiedCode = SignatureProblem | "endpoint_secret_missing"

/** What to do about the last of them. */
export const REFUSAL_ADVICE: Readonly<Record<UnverifiedCode, string>> = {
  signature_missing: "Compare the name of the signature header with what the service sends.",
  signature_malformed: "Compare the name of the signature header with what the service sends.",
  signature_stale: "Check this server's clock. If it is right, the event came late.",
  signature_mismatch: "Compare the endpoint secret with the merchant dashboard.",
  endpoint_secret_missing: "Enter the endpoint secret, then let the service send the event again.",
}

export type WebhookRefusal = ReturnType<typeof webhookRefusal>
export function webhookRefusal(code: WebhookRefusalCode) {
  const [status, message] = WEBHOOK_REFUSALS[code]
  return { status, code, message }
}
