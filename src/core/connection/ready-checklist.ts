import type { ConnectionHealthFacts } from "./health"

/** What a store owner must do before a connection takes payments, in this order. */
export type ReadyStep = "keys_accepted" | "offered_in_region" | "event_accepted" | "unpaid_orders_canceled"

/**
 * A step that is done has a code only if something about it went wrong since. Codes are `incomplete`, `no_region`,
 * `no_event`, `never_canceled`, the service's state, or what the last event was refused with.
 */
export type ReadyItem = { step: ReadyStep; done: boolean; code: string | null }

export type ReadyFacts = Pick<ConnectionHealthFacts, "ready" | "service" | "lastEventAt" | "lastRefused"> & {
  /** How many regions have it as a payment provider. */
  regions: number
  /** When the endpoint secret was entered; null if medusa-config sets it, so that any accepted event counts. */
  endpointSecretSetAt: Date | null
  unpaidOrderMinutes: number | "off"
  orderPlacement: "checkout" | "payment"
}

/** @returns every step, whether it is done, and why not or what went wrong since */
export const readyChecklist = (facts: ReadyFacts): ReadyItem[] => [
  item("keys_accepted", facts.ready ? (facts.service === "working" ? null : facts.service) : "incomplete"),
  item("offered_in_region", facts.regions > 0 ? null : "no_region"),
  eventAccepted(facts),
  item("unpaid_orders_canceled", holdsStock(facts) ? "never_canceled" : null),
]

const item = (step: ReadyStep, code: ReadyItem["code"]): ReadyItem => ({ step, done: code === null, code })

/**
 * Anybody can have a delivery refused, so a refusal undoes no accepted event. But the last one may tell of a secret that
 * is wrong by now.
 */
function eventAccepted({ lastEventAt, lastRefused, endpointSecretSetAt: since }: ReadyFacts): ReadyItem {
  const step = "event_accepted"
  const counts = (at: Date | undefined | null): at is Date => at != null && !(since && at < since)
  const refused = lastRefused && counts(lastRefused.at) ? lastRefused : null
  if (!counts(lastEventAt)) return item(step, refused?.code ?? "no_event")
  const isNews = refused?.code === "signature_mismatch" && refused.at > lastEventAt
  return { step, done: true, code: isNews ? refused.code : null }
}

/** With `payment`, no order waits for its money. */
const holdsStock = ({ orderPlacement, unpaidOrderMinutes }: ReadyFacts): boolean =>
  orderPlacement === "checkout" && unpaidOrderMinutes === "off"
