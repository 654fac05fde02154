/**
 * Every refusal of a JSON body that may contain a secret: the HTTP status, a stable code, and what is wrong. Two of them
 * share a code.
 */
export const BODY_REFUSALS = {
  wrong_type: [415, "body_not_json", "The body must be JSON, with the header Content-Type: application/json."],
  wrong_json: [400, "body_not_json", "The body is not valid JSON."],
  holds_nul: [400, "body_not_text", "A request cannot hold the character NUL."],
  too_large: [413, "body_too_large", "The body is at most 128 kB."],
} as const satisfies Record<string, readonly [status: number, code: string, message: string]>

export type BodyRefusal = (typeof BODY_REFUSALS)[keyof typeof BODY_REFUSALS]
