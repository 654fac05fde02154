import { createHash, timingSafeEqual } from "node:crypto"
import { BlockList, isIPv6 } from "node:net"
import { setTimeout as wait } from "node:timers/promises"
import { ASSET_FACTS, type Asset, type EvmChain } from "../core/assets/registry"
import { createPaymentRequest, PAYMENTS_PATH, paymentResponse } from "../store-api/wire"
import type { Ledger } from "./payments"
import { type Answer, type Call, errorAnswer, json, jsonOrUndefined, keepLast, parse } from "./server"
import { type Fault, type RecordedRequest, SandboxError, type Settings, type Switches } from "./types"

type StoreApiOptions = {
  clock: () => Date
  ledger: Ledger
  store: SandboxStore
  faults: Faults
  keys: { apiKey: string; secretKey: string }
  log: (line: string) => void
}

function create(call: Call, { ledger, store }: StoreApiOptions): Answer {
  if (!/^application\/json\s*(;|$)/i.test(call.headers["content-type"] ?? "")) {
    throw new SandboxError(400, "invalid_request", "Content-Type: must be application/json")
  }
  const request = parse(createPaymentRequest, jsonOrUndefined(call.body))
  const { asset, chain, payerIp } = request
  if (!store.switches.storeEnabled) throw new SandboxError(409, "store_disabled", "The store takes no new payments.")
  if (!store.hasWallet(asset, chain)) {
    throw new SandboxError(409, "currency_unavailable", `There is no verified wallet for ${asset}.`)
  }
  // Screens both the payer and the caller: `payerIp` never replaces the check of the caller.
  if (failsScreening(call.ip) || (payerIp !== undefined && failsScreening(payerIp))) {
    throw new SandboxError(403, "screening_failed", "The payment cannot be offered here.")
  }
  return json(201, paymentResponse.parse(ledger.create(request)))
}

function lookUp(segment: string, { ledger }: StoreApiOptions): Answer {
  const { id, status, confirmations, reported } = ledger.get(decode(segment))
  return json(200, { id, status, confirmations, ...reported })
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new SandboxError(400, "invalid_request", "The path is not a valid URL.")
  }
}

function dispatch(call: Call, options: StoreApiOptions): Promise<Answer> {
  const id = call.path.startsWith(`${PAYMENTS_PATH}/`) ? call.path.slice(PAYMENTS_PATH.length + 1) : null
  if (call.path !== PAYMENTS_PATH && (!id || id.includes("/"))) {
    throw new SandboxError(404, "not_found", `There is nothing at ${call.path}.`)
  }
  const allowed = id === null ? "POST" : "GET"
  if (call.method !== allowed) {
    throw new SandboxError(405, "method_not_allowed", `Only ${allowed} is served here.`, { Allow: allowed })
  }
  const usual = (): Answer => (id === null ? create(call, options) : lookUp(id, options))
  return options.faults.around(id, () => answering(usual))
}

/** Turns a thrown refusal into an answer. */
async function answering(act: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof SandboxError) return errorAnswer(error)
    throw error
  }
}

export function storeApi(options: StoreApiOptions) {
  const { clock, store, keys, log } = options
  const requests: RecordedRequest[] = []
  const hasKeys = keyPairCheck(keys)
  const limit = createRateLimit(clock, () => store.switches.perMinuteCap)

  function admit(authorized: boolean): void {
    if (!authorized) {
      const challenge = { "WWW-Authenticate": 'Basic realm="store-api", charset="UTF-8"' }
      throw new SandboxError(401, "invalid_credentials", "The key pair is missing, malformed or wrong.", challenge)
    }
    const seconds = limit()
    if (seconds === null) return
    const retryAfter = { "Retry-After": String(seconds) }
    throw new SandboxError(429, "rate_limited", `The cap is reached; wait ${seconds} s.`, retryAfter)
  }

  return {
    requests: (): RecordedRequest[] => [...requests],

    async handle(call: Call): Promise<Answer> {
      const { method, path, body: text } = call
      const at = clock().toISOString()
      const authorized = hasKeys(call.headers.authorization)
      const answer = await answering(() => {
        admit(authorized)
        return dispatch(call, options)
      })
      const status = answer?.status ?? 0
      const body = text === "" ? null : (jsonOrUndefined(text) ?? text)
      keepLast(requests, { method, path, status, body, authorized, at })
      log(`${method} ${path}: ${status}`)
      return answer
    },
  }
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest()

/** Checks whether an Authorization header (HTTP Basic, RFC 7617) has the key pair. Hashing makes the lengths equal. */
function keyPairCheck({ apiKey, secretKey }: StoreApiOptions["keys"]): (header: string | undefined) => boolean {
  const wanted = digest(`${apiKey}:${secretKey}`)
  return (header) => {
    const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? "")?.[1]
    return encoded !== undefined && timingSafeEqual(digest(Buffer.from(encoded, "base64").toString("utf8")), wanted)
  }
}

const WINDOW_MS = 60_000

/**
 * Limits calls in windows of a minute; the first window starts with the first call.
 * @returns counts a call; null, or the seconds to wait if the limit is reached, and then the call is not counted
 */
function createRateLimit(clock: () => Date, cap: () => number): () => number | null {
  let startedAt = Number.NEGATIVE_INFINITY
  let calls = 0
  return () => {
    const elapsed = clock().getTime() - startedAt
    // If the clock was set back, a new window starts too, so that nobody waits longer than a minute.
    if (elapsed >= WINDOW_MS || elapsed < 0) {
      startedAt = clock().getTime()
      calls = 0
    }
    if (calls >= cap()) return Math.max(1, Math.ceil((startedAt + WINDOW_MS - clock().getTime()) / 1000))
    calls += 1
    return null
  }
}

/**
 * Documentation ranges (RFC 5737, TEST-NET-3; RFC 3849). No real payer has such an address, so tests use them for
 * refusals.
 */
const refused = new BlockList()
refused.addSubnet("203.0.113.0", 24, "ipv4")
refused.addSubnet("2001:db8:bad::", 48, "ipv6")

/** Whether a payer or caller is refused. `::ffff:203.0.113.9` counts as 203.0.113.9. */
const failsScreening = (ip: string): boolean => refused.check(ip, isIPv6(ip) ? "ipv6" : "ipv4")

export type Faults = ReturnType<typeof createFaults>

/** The faults for the next calls. `closing` ends their delays. */
export function createFaults(closing: AbortSignal) {
  const waiting: { fault: Fault; left: number }[] = []

  const take = (id: string | null): Fault | undefined => {
    const operation = id === null ? "create" : "lookup"
    const entry = waiting.find(({ fault: { on = operation, payment = id } }) => on === operation && payment === id)
    if (!entry) return undefined
    entry.left -= 1
    if (entry.left <= 0) waiting.splice(waiting.indexOf(entry), 1)
    return entry.fault
  }

  return {
    add: (fault: Fault): void => void waiting.push({ fault, left: fault.times ?? 1 }),

    clear: (): void => void waiting.splice(0),

    /**
     * The usual answer, changed by the next fault if there is one.
     * @param id of the payment that is looked up; null for a create
     */
    async around(id: string | null, usual: () => Promise<Answer>): Promise<Answer> {
      const fault = take(id)
      if (!fault) return usual()
      if (fault.delayMs) await wait(fault.delayMs, undefined, { signal: closing })
      if (fault.hangUp) return null
      const made = fault.status !== undefined || fault.body !== undefined
      const answer = made ? json(fault.status ?? 200, fault.body ?? null) : await usual()
      if (answer === null) return null
      const altered = !made && fault.alter ? JSON.stringify(fault.alter(jsonOrUndefined(answer.body))) : answer.body
      const body = typeof fault.body === "string" ? fault.body : altered
      return { ...answer, headers: { ...answer.headers, ...fault.headers }, body }
    },
  }
}

export type SandboxStore = ReturnType<typeof createStore>

const walletName = (asset: Asset, chain: EvmChain | null): string => (chain ? `${asset} on ${chain}` : asset)

/** The names of an asset's wallets; a coin has one, a token one on each chain. */
export const walletsOf = (asset: Asset): { chain: EvmChain | null; name: string }[] => {
  const { chains } = ASSET_FACTS[asset]
  return (chains.length === 0 ? [null] : chains).map((chain) => ({ chain, name: walletName(asset, chain) }))
}

/** What a merchant or the real service's operator can switch on and off. */
export function createStore(perMinuteCap: number) {
  const switches: Switches = { storeEnabled: true, delivering: true, perMinuteCap }
  const unavailable = new Set<string>()
  return {
    switches,

    set: (changes: Partial<Switches>): void => void Object.assign(switches, changes),

    setWallet(asset: Asset, chain: EvmChain | null, available: boolean): void {
      for (const wallet of walletsOf(asset)) {
        if (chain !== null && wallet.chain !== null && wallet.chain !== chain) continue
        if (available) unavailable.delete(wallet.name)
        else unavailable.add(wallet.name)
      }
    },

    hasWallet: (asset: Asset, chain: EvmChain | undefined): boolean =>
      !unavailable.has(walletName(asset, ASSET_FACTS[asset].ownChain ? null : (chain ?? null))),

    settings: (): Settings => ({ ...switches, unavailable: [...unavailable].sort() }),
  }
}
