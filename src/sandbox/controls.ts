import type { Asset, EvmChain } from "../core/assets/registry"
import type { Faults } from "./http/faults"
import type { Ledger } from "./payments/ledger"
import type { Store } from "./settings"
import type {
  DeliverOptions,
  Delivery,
  EndpointInput,
  Fault,
  PayOptions,
  RecordedRequest,
  SandboxEndpoint,
  SandboxPayment,
  Settings,
} from "./types"
import type { Courier } from "./webhooks/courier"
import type { Endpoints } from "./webhooks/endpoints"
import { completedEvent, type SandboxEvent } from "./webhooks/event"

/** What a test, the web page or the CLI can do to a running sandbox. Refusals are thrown as SandboxError. */
export type Controls = {
  /** Oldest first. */
  payments: () => SandboxPayment[]
  payment: (id: string) => SandboxPayment | undefined
  /**
   * The payer sends while the quote lives. Returns at once: `drain` tells when the event has been brought.
   * Throws `quote_expired`, `already_completed` or `not_found`.
   */
  pay: (id: string, options?: PayOptions) => SandboxPayment
  /** As `pay`, whenever it is. */
  payLate: (id: string, options?: PayOptions) => SandboxPayment
  /** Raises the confirmations to `confirmations`, or by one; enough of them clear the payment. */
  confirm: (id: string, confirmations?: number) => SandboxPayment
  expire: (id: string) => SandboxPayment
  /**
   * Sends the payment's event once more, without further attempts, even while delivering is stopped. For a payment
   * that has not cleared it sends the claim that it has, which the status lookup does not bear out.
   */
  deliver: (id: string, options?: DeliverOptions) => Promise<Delivery[]>

  registerEndpoint: (input: EndpointInput) => SandboxEndpoint
  endpoints: () => SandboxEndpoint[]
  removeEndpoint: (id: string) => boolean
  rotateSecret: (id: string, secret?: string) => SandboxEndpoint
  retireSecret: (id: string) => SandboxEndpoint

  /** From now on events are lost, as in an outage; `deliver` still sends. */
  stopDelivering: () => void
  /** What was lost stays lost. */
  resumeDelivering: () => void
  setStoreEnabled: (enabled: boolean) => void
  /** A null chain means every chain of the asset. */
  setWallet: (asset: Asset, chain: EvmChain | null, available: boolean) => void
  setPerMinuteCap: (cap: number) => void
  settings: () => Settings

  /** Makes the next authorized Store API call, or several, go otherwise than usual. */
  interfere: (fault: Fault) => void
  clearFaults: () => void

  /** Store API calls, oldest first. */
  requests: () => RecordedRequest[]
  /** Every attempt at a delivery, oldest first. */
  deliveries: () => Delivery[]
  /** Resolves when no delivery is under way, further attempts included. */
  drain: () => Promise<void>
}

export type Parts = {
  clock: () => Date
  ledger: Ledger
  endpoints: Endpoints
  courier: Courier
  store: Store
  faults: Faults
  /** Events of the payments that cleared, by payment id. */
  events: Map<string, SandboxEvent>
  requests: () => RecordedRequest[]
}

export function createControls({
  clock,
  ledger,
  endpoints,
  courier,
  store,
  faults,
  events,
  requests,
}: Parts): Controls {
  const eventFor = (id: string, body: unknown): SandboxEvent => {
    const payment = ledger.need(id)
    const event = events.get(id) ?? completedEvent(payment, clock())
    if (body === undefined) return event
    return { ...event, body: typeof body === "string" ? body : JSON.stringify(body) }
  }

  return {
    payments: ledger.list,
    payment: ledger.get,
    pay: ledger.pay,
    payLate: ledger.payLate,
    confirm: ledger.confirm,
    expire: ledger.expire,
    deliver: async (id, options = {}) => courier.deliver(eventFor(id, options.body), options),

    registerEndpoint: endpoints.register,
    endpoints: endpoints.list,
    removeEndpoint: endpoints.remove,
    rotateSecret: endpoints.rotate,
    retireSecret: endpoints.retire,

    stopDelivering: () => {
      store.delivering = false
    },
    resumeDelivering: () => {
      store.delivering = true
    },
    setStoreEnabled: (enabled) => {
      store.enabled = enabled
    },
    setWallet: store.setWallet,
    setPerMinuteCap: (cap) => {
      store.perMinuteCap = cap
    },
    settings: store.settings,

    interfere: faults.add,
    clearFaults: faults.clear,

    requests,
    deliveries: courier.history,
    drain: courier.drain,
  }
}
