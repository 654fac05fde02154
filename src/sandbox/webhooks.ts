import { createHmac, randomBytes } from "node:crypto"
import { request as httpRequest } from "node:http"
import { request as httpsRequest } from "node:https"
import { setTimeout as wait } from "node:timers/promises"
import { PAYMENT_COMPLETED, SIGNATURE_HEADER } from "../store-api/wire"
import { keepLast } from "./server"
import {
  type DeliverOptions,
  type Delivery,
  type EndpointOptions,
  type SandboxEndpoint,
  SandboxError,
  type SandboxPayment,
} from "./types"

type CourierOptions = {
  clock: () => Date
  endpoints: Endpoints
  retryMs: readonly number[]
  /** Whether automatic attempts are made at the moment. */
  delivering: () => boolean
  closing: AbortSignal
  log: (line: string) => void
}

type Attempt = Pick<DeliverOptions, "timestamp" | "secret" | "unsigned"> & { number: number }

export const accepted = ({ status }: { status: number | null }): boolean =>
  status !== null && status >= 200 && status < 300

export type Courier = ReturnType<typeof createCourier>

/** Delivers events to endpoints, retries those that were not accepted, and records every attempt. */
export function createCourier({ clock, endpoints, retryMs, delivering, closing, log }: CourierOptions) {
  const history: Delivery[] = []
  /** By payment id. */
  const events = new Map<string, SandboxEvent>()
  const running = new Set<Promise<unknown>>()

  const track = <T>(work: Promise<T>): Promise<T> => {
    const settled = work.finally(() => running.delete(settled))
    running.add(settled)
    return settled
  }

  async function attempt(endpoint: SandboxEndpoint, event: SandboxEvent, options: Attempt): Promise<Delivery> {
    const now = clock()
    const { number, timestamp = Math.floor(now.getTime() / 1000), unsigned } = options
    const validSecrets = [endpoint.secret, endpoint.previousSecret].filter((secret) => secret !== null)
    const secrets = options.secret === undefined ? validSecrets : [options.secret]
    const signature = { [SIGNATURE_HEADER]: signatureHeader(secrets, timestamp, event.body) }
    const posted = await postEvent(endpoint.url, event.body, unsigned ? {} : signature, closing)
    const about = { endpoint: endpoint.id, url: endpoint.url, event: event.id, payment: event.payment }
    const delivery: Delivery = { ...about, attempt: number, ...posted, at: now.toISOString() }
    keepLast(history, delivery)
    log(`event ${event.id} to ${endpoint.url}, attempt ${number}: ${delivery.status ?? delivery.error}`)
    return delivery
  }

  async function deliverWithRetries(id: string, event: SandboxEvent): Promise<void> {
    for (let number = 1; number <= retryMs.length + 1; number++) {
      if (number > 1) await wait(retryMs[number - 2], undefined, { signal: closing })
      const endpoint = endpoints.get(id)
      if (!endpoint || !delivering() || accepted(await attempt(endpoint, event, { number }))) return
    }
  }

  const subscribed = (): SandboxEndpoint[] =>
    endpoints.list().filter(({ events }) => events.includes(PAYMENT_COMPLETED))

  return {
    /** Makes the event of a cleared payment, starts to deliver it to every endpoint, and returns at once. */
    emit(payment: SandboxPayment): void {
      const event = completedEvent(payment, clock())
      events.set(payment.id, event)
      // Rejects only if `closing` ends a wait.
      for (const { id } of subscribed()) void track(deliverWithRetries(id, event)).catch(() => undefined)
    },

    /** `times` attempts at each endpoint, all at once, even while delivery is stopped. */
    deliver(payment: SandboxPayment, options: DeliverOptions): Promise<Delivery[]> {
      const { times = 1, delayMs = 0, endpoint: only, body } = options
      const event = { ...(events.get(payment.id) ?? completedEvent(payment, clock())) }
      if (body !== undefined) event.body = typeof body === "string" ? body : JSON.stringify(body)
      const send = async (): Promise<Delivery[]> => {
        if (delayMs > 0) await wait(delayMs, undefined, { signal: closing })
        const targets = subscribed().filter(({ id }) => only === undefined || id === only)
        const numbers = Array.from({ length: times }, (_, copy) => copy + 1)
        return Promise.all(
          numbers.flatMap((number) => targets.map((target) => attempt(target, event, { ...options, number }))),
        )
      }
      return track(send())
    },

    history: (): Delivery[] => [...history],

    async drain(): Promise<void> {
      while (running.size > 0) await Promise.allSettled(running)
    },
  }
}

type Posted = { status: number; error: null } | { status: null; error: string }

/** How long a receiver may take to answer, in milliseconds. */
const DELIVERY_TIMEOUT_MS = 10_000

/**
 * One attempt at a delivery; never rejects, and drops the answer's body. Opens a new connection each time, so that none
 * is left when the sandbox closes.
 */
function postEvent(
  url: string,
  body: string,
  signature: Record<string, string>,
  closing: AbortSignal,
): Promise<Posted> {
  const send = url.startsWith("https:") ? httpsRequest : httpRequest
  const timeout = AbortSignal.timeout(DELIVERY_TIMEOUT_MS)
  const length = Buffer.byteLength(body)
  const headers = { "Content-Type": "application/json", "Content-Length": length, Connection: "close", ...signature }
  const options = { method: "POST", agent: false, signal: AbortSignal.any([closing, timeout]), headers }
  return new Promise((resolve) => {
    const failed = (cause: NodeJS.ErrnoException): void => {
      const error = timeout.aborted ? `no answer in ${DELIVERY_TIMEOUT_MS} ms` : (cause.code ?? cause.message)
      resolve({ status: null, error })
    }
    const request = send(url, options, (response) => {
      response.on("error", failed).on("end", () => resolve({ status: response.statusCode ?? 0, error: null }))
      response.resume()
    })
    request.on("error", failed).end(body)
  })
}

/** The body is fixed when the event is made, so every delivery has the same bytes. */
type SandboxEvent = { id: string; payment: string; body: string }

/** The event of a cleared payment. Its shape is ours, because the specification does not show one. */
function completedEvent(payment: SandboxPayment, now: Date): SandboxEvent {
  const id = `evt_${randomBytes(12).toString("hex")}`
  const { confirmations, payAmount, displayAmount } = payment
  const about = { id: payment.id, status: "completed", confirmations, payAmount, displayAmount }
  const event = { id, type: PAYMENT_COMPLETED, created: now.toISOString(), data: { payment: about } }
  return { id, payment: payment.id, body: JSON.stringify(event) }
}

/**
 * The value of the signature header (Store API, "Events"): the time, then one MAC for each secret. It shares no code
 * with the plugin's verification, so that a mistake in shared code cannot stay hidden.
 * @param timestamp Unix seconds
 */
function signatureHeader(secrets: readonly string[], timestamp: number, body: string): string {
  const macs = secrets.map((secret) => createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex"))
  return [`t=${timestamp}`, ...macs.map((mac) => `v1=${mac}`)].join(",")
}

const randomSecret = (): string => `whsec_${randomBytes(24).toString("hex")}`

export type Endpoints = ReturnType<typeof createEndpoints>

export function createEndpoints() {
  const byId = new Map<string, SandboxEndpoint>()

  const change = (id: string, changes: (endpoint: SandboxEndpoint) => Partial<SandboxEndpoint>): SandboxEndpoint => {
    const endpoint = byId.get(id)
    if (!endpoint) throw new SandboxError(404, "not_found", `There is no endpoint ${id}.`)
    return { ...Object.assign(endpoint, changes(endpoint)) }
  }

  return {
    register({ url, secret = randomSecret(), events = [PAYMENT_COMPLETED] }: EndpointOptions): SandboxEndpoint {
      if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
        throw new SandboxError(400, "invalid_request", `url: not an http(s) address: ${url}`)
      }
      const id = `we_${randomBytes(8).toString("hex")}`
      const endpoint: SandboxEndpoint = { id, url, events: [...events], secret, previousSecret: null }
      byId.set(id, endpoint)
      return { ...endpoint }
    },

    list: (): SandboxEndpoint[] => [...byId.values()].map((endpoint) => ({ ...endpoint })),

    get: (id: string): SandboxEndpoint | undefined => byId.get(id),

    remove: (id: string): boolean => byId.delete(id),

    rotate: (id: string, secret: string = randomSecret()): SandboxEndpoint =>
      change(id, (endpoint) => ({ secret, previousSecret: endpoint.secret })),

    retire: (id: string): SandboxEndpoint => change(id, () => ({ previousSecret: null })),
  }
}
