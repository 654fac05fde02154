import { randomBytes } from "node:crypto"
import { type Controls, createControls } from "./controls"
import type { Call } from "./http/call"
import { controlApi } from "./http/control-api"
import { createFaults } from "./http/faults"
import { startServer } from "./http/server"
import { createRateLimit, keyPairCheck, storeApi } from "./http/store-api"
import { createLedger } from "./payments/ledger"
import { createStore } from "./settings"
import type { SandboxOptions } from "./types"
import { createCourier } from "./webhooks/courier"
import { createEndpoints } from "./webhooks/endpoints"

export type { Fault } from "./options"
export { SandboxError } from "./sandbox-error"
export type * from "./types"

export type Sandbox = Controls & {
  /** Base URL for the plugin's connection, without a slash at the end. */
  url: string
  apiKey: string
  secretKey: string
  /** Ends everything, waits included; leaves no socket and no timer. */
  close: () => Promise<void>
}

const random = (prefix: string): string => `${prefix}${randomBytes(16).toString("hex")}`

/** Waits before the second, third and fourth attempt at a delivery, in milliseconds. */
const DELIVERY_RETRY_MS = [1_000, 5_000, 30_000]

/**
 * Starts the service on this machine: payments live in memory, addresses belong to nobody, and the payer is the caller
 * of `pay`. Rejects if the port is not available.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, host = "127.0.0.1", clock = () => new Date(), log = () => undefined } = options
  const { quoteSeconds = 900, perMinuteCap = 600, confirmationsNeeded = 2 } = options
  const {
    apiKey = random("pk_test_"),
    secretKey = random("sk_test_"),
    deliveryRetryMs: retryMs = DELIVERY_RETRY_MS,
  } = options

  const closing = new AbortController()
  const store = createStore(perMinuteCap)
  const endpoints = createEndpoints()
  const faults = createFaults(closing.signal)
  const delivering = (): boolean => store.switches.delivering
  const courier = createCourier({ clock, endpoints, retryMs, delivering, closing: closing.signal, log })
  const ledger = createLedger({ clock, quoteSeconds, confirmationsNeeded, onCompleted: courier.emit })

  const checkKeys = keyPairCheck(apiKey, secretKey)
  const authorized = (call: Call): boolean => checkKeys(call.headers.authorization)
  const limit = createRateLimit(clock, () => store.switches.perMinuteCap)
  const service = storeApi({ clock, ledger, store, faults, authorized, limit, log })
  const controls = createControls({ ledger, endpoints, courier, store, faults, requests: service.requests })

  const keys = { url: "", apiKey, secretKey }
  const control = controlApi(controls, () => keys)
  const server = await startServer({ host, port }, (call) =>
    call.path.startsWith("/v1/") ? service.handle(call) : control(call),
  )
  // Known only now if any free port would do; no call can have come before.
  keys.url = server.url
  const close = async (): Promise<void> => {
    closing.abort()
    await Promise.all([server.close(), courier.drain()])
  }
  return { ...controls, ...keys, close }
}
