import { providerIdOf } from "../assets/choices"
import type { WordClass } from "../payment/status-word"
import { REFUSAL_ADVICE, type UnverifiedCode } from "../webhook/event"
import { type SetupProblem, setupSentence } from "./setup"

/** `failing`: shoppers cannot pay, or money stays off its orders. `degraded`: payments work, but late or not all. */
export type HealthState = "ok" | HealthLevel
type HealthLevel = "degraded" | "failing"

export type HealthReason = {
  code: HealthCode
  level: HealthLevel
  connectionId: string | null
  since: Date | null
  /** When it ends automatically. */
  until: Date | null
  count: number | null
  /** A code of the service or a refused event, status words, the clocks' difference, or a setup mistake's sentence. */
  detail: string | null
  setup: SetupProblem | null
}

export type ConnectionHealthFacts = {
  id: string
  ready: boolean
  /** A sealed secret is stored, and no encryption key opens it. */
  unreadable: boolean
  service: "unknown" | "working" | "keys_refused" | "store_disabled"
  lastCheckAt: Date | null
  lastErrorCode: string | null
  /** The first failure since the last successful call; `lastCheckAt` is the latest failure. */
  failingSince: Date | null
  /** The same for requests for a payment alone: they may fail while lookups work. */
  creations: Failed
  throttledUntil: Date | null
  /** No lookup is sent before this time. */
  lookupsPausedUntil: Date | null
  lastEventAt: Date | null
  lastRefused: { at: Date; code: UnverifiedCode } | null
  words: StatusWordFacts
  /** Since when requests for a payment have no address of the payer; null if the latest one had one. */
  payerIpMissingAt: Date | null
  /** The latest payments whose money arrived, newest first, except those whose event may still arrive. */
  paid: readonly { at: Date; withoutEvent: boolean }[]
}

/** What a connection's status words say about its settings. */
export type StatusWordFacts = {
  /** Words of unpaid payments that are in none of its lists, most payments first. */
  unknown: readonly { word: string; count: number; since: Date }[]
  /** The word of a payment that an event completed; null if none was looked up in the present account. */
  proven: { word: string; meaning: WordClass } | null
}

/** A connection that unfinished payments need and medusa-config does not register. */
export type MissingConnection = {
  id: string
  count: number
  /** One of them has a valid quote, so a shopper may be about to pay. */
  living: boolean
  /** The last minute in which a lookup was sent to its service, if known. */
  since: Date
}

export type HealthFacts = {
  connections: readonly ConnectionHealthFacts[]
  missing?: readonly MissingConnection[]
  setup?: readonly SetupProblem[]
  /** Ids of connections that were offered once and that no region offers any more. */
  removed?: readonly string[]
  /** The oldest work of each kind that is due and not claimed. */
  due: {
    /** Events, money to settle, payouts and order notes: every sweep reaches them. */
    urgent: Date | null
    /** Addresses to look up; a store with very many needs several rounds for them. */
    watched: Date | null
  }
  /** The start of the last minute in which a status lookup was sent. */
  lastLookupMinute: Date | null
  unsettled: { count: number; oldest: Date | null }
  /** Open attention items that are caused by a fault in the store. */
  faults: { settling: number; events: number }
  /** This server's clock minus the database's, and how far that may be wrong, both in milliseconds. */
  clock: { aheadMs: number; uncertainMs: number }
}

const SECOND = 1000
const MINUTE = 60 * SECOND

/** Older payments say nothing about today's webhook. In milliseconds. */
export const RECENT_MS = 30 * 24 * 60 * MINUTE

/** An event takes seconds; a redelivery may take minutes. */
export const EVENT_GRACE_MS = 5 * MINUTE

/** A sweep runs every ten seconds, and continues the work of a crashed process within a minute. */
const LATE_MS = 2 * MINUTE
/** The time of the last lookup is stored to the minute. */
const LOOKUP_SILENCE_MS = LATE_MS + MINUTE
/** One or two lost events may be the result of a restart. */
const LOST_EVENTS = 3
/** Closer clocks delay no event (CLOCK_SKEW_MS in stores/events.ts). */
const CLOCKS_APART_MS = 5 * SECOND

const REASON = { connectionId: null, since: null, until: null, count: null, detail: null, setup: null } as const

/** @returns the worst level of all reasons, and the reasons with the worst first */
export function judgeHealth(facts: HealthFacts, now: Date): { state: HealthState; reasons: HealthReason[] } {
  const { connections, setup = [], removed = [], missing = [] } = facts
  const isHidden = (one: ConnectionHealthFacts) =>
    removed.includes(one.id) || setup.some((problem) => hides(problem, one))
  const usable = connections.filter((one) => one.ready && !isHidden(one))
  const reasons = [
    ...ofStore(facts, now),
    ...setup.flatMap((problem) => ofSetup(problem, connections, usable)),
    ...missing.map(ofMissing),
    ...connections.flatMap((one) => ofConnection(one, usable, now)),
  ]
  const failing = reasons.filter(({ level }) => level === "failing")
  const degraded = reasons.filter(({ level }) => level === "degraded")
  return { state: worstOf(reasons), reasons: [...failing, ...degraded] }
}

const worstOf = (reasons: readonly HealthReason[]): HealthState =>
  reasons.some(({ level }) => level === "failing") ? "failing" : reasons.length > 0 ? "degraded" : "ok"

function ofStore(facts: HealthFacts, now: Date): HealthReason[] {
  const { connections, unsettled, faults, clock } = facts
  const reasons: HealthReason[] = []
  if (connections.length === 0) reasons.push({ ...REASON, code: "no_connection", level: "failing" })
  const late = lateBy(unsettled.oldest, now)
  if (late) reasons.push({ ...REASON, ...late, code: "paid_not_settled", count: unsettled.count })
  const still = lateBy(overdueSince(facts, now), now)
  if (still) reasons.push({ ...REASON, ...still, code: "sweep_stands_still" })
  if (faults.settling > 0) {
    reasons.push({ ...REASON, code: "settling_fails", level: "degraded", count: faults.settling })
  }
  if (faults.events > 0) reasons.push({ ...REASON, code: "events_failing", level: "degraded", count: faults.events })
  if (Math.abs(clock.aheadMs) - clock.uncertainMs > CLOCKS_APART_MS) {
    const seconds = Math.round(Math.abs(clock.aheadMs) / SECOND)
    reasons.push({ ...REASON, code: "clock_off", level: "degraded", detail: `${seconds} s` })
  }
  return reasons
}

/** Connections that are set up and that shoppers can choose. */
type Usable = readonly ConnectionHealthFacts[]

const concerns = ({ detail }: SetupProblem, { id }: ConnectionHealthFacts): boolean =>
  providerIdOf(id) === (detail ?? providerIdOf("default"))

/** Mistakes with which no shopper can choose the provider. */
const HIDES_PROVIDER: readonly SetupProblem["code"][] = ["provider_in_no_region", "provider_without_id"]
const hides = (problem: SetupProblem, one: ConnectionHealthFacts): boolean =>
  HIDES_PROVIDER.includes(problem.code) && concerns(problem, one)

/** Leaves out a missing provider and the region of an incomplete connection, which other reasons report already, and of an unused one. */
function ofSetup(problem: SetupProblem, connections: readonly ConnectionHealthFacts[], usable: Usable): HealthReason[] {
  const { code } = problem
  const named = connections.find((one) => concerns(problem, one))
  const isLeftOut = named !== undefined && (!named.ready || isUnused(named, usable))
  if (code === "provider_missing" || (code === "provider_in_no_region" && isLeftOut)) return []
  const level = HIDES_PROVIDER.includes(code) && usable.length === 0 ? "failing" : "degraded"
  return [{ ...REASON, code: "setup_mistake", level, detail: setupSentence(problem), setup: problem }]
}

/** No shopper has paid with it, and they can pay with another one. Its own checklist says what is left to do. */
const isUnused = ({ paid, lastEventAt, id }: ConnectionHealthFacts, usable: Usable): boolean =>
  paid.length === 0 && lastEventAt === null && usable.some((other) => other.id !== id)

const ofMissing = ({ id, count, living, since }: MissingConnection): HealthReason => ({
  ...REASON,
  connectionId: id,
  since,
  count,
  code: "connection_missing",
  level: living ? "failing" : "degraded",
})

/** When the oldest work became due that a sweep should have claimed; null if sweeps run. */
function overdueSince({ due, lastLookupMinute, connections }: HealthFacts, now: Date): Date | null {
  if (due.urgent && isOlder(due.urgent, LATE_MS, now)) return due.urgent
  // Many old addresses, or a rate limit of the service, delay watching although sweeps run.
  const throttled = connections.some((one) => isAfter(one.throttledUntil, now) || isAfter(one.lookupsPausedUntil, now))
  const asking = lastLookupMinute !== null && !isOlder(lastLookupMinute, LOOKUP_SILENCE_MS, now)
  return throttled || asking ? null : due.watched
}

const isAfter = (until: Date | null, now: Date): boolean => until !== null && until > now

/** A pause of the lookups that no shopper notices: the budget looks for the service's cap, and a 429 says where it is. */
const SHORT_PAUSE_MS = 2 * MINUTE

/** A service that takes no new payment for longer than this has closed the checkout. */
const LONG_WAIT_MS = 5 * MINUTE

/** Until when the service is not asked; null if a pause is over, or is short and only of lookups. */
export function throttledUntil(
  {
    throttledUntil: all,
    lookupsPausedUntil: lookups,
  }: Pick<ConnectionHealthFacts, "throttledUntil" | "lookupsPausedUntil">,
  now: Date,
): Date | null {
  const until = isAfter(all, now) ? all : null
  const paused = isAfter(lookups, new Date(now.getTime() + SHORT_PAUSE_MS)) ? lookups : null
  return until && paused ? new Date(Math.max(until.getTime(), paused.getTime())) : (until ?? paused)
}

const lateBy = (since: Date | null, now: Date): Pick<HealthReason, "level" | "since"> | undefined => {
  if (since === null || !isOlder(since, LATE_MS, now)) return undefined
  return { level: isOlder(since, TOO_LATE_MS, now) ? "failing" : "degraded", since }
}

function ofConnection(one: ConnectionHealthFacts, usable: Usable, now: Date): HealthReason[] {
  const about = { ...REASON, connectionId: one.id }
  const { lastCheckAt: since, lastErrorCode: detail } = one
  const until = throttledUntil(one, now)
  const reasons: HealthReason[] = []
  if (one.unreadable) reasons.push({ ...about, code: "secrets_unreadable", level: "failing" })
  // If another connection works, shoppers can pay meanwhile.
  else if (!one.ready) {
    const level = usable.length > 0 ? "degraded" : "failing"
    if (!isUnused(one, usable)) reasons.push({ ...about, code: "setup_incomplete", level })
  } else if (one.service === "keys_refused") {
    reasons.push({ ...about, code: "keys_refused", level: "failing", since, detail })
  } else if (one.service === "store_disabled") {
    reasons.push({ ...about, code: "store_disabled", level: "failing", since, detail })
  } else {
    const outage = worstOutage(one, one.creations, now)
    if (outage) reasons.push({ ...about, ...outage, code: "service_failing" })
    if (until !== null) {
      const closed = isAfter(one.throttledUntil, new Date(now.getTime() + LONG_WAIT_MS))
      reasons.push({ ...about, code: "throttled", level: closed ? "failing" : "degraded", until })
    }
    if (one.payerIpMissingAt) {
      reasons.push({ ...about, code: "payer_ip_missing", level: "degraded", since: one.payerIpMissingAt })
    }
  }
  reasons.push(...ofWords(one.words).map((reason) => ({ ...about, ...reason })))
  const lost = lostEvents(one)
  return lost ? [...reasons, { ...about, ...lost }] : reasons
}

/** A word that nobody accepted keeps payments from being found, paid again or canceled. All of them are one reason. */
function ofWords({ unknown, proven }: StatusWordFacts) {
  const level = "degraded" as const
  const notCleared = proven !== null && proven.meaning !== "cleared"
  const others = unknown.filter(({ word }) => !(notCleared && word === proven.word))
  const first = notCleared ? [{ code: "status_not_cleared" as const, level, detail: proven.word }] : []
  if (others.length === 0) return first
  const all = {
    code: "unknown_status" as const,
    level,
    count: others.reduce((sum, { count }) => sum + count, 0),
    since: new Date(Math.min(...others.map(({ since }) => since.getTime()))),
    detail: others.map(({ word }) => word).join(", "),
  }
  return [...first, all]
}

/** Anybody can send a delivery that is refused, so a refusal counts only if events are missing as well. */
function lostEvents({ paid, lastEventAt, lastRefused }: ConnectionHealthFacts) {
  const lost = paid.filter(({ withoutEvent }) => withoutEvent)
  if (lost.length < LOST_EVENTS || !paid.slice(0, LOST_EVENTS).some(({ withoutEvent }) => withoutEvent))
    return undefined
  const isRefused = lastRefused !== null && (lastEventAt === null || lastRefused.at > lastEventAt)
  return {
    code: isRefused ? ("webhooks_refused" as const) : ("webhooks_lost" as const),
    level: "degraded" as const,
    since: lost.at(-1)?.at ?? null,
    count: lost.length,
    detail: isRefused ? lastRefused.code : null,
  }
}

/** A lost event is recovered within two minutes; after this time shoppers and merchants have noticed. */
const TOO_LATE_MS = 15 * MINUTE
/** A longer pause between failed calls ends an outage. An address of the last day is looked up every half hour. */
const SILENCE_MS = 60 * MINUTE

/** The first of the failures since a call last succeeded, and the last of them. */
type Failures = { failingSince: Date | null; lastCheckAt: Date | null }
type Failed = Failures & { lastErrorCode: string | null }

const isOlder = (at: Date, ms: number, now: Date): boolean => now.getTime() - at.getTime() > ms

/**
 * An outage lasts from the first to the last failed call, not until now, because without shoppers there are no calls.
 * It is reported for 15 minutes after its last failure, and a long one for an hour.
 */
export function outageOf({ failingSince: since, lastCheckAt: last }: Failures, now: Date) {
  if (since === null || last === null) return undefined
  const level = isOlder(since, TOO_LATE_MS, last) ? ("failing" as const) : ("degraded" as const)
  return isOlder(last, level === "failing" ? SILENCE_MS : TOO_LATE_MS, now) ? undefined : { level, since }
}

/**
 * The worse of two outages, with the code of its last failure: of all calls, or of requests for a payment alone, which may
 * fail while lookups work.
 */
export function worstOutage(calls: Failed, creations: Failed, now: Date) {
  const [worst] = [calls, creations]
    .flatMap((failed) => {
      const outage = outageOf(failed, now)
      if (!outage) return []
      // A few shoppers with tiny amounts are no alarm.
      const level = failed === creations && ANSWERED.has(failed.lastErrorCode) ? ("degraded" as const) : outage.level
      return [{ level, since: outage.since, detail: failed.lastErrorCode }]
    })
    .sort((a, b) => b.level.localeCompare(a.level) || a.since.getTime() - b.since.getTime())
  return worst
}

/** Requests for a payment come only when shoppers do, so their outage lasts over longer pauses. */
export const CREATION_SILENCE_MS = 24 * 60 * MINUTE

/** When the outage of a failure at `now` began. A successful call, or a pause this long without calls, ends an outage. */
export function failingSince(before: Failures, now: Date, silenceMs = SILENCE_MS): Date {
  const { failingSince: since, lastCheckAt: last } = before
  return since !== null && last !== null && !isOlder(last, silenceMs, now) ? since : now
}

/** A service that is down may answer for so long by its gateway, while a quiet store makes no other call. */
const DISTRUST_MS = 24 * 60 * MINUTE

/** The service itself refused a request with these, for example for a tiny amount. */
const ANSWERED: ReadonlySet<string | null> = new Set(["http_400", "http_422"])

/** Whether a call failed in the last day and none succeeded since, so that a 404 may come from a gateway. */
export const mayBeGateway = ({ failingSince: since, lastCheckAt: last, lastErrorCode }: Failed, now: Date): boolean =>
  since !== null && last !== null && !isOlder(last, DISTRUST_MS, now) && !ANSWERED.has(lastErrorCode)

/** What is wrong and what to do about it, which for a refused delivery depends on why it was refused. */
export function healthWords({ code, detail }: Pick<HealthReason, "code" | "detail">): string {
  const advice = code === "webhooks_refused" && REFUSAL_ADVICE[detail as UnverifiedCode]
  return advice ? `${HEALTH_WORDS[code]} ${advice}` : HEALTH_WORDS[code]
}

/** Codes are stable: monitors and the admin use them. */
export const HEALTH_WORDS = {
  no_connection:
    "No payment provider of this plugin is registered, so nobody can pay with crypto. Register it in medusa-config as the README shows, and restart Medusa.",
  connection_missing:
    "Payments wait for a connection that is not registered in medusa-config, because it was removed or renamed. Shoppers cannot pay them, and the plugin cannot find money that was sent for them. Register it again under the same id and restart Medusa. All waiting payments then continue within two minutes.",
  setup_incomplete:
    "This connection takes no payments yet: settings are missing or do not match. Correct the settings that its page names.",
  setup_mistake:
    "The setup has a mistake. The detail says what is wrong and how to correct it. After a change of medusa-config, restart Medusa.",
  secrets_unreadable:
    "None of the server's encryption keys can decrypt the secrets that were entered in the admin. Restore the former key, or enter the secrets again.",
  keys_refused:
    "The service refuses this connection's keys, so shoppers cannot pay with it. Copy the keys again from the merchant dashboard, then test the connection.",
  store_disabled:
    "The service has disabled this connection's store, so shoppers cannot pay with it. Enable it in the merchant dashboard, then test the connection, or wait for the next payment.",
  throttled:
    "The service is rate limiting this store, so requests wait until the limit ends, and then continue automatically. Lookups already give way to new payments. If this happens often, ask the service for a higher limit.",
  payer_ip_missing:
    "No address of the shopper could be read, so the service screens this server instead of the payer. Set payerIp to the header that your proxy or storefront server writes, or to off.",
  service_failing:
    "Calls to the service fail, or its answers cannot be used, so shoppers may not be able to pay. Lookups are repeated automatically. If this continues, test the connection and ask the service. The test creates no payment, so only the next one that is created shows that shoppers can pay again.",
  webhooks_lost:
    "Status lookups found payments whose events never came, so shoppers wait longer than they should. Compare the webhook URL on the connection's page with the merchant dashboard, and check that it can be reached from outside.",
  webhooks_refused:
    "Status lookups found payments whose events never came, and the last webhook delivery was refused, so shoppers wait longer than they should.",
  status_not_cleared:
    "An event reported a payment as paid, but the status lookup answers with a word that is not among the cleared ones. So a payment whose event is lost is not found. Open the connection's page and accept the word, or correct its lists of status words.",
  unknown_status:
    "The service answers with a status word that this connection does not know. Such payments are neither asked for again nor canceled. Look at one in the merchant dashboard. If the word means paid, accept it on the connection's page; otherwise add it to the words for seen (if any money came) or unpaid payments.",
  sweep_stands_still:
    "Work is overdue: lost events, retries and late payments wait. A server that just started needs a minute for it. Check that a Medusa process in shared or worker mode is running, and that its log shows no errors. If both are true, restart it, which also restores a schedule that Redis lost. After very many payments at once the work catches up automatically, and faster with one more worker.",
  paid_not_settled:
    "Money has arrived but is not on its order yet, which should take only seconds. It is retried automatically, and the server's log names the cause. After very many payments at once, orders are captured in turns, which is faster with one more worker.",
  settling_fails:
    "Money has arrived, but a fault in the store keeps it off its orders. Open the items that need attention, fix the fault that they name, and try again.",
  events_failing:
    "Events of the service cannot be processed because of a fault in the store. Open the items that need attention, fix the fault that they name, and try again.",
  clock_off:
    "The clocks of this server and of its database differ. Work follows the database's clock, and signatures follow this server's, so signed events may be refused. Synchronize both clocks by NTP.",
} as const

export type HealthCode = keyof typeof HEALTH_WORDS
