import { setTimeout as wait } from "node:timers/promises"
import { PAYMENT_COMPLETED, SIGNATURE_HEADER } from "../../store-api/wire"
import { keepLast } from "../keep-last"
import type { DeliverOptions } from "../options"
import type { Delivery, SandboxEndpoint, SandboxPayment } from "../types"
import type { Endpoints } from "./endpoints"
import { completedEvent, type SandboxEvent, signatureHeader } from "./event"
import { postEvent } from "./post-event"

export type CourierOptions = {
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

/** Delivers events to endpoints, retries those that were not accepted, and remembers every attempt. */
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
    const inForce = [endpoint.secret, endpoint.previousSecret].filter((secret) => secret !== null)
    const secrets = options.secret === undefined ? inForce : [options.secret]
    const signature = { [SIGNATURE_HEADER]: signatureHeader(secrets, timestamp, event.body) }
    const posted = await postEvent(endpoint.url, event.body, unsigned ? {} : signature, closing)
    const about = { endpoint: endpoint.id, url: endpoint.url, event: event.id, payment: event.payment }
    const delivery: Delivery = { ...about, attempt: number, ...posted, at: now.toISOString() }
    keepLast(history, delivery)
    log(`event ${event.id} to ${endpoint.url}, attempt ${number}: ${delivery.status ?? delivery.error}`)
    return delivery
  }

  async function bring(id: string, event: SandboxEvent): Promise<void> {
    for (let number = 1; number <= retryMs.length + 1; number++) {
      if (number > 1) await wait(retryMs[number - 2], undefined, { signal: closing })
      const endpoint = endpoints.get(id)
      if (!endpoint || !delivering() || accepted(await attempt(endpoint, event, { number }))) return
    }
  }

  const subscribed = (): SandboxEndpoint[] =>
    endpoints.list().filter(({ events }) => events.includes(PAYMENT_COMPLETED))

  return {
    /** Makes the event that a payment cleared, starts delivering it to every endpoint and returns at once. */
    emit(payment: SandboxPayment): void {
      const event = completedEvent(payment, clock())
      events.set(payment.id, event)
      // Rejects only when `closing` cuts a wait short.
      for (const { id } of subscribed()) void track(bring(id, event)).catch(() => undefined)
    },

    /** One attempt at each endpoint for each of `times`, all at once, even while delivering is stopped. */
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
