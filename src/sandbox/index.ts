import { randomBytes } from "node:crypto"
import { type Controls, createControls } from "./controls"
import { keyPairCheck } from "./http/basic-auth"
import type { Call } from "./http/call"
import { controlApi } from "./http/control-api"
import { createFaults } from "./http/faults"
import { recorder } from "./http/recorder"
import { startServer } from "./http/server"
import { storeApi } from "./http/store-api"
import { createLedger } from "./payments/ledger"
import { createRateLimit } from "./rate-limit"
import { createStore } from "./settings"
import type { SandboxOptions } from "./types"
import { createCourier } from "./webhooks/courier"
import { createEndpoints } from "./webhooks/endpoints"
import { completedEvent, type SandboxEvent } from "./webhooks/event"

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
 * Starts the service on this machine, with nothing behind it: payments live in memory, addresses belong to
 * nobody, and the payer is whoever calls `pay`. Rejects where the port cannot be had.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, host = "127.0.0.1", clock = () => new Date(), log = () => undefined } = options
  const { quoteSeconds = 900, perMinuteCap = 600, confirmationsNeeded = 2 } = options
  const { apiKey = random("pk_test_"), secretKey = random("sk_test_"), deliveryRetryMs = DELIVERY_RETRY_MS } = options

  const store = createStore(perMinuteCap)
  const endpoints = createEndpoints()
  const faults = createFaults()
  const events = new Map<string, SandboxEvent>()
  const delivering = (): boolean => store.delivering
  const courier = createCourier({ clock, endpoints, retryMs: deliveryRetryMs, delivering, log })
  const ledger = createLedger({
    clock,
    quoteSeconds,
    confirmationsNeeded,
    onCompleted: (payment) => {
      const event = completedEvent(payment, clock())
      events.set(payment.id, event)
      courier.emit(event)
    },
  })

  const checkKeys = keyPairCheck(apiKey, secretKey)
  const authorized = (call: Call): boolean => checkKeys(call.header("authorization"))
  const limit = createRateLimit(clock, () => store.perMinuteCap)
  const recorded = recorder({ clock, authorized, log, handle: storeApi({ ledger, store, faults, authorized, limit }) })
  const controls = createControls({ clock, ledger, endpoints, courier, store, faults, events, requests: recorded.all })

  const keys = { url: "", apiKey, secretKey }
  const controlled = controlApi(controls, () => keys)
  const server = await startServer({ host, port }, (call) =>
    call.path.startsWith("/v1/") ? recorded.handle(call) : controlled(call),
  )
  // Known only now where any port would do, and no call can have come before.
  keys.url = server.url
  return {
    ...controls,
    ...keys,
    close: async () => {
      faults.close()
      await Promise.all([server.close(), courier.close()])
    },
  }
}
