import { randomBytes } from "node:crypto"
import { controlApi } from "./control-api"
import { type Controls, createControls } from "./controls"
import { createLedger } from "./payments"
import { startServer } from "./server"
import { createFaults, createStore, storeApi } from "./store-api"
import type { SandboxOptions } from "./types"
import { createCourier, createEndpoints } from "./webhooks"

export type * from "./types"
export { SandboxError } from "./types"

export type Sandbox = Controls & {
  /** Base URL for the plugin's connection, without a trailing slash. */
  url: string
  apiKey: string
  secretKey: string
  /** Ends everything, including waits. Leaves no socket and no timer. */
  close: () => Promise<void>
}

const random = (prefix: string): string => `${prefix}${randomBytes(16).toString("hex")}`

/** Waits before the second, third and fourth attempt at a delivery, in milliseconds. */
const DELIVERY_RETRY_MS = [1_000, 5_000, 30_000]

/**
 * Starts the service on this machine; rejects if the port is not available. Payments are in memory, addresses belong to
 * nobody, and the caller of `pay` is the payer.
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
  const live = !apiKey.startsWith("pk_test_")
  const ledger = createLedger({ clock, quoteSeconds, confirmationsNeeded, live, onCompleted: courier.emit })

  const keys = { url: "", apiKey, secretKey }
  const service = storeApi({ clock, ledger, store, faults, keys, log })
  const controls = createControls({ ledger, endpoints, courier, store, faults, requests: service.requests })

  const control = controlApi(controls, () => keys)
  const server = await startServer({ host, port }, (call) =>
    call.path.startsWith("/v1/") ? service.handle(call) : control(call),
  )
  // The port may be known only now. No call can have come earlier.
  keys.url = server.url
  const close = async (): Promise<void> => {
    closing.abort()
    await Promise.all([server.close(), courier.drain()])
  }
  return { ...controls, ...keys, close }
}
