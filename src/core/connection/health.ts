import type { HealthCode } from "./health-words"
import { type SetupProblem, setupSentence } from "./setup"

/**
 * `failing`: shoppers cannot pay, or money that arrived stays off its orders. `degraded`: payments work, but late or not
 * all of them.
 */
export type HealthState = "ok" | HealthLevel
export type HealthLevel = "degraded" | "failing"

export type HealthReason = {
  code: HealthCode
  level: HealthLevel
  /** Null: about the store as a whole. */
  connectionId: string | null
  since: Date | null
  /** When it ends without anybody's help. */
  until: Date | null
  /** How many payments or events it is about. */
  count: number | null
  /** A code from the service or of a refused event; for clocks, how far apart they are; for a mistake, its sentence. */
  detail: string | null
}

export type ConnectionHealthFacts = {
  id: string
  ready: boolean
  /** A sealed secret is stored that no encryption key opens. */
  unreadable: boolean
  service: "unknown" | "working" | "credentials_broken" | "store_disabled"
  lastCheckAt: Date | null
  lastErrorCode: string | null
  /** The first of the failures since a call last succeeded; `lastCheckAt` is the last of them. */
  failingSince: Date | null
  throttledUntil: Date | null
  lastEventAt: Date | null
  lastRefused: { at: Date; code: string } | null
  /** The newest payments whose money arrived, newest first, without those whose event may still be on its way. */
  paid: readonly { at: Date; withoutEvent: boolean }[]
}

/** A connection that medusa-config lacks and that payments wait for. */
export type MissingConnection = {
  id: string
  /** Payments that are not done with. */
  count: number
  /** A quote of one still lives: somebody may be about to pay. */
  living: boolean
  /** The last minute in which its service was asked. */
  since: Date
}

export type HealthFacts = {
  connections: readonly ConnectionHealthFacts[]
  missing?: readonly MissingConnection[]
  setup?: readonly SetupProblem[]
  /** The oldest work of each kind that is due and not claimed. */
  due: {
    /** Events, money to settle, valid quotes, payouts and order notes: every sweep reaches them. */
    urgent: Date | null
    /** Addresses watched for late payments: a store with very many works through them in turns. */
    watched: Date | null
  }
  /** Beginning of the last minute in which the service was asked about payments. */
  lastLookUpMinute: Date | null
  unsettled: { count: number; oldest: Date | null }
  /** Open items that only a fault of the store explains. */
  faults: { settling: number; events: number }
  /** This server's clock less the database's, in milliseconds, and how far that may be wrong. */
  clock: { aheadMs: number; uncertainMs: number }
}

const SECOND = 1000
const MINUTE = 60 * SECOND

/** An event takes seconds; a service that repeats one may take minutes. */
export const EVENT_GRACE_MS = 5 * MINUTE

/** A sweep runs every ten seconds, and picks up after a crash within a minute. */
const LATE_MS = 2 * MINUTE
/** Lost events are made good within two minutes; after this long, shoppers and merchants have noticed. */
const TOO_LATE_MS = 15 * MINUTE
/** Failed calls further apart than this are not one outage. An address of the last day is looked up every half an hour. */
const SILENCE_MS = 60 * MINUTE
/** The last look-up is known to the minute. */
const LOOK_UP_SILENCE_MS = LATE_MS + MINUTE
/** One event lost, or two, may be a restart. */
const LOST_EVENTS = 3
/** Clocks closer than this miss no wake-up (stores/events.ts). */
const CLOCKS_APART_MS = 5 * SECOND

const REASON = { connectionId: null, since: null, until: null, count: null, detail: null } as const

/** @returns the worst level of all reasons, and the reasons with the worst first */
export function judgeHealth(facts: HealthFacts, now: Date): { state: HealthState; reasons: HealthReason[] } {
  const reasons = [
    ...ofStore(facts, now),
    ...(facts.setup ?? []).flatMap(ofSetup),
    ...(facts.missing ?? []).map(ofMissing),
    ...facts.connections.flatMap((one) => ofConnection(one, facts, now)),
  ]
  const failing = reasons.filter(({ level }) => level === "failing")
  const degraded = reasons.filter(({ level }) => level === "degraded")
  const state = failing.length > 0 ? "failing" : degraded.length > 0 ? "degraded" : "ok"
  return { state, reasons: [...failing, ...degraded] }
}

function ofStore(facts: HealthFacts, now: Date): HealthReason[] {
  const { connections, unsettled, faults, clock } = facts
  const reasons: HealthReason[] = []
  if (connections.length === 0) reasons.push({ ...REASON, code: "no_connection", level: "failing" })
  const late = lateBy(unsettled.oldest, now)
  if (late) reasons.push({ ...REASON, ...late, code: "paid_not_settled", count: unsettled.count })
  const still = lateBy(unworked(facts, now), now)
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

/** A missing provider has a reason already. */
const ofSetup = (problem: SetupProblem): HealthReason[] =>
  problem.code === "provider_missing"
    ? []
    : [{ ...REASON, code: "setup_mistake", level: "degraded", detail: setupSentence(problem) }]

const ofMissing = ({ id, count, living, since }: MissingConnection): HealthReason => ({
  ...{ ...REASON, connectionId: id, since, count },
  ...{ code: "connection_missing", level: living ? "failing" : "degraded" },
})

/** How long work has waited that a sweep should have claimed; null if sweeps run. */
function unworked({ due, lastLookUpMinute, connections }: HealthFacts, now: Date): Date | null {
  if (due.urgent && isOlder(due.urgent, LATE_MS, now)) return due.urgent
  // Many old addresses, or a rate limit of the service, delay watching although sweeps run.
  const throttled = connections.some(({ throttledUntil }) => throttledUntil !== null && throttledUntil > now)
  const asking = lastLookUpMinute !== null && !isOlder(lastLookUpMinute, LOOK_UP_SILENCE_MS, now)
  return throttled || asking ? null : due.watched
}

const isOlder = (at: Date, ms: number, now: Date): boolean => now.getTime() - at.getTime() > ms

const lateBy = (since: Date | null, now: Date): Pick<HealthReason, "level" | "since"> | undefined => {
  if (since === null || !isOlder(since, LATE_MS, now)) return undefined
  return { level: isOlder(since, TOO_LATE_MS, now) ? "failing" : "degraded", since }
}

function ofConnection(one: ConnectionHealthFacts, { connections }: HealthFacts, now: Date): HealthReason[] {
  const about = { ...REASON, connectionId: one.id }
  const { lastCheckAt: since, lastErrorCode: detail, throttledUntil: until } = one
  const reasons: HealthReason[] = []
  if (one.unreadable) reasons.push({ ...about, code: "secrets_unreadable", level: "failing" })
  // While another connection works, one that is being set up stops nobody from paying.
  else if (!one.ready) {
    const level = connections.some(({ ready }) => ready) ? "degraded" : "failing"
    reasons.push({ ...about, code: "setup_incomplete", level })
  } else if (one.service === "credentials_broken") {
    reasons.push({ ...about, code: "keys_refused", level: "failing", since, detail })
  } else if (one.service === "store_disabled") {
    reasons.push({ ...about, code: "store_disabled", level: "failing", since, detail })
  } else {
    const outage = outageOf(one, now)
    if (outage) reasons.push({ ...about, ...outage, code: "service_failing", detail })
    if (until !== null && until > now) reasons.push({ ...about, code: "throttled", level: "degraded", until })
  }
  const lost = lostEvents(one)
  return lost ? [...reasons, { ...about, ...lost }] : reasons
}

/**
 * An outage lasts from the first to the last failed call, not until now: without shoppers there are no calls, and one old
 * failure must not grow worse. It counts for a quarter of an hour, and a long one for an hour.
 */
function outageOf({ failingSince: since, lastCheckAt: last }: ConnectionHealthFacts, now: Date) {
  if (since === null || last === null) return undefined
  const level: HealthLevel = isOlder(since, TOO_LATE_MS, last) ? "failing" : "degraded"
  return isOlder(last, level === "failing" ? SILENCE_MS : TOO_LATE_MS, now) ? undefined : { level, since }
}

/** When the outage began that a failure at `now` belongs to. A successful call ends it, and so does a long silence. */
export function failingSince(before: Pick<ConnectionHealthFacts, "failingSince" | "lastCheckAt">, now: Date): Date {
  const { failingSince: since, lastCheckAt: last } = before
  return since !== null && last !== null && !isOlder(last, SILENCE_MS, now) ? since : now
}

/** Anybody can have a delivery refused, so a refusal counts only if events are missing as well. */
function lostEvents({ paid, lastEventAt, lastRefused }: ConnectionHealthFacts) {
  const lost = paid.filter(({ withoutEvent }) => withoutEvent)
  if (lost.length < LOST_EVENTS || !paid.slice(0, LOST_EVENTS).some(({ withoutEvent }) => withoutEvent))
    return undefined
  const turnedAway = lastRefused !== null && (lastEventAt === null || lastRefused.at > lastEventAt)
  return {
    code: turnedAway ? ("webhooks_refused" as const) : ("webhooks_lost" as const),
    level: "degraded" as const,
    since: lost.at(-1)?.at ?? null,
    count: lost.length,
    detail: turnedAway ? lastRefused.code : null,
  }
}
