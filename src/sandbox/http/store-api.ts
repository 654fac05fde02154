import { createPaymentRequest, PAYMENTS_PATH, paymentResponse } from "../../store-api/wire"
import { keepLast } from "../keep-last"
import type { Ledger } from "../payments/ledger"
import type { Throttle } from "../rate-limit"
import { SandboxError } from "../sandbox-error"
import { failsScreening } from "../screening"
import type { Store } from "../settings"
import type { RecordedRequest } from "../types"
import { type Answer, type Call, json, parse, parseJson, refusal } from "./call"
import type { Faults } from "./faults"

export type StoreApiOptions = {
  clock: () => Date
  ledger: Ledger
  store: Store
  faults: Faults
  authorized: (call: Call) => boolean
  limit: Throttle
  log: (line: string) => void
}

function create(call: Call, { ledger, store }: StoreApiOptions): Answer {
  if (!/^application\/json\s*(;|$)/i.test(call.headers["content-type"] ?? "")) {
    throw new SandboxError(400, "invalid_request", "Content-Type: must be application/json")
  }
  const request = parse(createPaymentRequest, parseJson(call.body))
  const { asset, chain, payerIp } = request
  if (!store.switches.storeEnabled) throw new SandboxError(409, "store_disabled", "The store takes no new payments.")
  if (!store.hasWallet(asset, chain)) {
    throw new SandboxError(409, "currency_unavailable", `There is no verified wallet for ${asset}.`)
  }
  // Screens both the payer and the caller: naming a payer never replaces the check of the caller.
  if (failsScreening(call.ip) || (payerIp !== undefined && failsScreening(payerIp))) {
    throw new SandboxError(403, "screening_failed", "The payment cannot be offered here.")
  }
  return json(201, paymentResponse.parse(ledger.create(request)))
}

function lookUp(segment: string, { ledger }: StoreApiOptions): Answer {
  const { id, status, confirmations } = ledger.get(decode(segment))
  return json(200, { id, status, confirmations })
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new SandboxError(400, "invalid_request", "The path is not a valid URL.")
  }
}

function dispatch(call: Call, options: StoreApiOptions): Promise<Answer> {
  if (!options.authorized(call)) {
    const challenge = { "WWW-Authenticate": 'Basic realm="store-api", charset="UTF-8"' }
    throw new SandboxError(401, "invalid_credentials", "The key pair is missing, malformed or wrong.", challenge)
  }
  const seconds = options.limit()
  if (seconds !== null) {
    const retryAfter = { "Retry-After": String(seconds) }
    throw new SandboxError(429, "rate_limited", `The cap is reached; wait ${seconds} s.`, retryAfter)
  }
  const id = call.path.startsWith(`${PAYMENTS_PATH}/`) ? call.path.slice(PAYMENTS_PATH.length + 1) : null
  if (call.path !== PAYMENTS_PATH && (!id || id.includes("/"))) {
    throw new SandboxError(404, "not_found", `There is nothing at ${call.path}.`)
  }
  const allowed = id === null ? "POST" : "GET"
  if (call.method !== allowed) {
    throw new SandboxError(405, "method_not_allowed", `Only ${allowed} is served here.`, { Allow: allowed })
  }
  const usual = (): Answer => (id === null ? create(call, options) : lookUp(id, options))
  return options.faults.around(id === null ? "create" : "lookup", () => answering(usual))
}

/** Answers a refusal instead of throwing it. */
async function answering(act: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof SandboxError) return refusal(error)
    throw error
  }
}

/** The two operations of the Store API, with a record of each call. */
export function storeApi(options: StoreApiOptions) {
  const requests: RecordedRequest[] = []
  return {
    requests: (): RecordedRequest[] => [...requests],

    async handle(call: Call): Promise<Answer> {
      const { method, path, body: text } = call
      const at = options.clock().toISOString()
      const answer = await answering(() => dispatch(call, options))
      const status = answer?.status ?? 0
      const body = text === "" ? null : (parseJson(text) ?? text)
      keepLast(requests, { method, path, status, body, authorized: options.authorized(call), at })
      options.log(`${method} ${path}: ${status}`)
      return answer
    },
  }
}
