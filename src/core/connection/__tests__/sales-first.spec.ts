import { createRandom } from "../../../../integration-tests/cluster/support/crowd"
import {
  areEventsProven,
  decideRetry,
  firstLookupAt,
  LOOKUP_PRIORITIES,
  lookupAgainAt,
  lookupRank,
  nextLookupAt,
  shareOfEarlier,
  type Watched,
} from "../../payment/schedule"
import { afterRefusal, lookupSpacing, newBudget, type RequestBudget, takeLookups } from "../request-budget"

/**
 * 14 days of a shop with 300 checkouts a day, 250 of them abandoned, every tenth event lost, and an outage, on a clock
 * that is handed in, with the server's rules: budget, schedule and order of lookups. docs/operations.md sums it up.
 */

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const DAYS = 14
const TICK = 10 * SECOND
const QUOTE = 15 * MINUTE
/** How long a shopper waits for the answer of the service (CREATE_TIMEOUT_MS of the client). */
const TIME_BUDGET = 7 * SECOND
const CEILING = 60
const OUTAGE = { from: 6 * DAY + 12 * HOUR, until: 6 * DAY + 14 * HOUR }

type Payment = Watched & {
  confirmed: boolean
  paidAt: number | null
  eventAt: number | null
  lookups: number
  knownAt: number | null
  nextAt: number | null
}

/** A service with a cap in windows of a minute that begin with a call, and its two hours without an answer. */
function createService(cap: number) {
  let [startedAt, calls] = [Number.NEGATIVE_INFINITY, 0]
  return (now: number): "ok" | "down" | { retryAfter: number } => {
    if (now >= OUTAGE.from && now < OUTAGE.until) return "down"
    if (now - startedAt >= MINUTE) [startedAt, calls] = [now, 0]
    if (calls >= cap) return { retryAfter: Math.ceil((startedAt + MINUTE - now) / SECOND) }
    calls++
    return "ok"
  }
}

function createAgenda() {
  const at = new Map<number, (() => unknown)[]>()
  return {
    add(time: number, work: () => unknown) {
      const slot = Math.ceil(time / SECOND)
      at.set(slot, [...(at.get(slot) ?? []), work])
    },
    run(second: number) {
      for (const work of at.get(second) ?? []) work()
      at.delete(second)
    },
  }
}

/** The payments whose lookup is due, longest overdue first. */
function createQueue(agenda: ReturnType<typeof createAgenda>) {
  const due = new Set<Payment>()
  const remove = (payment: Payment) => {
    payment.nextAt = null
    due.delete(payment)
  }
  const put = (payment: Payment, time: number) => {
    remove(payment)
    payment.nextAt = time
    agenda.add(time, () => payment.nextAt === time && due.add(payment))
  }
  return { due, remove, put }
}

/** @param lostEvery which events are lost: every tenth, or with 1 each */
function simulate(cap: number, { days = DAYS, lostEvery = 10 } = {}) {
  const [service, random] = [createService(cap), createRandom(cap)]
  const agenda = createAgenda()
  const queue = createQueue(agenda)
  const payments: Payment[] = []
  const counts = { checkouts: 0, refused: 0, refusedLookups: 0, lookups: 0 }
  const created: number[] = []
  // The shop has sold before: its events prove themselves.
  let paid = Array.from({ length: lostEvery === 1 ? 0 : 10 }, () => ({ withoutEvent: false }))
  let events = 0
  let budget: RequestBudget = newBudget(0)
  let [throttledUntil, failing] = [0, false]

  const creations = (now: number) => ({
    minute: created.filter((at) => at > now - MINUTE).length,
    tenMinutes: created.filter((at) => at > now - 10 * MINUTE).length,
  })
  const know = (payment: Payment, now: number, withoutEvent: boolean) => {
    if (payment.knownAt !== null) return
    payment.knownAt = now
    paid = [{ withoutEvent }, ...paid].slice(0, 20)
    queue.remove(payment)
  }

  const open = (now: number, confirmed: boolean) => {
    const payment: Payment = {
      ...{ createdAt: now, quoteExpiresAt: now + QUOTE, asked: false, seen: false, answeredAt: null, confirmed },
      ...{ paidAt: null, eventAt: null, lookups: 0, knownAt: null, nextAt: null },
    }
    payments.push(payment)
    created.push(now)
    while ((created[0] ?? now) < now - 10 * MINUTE) created.shift()
    queue.put(payment, firstLookupAt(now))
    if (!confirmed) return
    agenda.add(now + 30 * SECOND, () => {
      payment.asked = true
      if (payment.nextAt !== null && payment.nextAt > now + 2 * MINUTE) queue.put(payment, now + 2 * MINUTE)
    })
    const paidAt = now + 30 * SECOND + random() * 14 * MINUTE
    agenda.add(paidAt, () => {
      payment.paidAt = paidAt
      const isLost = events++ % lostEvery === 0 || (paidAt >= OUTAGE.from && paidAt < OUTAGE.until)
      if (!isLost)
        agenda.add(paidAt + 2 * SECOND, () => {
          payment.eventAt = paidAt + 2 * SECOND
          know(payment, paidAt + 2 * SECOND, false)
        })
    })
  }

  /** One shopper: the client's own rule says whether a refused creation is tried again in time. */
  const checkout = (now: number, confirmed: boolean, { attempt = 1, began = now } = {}) => {
    if (attempt === 1) counts.checkouts++
    const remainingMs = TIME_BUDGET - (now - began)
    const waits = throttledUntil > now
    const answer = waits ? { retryAfter: Math.ceil((throttledUntil - now) / SECOND) } : service(now)
    if (answer === "ok") open(now, confirmed)
    if (typeof answer === "string") return
    if (!waits) {
      throttledUntil = now + answer.retryAfter * SECOND
      budget = afterRefusal(budget, creations(now), throttledUntil, now)
    }
    const failure = { kind: "status", status: 429, retryAfterSeconds: answer.retryAfter } as const
    const decision = decideRetry(failure, { safe: false, attempt, remainingMs, jitter: 0 })
    if (decision.retry)
      agenda.add(now + decision.waitMs, () =>
        checkout(now + decision.waitMs, confirmed, { attempt: attempt + 1, began }),
      )
    else counts.refused++
  }

  const lookUp = (payment: Payment, now: number): "ok" | "stop" => {
    const answer = service(now)
    counts.lookups++
    payment.lookups++
    const rules = { watchDays: DAYS, eventsProven: areEventsProven(paid) }
    if (answer === "down") failing = true
    else if (answer !== "ok") {
      counts.refusedLookups++
      budget = afterRefusal(budget, creations(now), now + answer.retryAfter * SECOND, now)
    } else {
      failing = false
      payment.answeredAt = now
      if (payment.paidAt !== null && payment.paidAt <= now) {
        know(payment, now, true)
        return "ok"
      }
    }
    const next = (answer === "ok" ? nextLookupAt : lookupAgainAt)(payment, now, rules)
    if (next === undefined) queue.remove(payment)
    else queue.put(payment, next)
    return answer === "ok" ? "ok" : "stop"
  }

  const sweep = (now: number) => {
    if (Math.max(throttledUntil, budget.pausedUntil) > now) return
    const due = [...queue.due]
    if (due.length === 0) return
    const ceiling = Math.max(cap, CEILING)
    const wish = { wanted: Math.min(due.length, 100), ceiling, creations: creations(now), failing }
    const taken = takeLookups(budget, wish, now)
    budget = taken.budget
    if (taken.granted === 0) return
    const ranked = new Map<number, Payment[]>(Object.values(LOOKUP_PRIORITIES).map((rank) => [rank, []]))
    for (const payment of due) ranked.get(lookupRank(payment, now))?.push(payment)
    const of = (rank: number) => ranked.get(rank) ?? []
    const chosen: Payment[] = []
    const left = () => taken.granted - chosen.length
    const { asked, live, rest } = LOOKUP_PRIORITIES
    for (const rank of [asked, live]) chosen.push(...of(rank).splice(0, shareOfEarlier(left(), now)))
    for (const rank of [rest, asked, live]) chosen.push(...of(rank).splice(0, left()))
    const spacing = lookupSpacing(chosen.length, wish.wanted, 9 * SECOND)
    let stopped = false
    for (const [index, payment] of chosen.entries()) {
      const at = now + Math.floor((index * spacing) / SECOND) * SECOND
      queue.put(payment, at + MINUTE)
      const ask = () => {
        if (!stopped && payment.knownAt === null) stopped = lookUp(payment, at) === "stop"
        else if (payment.knownAt !== null) queue.remove(payment)
      }
      if (at === now) ask()
      else agenda.add(at, ask)
    }
  }

  for (let day = 0; day < days; day++) {
    for (let n = 0; n < 300; n++) {
      const at = Math.floor((day * DAY + random() * DAY) / SECOND) * SECOND
      agenda.add(at, () => checkout(at, n >= 250))
    }
  }
  // A quote of the last day is watched for 14 more days.
  const end = lostEvery === 1 ? days * DAY : (days + DAYS) * DAY + HOUR
  for (let second = 0; second * SECOND <= end; second++) {
    agenda.run(second)
    if ((second * SECOND) % TICK === 0) sweep(second * SECOND)
  }

  // While the service is down nothing can be found, so the time counts from its end.
  const waited = payments.flatMap((payment) => {
    if (payment.paidAt === null || payment.eventAt !== null) return []
    const since =
      payment.paidAt >= OUTAGE.from - 2 * MINUTE && payment.paidAt < OUTAGE.until ? OUTAGE.until : payment.paidAt
    return [payment.knownAt === null ? Number.POSITIVE_INFINITY : payment.knownAt - since]
  })
  const abandoned = payments.filter(({ confirmed }) => !confirmed).map(({ lookups }) => lookups)
  return {
    ...counts,
    lost: waited.length,
    slowestSeconds: Math.max(...waited) / SECOND,
    mostLookups: Math.max(...abandoned),
  }
}

it.each([20, 40])("eight days without any event refuse no checkout, at a cap of %i calls a minute", (cap) => {
  const { refused, refusedLookups, lookups } = simulate(cap, { days: 8, lostEvery: 1 })
  expect({ refused, found: refusedLookups > 0 }).toEqual({ refused: 0, found: true })
  // The cap is found, used and rarely exceeded.
  expect(lookups).toBeGreaterThan(8 * 24 * 60 * cap * 0.3)
  expect(refusedLookups).toBeLessThan(200)
})

it.each([
  [20, 10],
  [60, 2],
  [300, 2],
])("14 days at %i calls a minute refuse no sale, find lost events in %i minutes, look up little", (cap, minutes) => {
  const { refused, checkouts, lost, slowestSeconds, mostLookups } = simulate(cap)
  expect({ refused, checkouts }).toEqual({ refused: 0, checkouts: 300 * DAYS })
  expect(lost).toBeGreaterThan(50)
  expect(slowestSeconds).toBeLessThanOrEqual(minutes * 60)
  expect(mostLookups).toBeLessThanOrEqual(40)
})
