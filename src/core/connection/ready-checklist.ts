import type { ConnectionHealthFacts } from "./health"

/** What a store owner must do before a connection takes payments, in this order. */
export type ReadyStep = "keys_accepted" | "offered_in_region" | "event_accepted" | "unpaid_orders_canceled"

/** Why a step is open; of a refused event, the code it was refused with. */
type OpenCode = "incomplete" | "no_region" | "no_event" | "never_canceled" | ConnectionHealthFacts["service"]

export type ReadyItem = { step: ReadyStep; done: boolean; code: OpenCode | (string & {}) | null }

export type ReadyFacts = Pick<ConnectionHealthFacts, "ready" | "service" | "lastEventAt" | "lastRefused"> & {
  /** How many regions have it as a payment provider. */
  regions: number
  /** When the endpoint secret was entered; null if medusa-config sets it, so that any accepted event counts. */
  endpointSecretSetAt: Date | null
  unpaidOrderMinutes: number | "off"
  orderPlacement: "checkout" | "payment"
}

/** @returns every step, whether it is done, and why not */
export const readyChecklist = (facts: ReadyFacts): ReadyItem[] => [
  item("keys_accepted", facts.ready ? (facts.service === "working" ? null : facts.service) : "incomplete"),
  item("offered_in_region", facts.regions > 0 ? null : "no_region"),
  item("event_accepted", noEvent(facts)),
  item("unpaid_orders_canceled", holdsStock(facts) ? "never_canceled" : null),
]

const item = (step: ReadyStep, code: ReadyItem["code"]): ReadyItem => ({ step, done: code === null, code })

/** Anybody can have a delivery refused, so a refusal says nothing once an event was accepted. */
function noEvent({ lastEventAt, lastRefused, endpointSecretSetAt: since }: ReadyFacts): string | null {
  const counts = (at: Date | undefined | null): boolean => at != null && (since === null || at >= since)
  if (counts(lastEventAt)) return null
  return lastRefused && counts(lastRefused.at) ? lastRefused.code : "no_event"
}

/** With `payment`, no order waits for its money. */
const holdsStock = ({ orderPlacement, unpaidOrderMinutes }: ReadyFacts): boolean =>
  orderPlacement === "checkout" && unpaidOrderMinutes === "off"
