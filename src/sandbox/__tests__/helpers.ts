import { serve, text } from "../../store-api/__tests__/support/servers"
import type { Sandbox } from ".."

export function stoppedClock(start = "2026-01-02T03:04:05.000Z") {
  let now = Date.parse(start)
  return {
    clock: () => new Date(now),
    pass: (seconds: number) => {
      now += seconds * 1000
    },
  }
}

/** A real receiver of webhooks that answers with the given statuses one after the other; the last one repeats. */
export async function startReceiver(...statuses: number[]) {
  const { url, seen, close } = await serve(statuses.map((status) => text(status, "")))
  return { url: `${url}/hook`, received: seen, close }
}

export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`

type Given = { method?: string; headers?: Record<string, string>; body?: unknown }

/** A call with the sandbox's own keys; a string is sent unchanged. */
export function call(sandbox: Sandbox, path: string, { method, headers, body }: Given = {}): Promise<Response> {
  return fetch(`${sandbox.url}${path}`, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      authorization: basic(sandbox.apiKey, sandbox.secretKey),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    redirect: "manual",
  })
}

export const BITCOIN_FOR_5_USD = { asset: "BTC", amount: { minor: 500, currency: "USD" } }

export const create = (sandbox: Sandbox, body: unknown = BITCOIN_FOR_5_USD): Promise<Response> =>
  call(sandbox, "/v1/store-api/payments", { body })

export async function refusal(response: Response): Promise<[number, string]> {
  const { error } = (await response.json()) as { error: { code: string } }
  return [response.status, error.code]
}

export async function createdId(sandbox: Sandbox, body?: unknown): Promise<string> {
  const { id } = (await (await create(sandbox, body)).json()) as { id: string }
  return id
}
