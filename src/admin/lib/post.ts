import type { Refusal } from "../../api/admin/crypto-payments/contract"
import { AUTH_TYPE, BACKEND_URL, sdk } from "./sdk"

/** What the server answered instead of doing it. */
export class RefusedError extends Error {
  override readonly name = "RefusedError"
  constructor(
    message: string,
    readonly status: number,
    readonly code: Refusal["code"] | undefined,
  ) {
    super(message)
  }
}

/**
 * Sends a body as the SDK does, and keeps the code of a refusal, which the SDK's own error drops: a form puts the
 * server's words at the field that the code is about.
 * @throws RefusedError where the server refused; whatever `fetch` throws where it was not reached
 */
export async function post<Answer>(path: string, body: object): Promise<Answer> {
  const token = AUTH_TYPE === "jwt" ? await sdk.client.getToken() : null
  const response = await fetch(new URL(BACKEND_URL.replace(/\/$/, "") + path, window.location.origin), {
    method: "POST",
    credentials: AUTH_TYPE === "session" ? "include" : "omit",
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  })
  const answer = await response.json().catch(() => ({}))
  if (!response.ok) throw new RefusedError(answer.message ?? response.statusText, response.status, answer.code)
  return answer as Answer
}
