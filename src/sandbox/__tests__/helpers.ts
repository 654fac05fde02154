import type { Sandbox } from ".."

/** A call with the sandbox's own keys: a POST if it has a body. A string is sent unchanged. */
export function call(sandbox: Sandbox, path: string, body?: unknown): Promise<Response> {
  const authorization = `Basic ${Buffer.from(`${sandbox.apiKey}:${sandbox.secretKey}`).toString("base64")}`
  if (body === undefined) return fetch(`${sandbox.url}${path}`, { headers: { authorization } })
  const headers = { authorization, "content-type": "application/json" }
  const text = typeof body === "string" ? body : JSON.stringify(body)
  return fetch(`${sandbox.url}${path}`, { method: "POST", headers, body: text })
}

export const BITCOIN_FOR_5_USD = { asset: "BTC", amount: { minor: 500, currency: "USD" } }

export const create = (sandbox: Sandbox, body: unknown = BITCOIN_FOR_5_USD): Promise<Response> =>
  call(sandbox, "/v1/store-api/payments", body)

export async function refusal(response: Response): Promise<[number, string]> {
  const { error } = (await response.json()) as { error: { code: string } }
  return [response.status, error.code]
}

export const createdId = async (sandbox: Sandbox): Promise<string> => (await (await create(sandbox)).json()).id
