import type { PromotionState } from "../payment/promotion"
import type { UnverifiedCode } from "../webhook/event"
import type { ConnectionHealthFacts, StatusWordFacts } from "./health"

/** What a store owner must do before selling with a connection, in this order. */
type ReadyStep =
  | "keys_accepted"
  | "offered_in_region"
  | "event_accepted"
  | "status_words_known"
  | "unpaid_orders_canceled"
  | "shoppers_can_ask"
  | "promotion_applies"

/** What is left to do, the service's state, or why the last event was refused. */
type ReadyCode =
  | "incomplete"
  | "no_region"
  | "no_secret"
  | "no_event"
  | "new_secret_unused"
  | "no_paid_event"
  | "unknown_status"
  | "status_not_cleared"
  | "never_canceled"
  | "no_contact"
  | "promotion_missing"
  | "promotion_inactive"
  | "promotion_automatic"
  | Exclude<ConnectionHealthFacts["service"], "working">
  | UnverifiedCode

/** A finished step has a code only if something went wrong afterwards. */
export type ReadyItem = {
  step: ReadyStep
  done: boolean
  code: ReadyCode | null
  /** The service's status words that the step is about. An admin may accept an unknown one as cleared. */
  words?: string[]
  /** The one of them that an event proved to mean paid. */
  proven?: string
}

export type ReadyFacts = Pick<ConnectionHealthFacts, "service" | "lastEventAt"> & {
  /** The settings with which the service can be asked are complete and go together. */
  hasKeys: boolean
  lastRefused: { at: Date; code: UnverifiedCode } | null
  regions: number
  hasSecret: boolean
  /** When the endpoint secret was entered; null if medusa-config sets it. */
  endpointSecretSetAt: Date | null
  /** Whether a former endpoint secret is kept beside the new one. */
  isRotated: boolean
  /** Whether the newest endpoint secret signed an accepted event. */
  secretProven: boolean
  words: StatusWordFacts
  unpaidOrderMinutes: number | "off"
  orderPlacement: "checkout" | "payment"
  /** Whether the pay page has a support link, or a link back to the shop. */
  hasContact: boolean
  /** Of the connection's promotion; null without a code. */
  promotion: PromotionState | null
}

/** Nothing about a campaign that does not run or is used up, because a store plans those itself. */
function promotionItems(state: PromotionState | null): ReadyItem[] {
  if (state === null || state === "not_now") return []
  return [item("promotion_applies", state === "applies" ? null : `promotion_${state}`)]
}

/** @returns every step, whether it is done, and why not or what went wrong afterwards */
export const readyChecklist = (facts: ReadyFacts): ReadyItem[] => [
  item("keys_accepted", facts.hasKeys ? (facts.service === "working" ? null : facts.service) : "incomplete"),
  item("offered_in_region", facts.regions > 0 ? null : "no_region"),
  eventAccepted(facts),
  wordsKnown(facts.words),
  item("unpaid_orders_canceled", holdsStock(facts) ? "never_canceled" : null),
  item("shoppers_can_ask", facts.hasContact ? null : "no_contact"),
  ...promotionItems(facts.promotion),
]

const item = (step: ReadyStep, code: ReadyItem["code"]): ReadyItem => ({ step, done: code === null, code })

/**
 * An event finishes this step if the newest secret signed it. Anybody can send what is refused, so a later mismatch is
 * shown and undoes nothing.
 */
function eventAccepted(facts: ReadyFacts): ReadyItem {
  const { lastEventAt, lastRefused, hasSecret, isRotated, secretProven, endpointSecretSetAt: since } = facts
  const step = "event_accepted"
  if (!hasSecret) return item(step, lastRefused?.code === "endpoint_secret_missing" ? lastRefused.code : "no_secret")
  const counts = (at: Date | undefined | null): at is Date => at != null && !(since && at < since)
  const refused = lastRefused && counts(lastRefused.at) ? lastRefused : null
  if (!secretProven && isRotated) return item(step, refused?.code ?? "new_secret_unused")
  if (!secretProven || !counts(lastEventAt)) return item(step, refused?.code ?? "no_event")
  const isNews = refused?.code === "signature_mismatch" && refused.at > lastEventAt
  return { step, done: true, code: isNews ? refused.code : null }
}

/** A word of a payment that an event completed must be cleared, and no unpaid payment may have an unknown one. */
function wordsKnown({ proven, unknown }: StatusWordFacts): ReadyItem {
  const step = "status_words_known"
  const words = unknown.map(({ word }) => word)
  const paid = proven?.meaning === "unknown" && { proven: proven.word }
  if (paid && !words.includes(paid.proven)) words.unshift(paid.proven)
  if (words.length > 0) return { ...item(step, "unknown_status"), words, ...paid }
  if (proven === null) return item(step, "no_paid_event")
  return proven.meaning === "cleared" ? item(step, null) : { ...item(step, "status_not_cleared"), words: [proven.word] }
}

/** With `payment`, no order exists before it is paid. */
const holdsStock = ({ orderPlacement, unpaidOrderMinutes }: ReadyFacts): boolean =>
  orderPlacement === "checkout" && unpaidOrderMinutes === "off"
