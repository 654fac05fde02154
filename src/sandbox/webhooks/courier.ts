import { setTimeout as wait } from "node:timers/promises"
import { PAYMENT_COMPLETED, SIGNATURE_HEADER } from "../../store-api/wire"
import { keepLast } from "../keep-last"
import type { DeliverOptions, Delivery, SandboxEndpoint } from "../types"
import { type Endpoints, secretsOf } from "./endpoints"
import type { SandboxEvent } from "./event"
import { postEvent } from "./post-event"
import { signatureHeader } from "./sign"

export type CourierOptions = {
  clock: () => Date
  endpoints: Endpoints
  retryMs: readonly number[]
  /** Asked before every attempt the courier makes of itself. */
  delivering: () => boolean
  log: (line: string) => void
}

type Signing = Pick<DeliverOptions, "timestamp" | "secret" | "unsigned">

const accepted = ({ status }: Delivery): boolean => status !== null && status >= 200 && status < 300

export type Courier = ReturnType<typeof createCourier>

/** Brings events to endpoints, again where one was not taken, and remembers every attempt. */
export function createCourier({ clock, endpoints, retryMs, delivering, log }: CourierOptions) {
  const history = keepLast<Delivery>()
  const underWay = new Set<Promise<unknown>>()
  const closing = new AbortController()

  const track = <T>(work: Promise<T>): Promise<T> => {
    const settled = work.finally(() => underWay.delete(settled))
    underWay.add(settled)
    return settled
  }

  async function attempt(endpoint: SandboxEndpoint, event: SandboxEvent, number: number, signing: Signing = {}) {
    const now = clock()
    const timestamp = signing.timestamp ?? Math.floor(now.getTime() / 1000)
    const secrets = signing.secret === undefined ? secretsOf(endpoint) : [signing.secret]
    const headers: Record<string, string> = signing.unsigned
      ? {}
      : { [SIGNATURE_HEADER]: signatureHeader(secrets, timestamp, event.body) }
    const posted = await postEvent(endpoint.url, event.body, headers, closing.signal)
    const about = { endpoint: endpoint.id, url: endpoint.url, event: event.id, payment: event.payment }
    const delivery: Delivery = { ...about, attempt: number, ...posted, at: now.toISOString() }
    history.add(delivery)
    log(`event ${event.id} to ${endpoint.url}, attempt ${number}: ${delivery.status ?? delivery.error}`)
    return delivery
  }

  async function bring(endpoint: SandboxEndpoint, event: SandboxEvent): Promise<void> {
    for (let number = 1; number <= retryMs.length + 1; number++) {
      if (number > 1) await wait(retryMs[number - 2], undefined, { signal: closing.signal })
      const current = endpoints.get(endpoint.id)
      if (!current || !delivering()) return
      if (accepted(await attempt(current, event, number))) return
    }
  }

  const subscribed = (): SandboxEndpoint[] =>
    endpoints.list().filter(({ events }) => events.includes(PAYMENT_COMPLETED))

  return {
    /** Starts bringing the event to every endpoint and returns at once. */
    emit(event: SandboxEvent): void {
      // The one rejection is a wait cut short by `close`.
      for (const endpoint of subscribed()) void track(bring(endpoint, event)).catch(() => undefined)
    },

    /** One attempt at each endpoint for each of `times`, all at once, whatever `delivering` says. */
    deliver(event: SandboxEvent, options: DeliverOptions): Promise<Delivery[]> {
      const { times = 1, delayMs = 0, endpoint: only } = options
      const send = async (): Promise<Delivery[]> => {
        if (delayMs > 0) await wait(delayMs, undefined, { signal: closing.signal })
        const targets = subscribed().filter(({ id }) => only === undefined || id === only)
        const copies = Array.from({ length: times }, (_, copy) => copy + 1)
        return Promise.all(copies.flatMap((copy) => targets.map((endpoint) => attempt(endpoint, event, copy, options))))
      }
      return track(send())
    },

    history: (): Delivery[] => history.all(),

    /** Resolves when no delivery is under way, waits for further attempts included. */
    async drain(): Promise<void> {
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },

    async close(): Promise<void> {
      closing.abort()
      await Promise.allSettled(underWay)
    },
  }
}
