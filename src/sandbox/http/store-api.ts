import { createPaymentRequest, PAYMENTS_PATH } from "../../store-api/wire"
import type { Ledger } from "../payments/ledger"
import { toResponse } from "../payments/payment-record"
import { SandboxError } from "../sandbox-error"
import { failsScreening } from "../screening"
import type { Store } from "../settings"
import { type Answer, json, problem, refusal } from "./answer"
import { type Call, parseJson } from "./call"
import type { Faults } from "./faults"

export type StoreApiOptions = {
  ledger: Ledger
  store: Store
  faults: Faults
  authorized: (call: Call) => boolean
  /** Seconds to wait where the cap is reached; see `createRateLimit`. */
  limit: () => number | null
}

const isJson = (contentType: string | undefined): boolean => /^application\/json\s*(;|$)/i.test(contentType ?? "")

function create(call: Call, { ledger, store }: StoreApiOptions): Answer {
  if (!isJson(call.header("content-type"))) {
    throw new SandboxError(400, "invalid_request", "Content-Type: must be application/json")
  }
  const parsed = createPaymentRequest.safeParse(parseJson(call.body))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new SandboxError(400, "invalid_request", `${issue?.path.join(".") || "body"}: ${issue?.message}`)
  }
  const { asset, chain, payerIp } = parsed.data
  if (!store.enabled) throw new SandboxError(409, "store_disabled", "The store takes no new payments.")
  if (!store.hasWallet(asset, chain)) {
    throw new SandboxError(409, "currency_unavailable", `There is no verified wallet for ${asset}.`)
  }
  // The payer and the caller are both screened: naming a payer adds scrutiny, it takes none away.
  if (failsScreening(call.ip) || (payerIp !== undefined && failsScreening(payerIp))) {
    throw new SandboxError(403, "screening_failed", "The payment cannot be offered here.")
  }
  return json(201, toResponse(ledger.create(parsed.data)))
}

function lookUp(id: string, { ledger }: StoreApiOptions): Answer {
  const { status, confirmations } = ledger.need(id)
  return json(200, { id, status, confirmations })
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new SandboxError(400, "invalid_request", "The path is not a valid URL.")
  }
}

function dispatch(call: Call, options: StoreApiOptions): Answer | Promise<Answer> {
  const id = call.path.startsWith(`${PAYMENTS_PATH}/`) ? call.path.slice(PAYMENTS_PATH.length + 1) : null
  const known = call.path === PAYMENTS_PATH || (id !== null && id !== "" && !id.includes("/"))
  if (!known) return problem(404, "not_found", `There is nothing at ${call.path}.`)
  const allowed = id === null ? "POST" : "GET"
  if (call.method !== allowed) {
    return problem(405, "method_not_allowed", `Only ${allowed} is served here.`, { Allow: allowed })
  }
  const act = (): Answer => (id === null ? create(call, options) : lookUp(decode(id), options))
  return options.faults.around(id === null ? "create" : "lookup", () => {
    try {
      return act()
    } catch (error) {
      if (error instanceof SandboxError) return refusal(error)
      throw error
    }
  })
}

/** The two operations of the Store API, as a function from a call to its answer. */
export function storeApi(options: StoreApiOptions): (call: Call) => Promise<Answer> {
  return async (call) => {
    if (!options.authorized(call)) {
      const challenge = { "WWW-Authenticate": 'Basic realm="store-api", charset="UTF-8"' }
      return problem(401, "invalid_credentials", "The key pair is missing, malformed or wrong.", challenge)
    }
    const seconds = options.limit()
    if (seconds !== null) {
      return refusal(new SandboxError(429, "rate_limited", `The cap is reached; wait ${seconds} s.`, seconds))
    }
    return dispatch(call, options)
  }
}
