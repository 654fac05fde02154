import { join } from "node:path"
import { type Delivered, deliver } from "../../support/events"
import type { MedusaServer } from "../../support/medusa-process"
import type { OwnStore } from "../../support/own-store"
import { webhookUrl } from "../../support/plugin-env"
import { createStore, type Store } from "../../support/store"

/** A server that reports the statements of single deliveries, and can stop their work at any of them. */
export type Stoppable = {
  server: MedusaServer
  store: Store
  /** The points that the delivery with this name passed, in order. */
  saw: (name: string) => readonly string[]
  /** Names of the deliveries that are stopped at their point. */
  stopped: ReadonlySet<string>
  /** Time of the last report, by `performance.now`. */
  lastTold: () => number
  /**
   * Delivers the event of a payment.
   * @param name of the delivery; without a point, all of its points are reported
   * @param point where its work stops, in the form of stop-at.cjs
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
