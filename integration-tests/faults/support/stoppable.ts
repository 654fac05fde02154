import { join } from "node:path"
import { type Delivered, deliver } from "../../support/events"
import type { OwnStore } from "../../support/own-store"
import { webhookUrl } from "../../support/plugin-env"
import { createStore } from "../../support/store"

const PRELOADED = { NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, "stop-at.cjs"))}` }

/** A server that reports the statements of single deliveries, and can stop their work at any of them. */
export async function startStoppable(own: OwnStore) {
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
    /** The points that the delivery with this name passed, in order. */
    saw: (name: string): readonly string[] => saw.get(name) ?? [],
    /** Names of the deliveries that are stopped at their point. */
    stopped,
    /** Time of the last report, by `performance.now`. */
    lastTold: () => toldAt,
    /**
     * Delivers the event of a payment.
     * @param name of the delivery; without a point, all of its points are reported
     * @param point where its work stops, in the form of stop-at.cjs
     */
    bring: (paymentId: string, name?: string, point?: string): Promise<Delivered> =>
      deliver(
        { endpointSecret: own.endpointSecret, webhookUrl: webhookUrl(server.url) },
        { id: `evt_${paymentId}`, type: "payment.completed", data: { payment: { id: paymentId } } },
        name ? { headers: { "x-stop-at": point ? `${name} ${point}` : name } } : {},
      ),
  }
}

export type Stoppable = Awaited<ReturnType<typeof startStoppable>>
