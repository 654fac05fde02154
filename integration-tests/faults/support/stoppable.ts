import { join } from "node:path"
import { type Delivered, deliver } from "../../support/events"
import type { MedusaServer } from "../../support/medusa-process"
import type { OwnStore } from "../../support/own-store"
import { webhookUrl } from "../../support/plugin-env"
import { createStore, type Store } from "../../support/store"

/** A server whose work on single deliveries can be told statement by statement, and stopped at any of them. */
export type Stoppable = {
  server: MedusaServer
  store: Store
  /** The points that the delivery of this name passed, in their order. */
  saw: (name: string) => readonly string[]
  /** Names of deliveries that stand still at their point. */
  stopped: ReadonlySet<string>
  /** When one of them came to stand still last, or passed a point: by `performance.now`. */
  lastTold: () => number
  /**
   * Brings the event of a payment.
   * @param name of the delivery; without a point all of its points are told
   * @param point where its work is to stand still, as stop-at.cjs names it
   */
  bring: (paymentId: string, name?: string, point?: string) => Promise<Delivered>
}

const PRELOADED = { NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, "stop-at.cjs"))}` }

export async function startStoppable(own: OwnStore): Promise<Stoppable> {
  const saw = new Map<string, string[]>()
  const stopped = new Set<string>()
  let toldAt = 0
  const server = await own.start(PRELOADED, (line) => {
    const [, word, name = "", point = ""] = /^(saw|stopped) (\S+)(?: (.+))?$/.exec(line) ?? []
    if (!word) return
    toldAt = performance.now()
    if (word === "stopped") stopped.add(name)
    else saw.set(name, [...(saw.get(name) ?? []), point])
  })
  return {
    server,
    store: createStore(server.url, own.seed),
    saw: (name) => saw.get(name) ?? [],
    stopped,
    lastTold: () => toldAt,
    bring: (paymentId, name, point) =>
      deliver(
        { endpointSecret: own.endpointSecret, webhookUrl: webhookUrl(server.url) },
        { id: `evt_${paymentId}`, type: "payment.completed", data: { payment: { id: paymentId } } },
        name ? { headers: { "x-stop-at": point ? `${name} ${point}` : name } } : {},
      ),
  }
}
