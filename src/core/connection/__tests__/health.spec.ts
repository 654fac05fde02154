import {
  type ConnectionHealthFacts,
  CREATION_SILENCE_MS,
  failingSince,
  HEALTH_WORDS,
  type HealthCode,
  type HealthFacts,
  type HealthReason,
  healthWords,
  judgeHealth,
  mayBeGateway,
} from "../health"
import { SETUP_WORDS } from "../setup"

const NOW = new Date("2026-03-01T12:00:00Z")
const HOUR = 3600
const ago = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1000)
const ahead = (seconds: number): Date => ago(-seconds)

const connection = (wish: Partial<ConnectionHealthFacts> = {}): ConnectionHealthFacts => ({
  id: "default",
  ready: true,
  unreadable: false,
  service: "working",
  lastCheckAt: ago(HOUR),
  lastErrorCode: null,
  failingSince: null,
  creations: { failingSince: null, lastCheckAt: null, lastErrorCode: null },
  throttledUntil: null,
  lookupsPausedUntil: null,
  lastEventAt: ago(600),
  lastRefused: null,
  words: { unknown: [], proven: null },
  payerIpMissingAt: null,
  paid: [],
  ...wish,
})

type State = ReturnType<typeof judgeHealth>["state"]

/** Expects this state of a store whose other facts are fine, and exactly these reasons in this order. */
function expectHealth(wish: Partial<HealthFacts>, state: State, ...reasons: Partial<HealthReason>[]) {
  const judged = judgeHealth(
    {
      connections: [connection()],
      due: { urgent: null, watched: null },
      lastLookupMinute: ago(30),
      unsettled: { count: 0, oldest: null },
      faults: { settling: 0, events: 0 },
      clock: { aheadMs: 0, uncertainMs: 0 },
      ...wish,
    },
    NOW,
  )
  expect(judged.state).toBe(state)
  expect(judged.reasons).toHaveLength(reasons.length)
  expect(judged.reasons).toMatchObject(reasons)
}

const of = (wish: Partial<ConnectionHealthFacts>) => ({ connections: [connection(wish)] })
const since = ago(HOUR)
/** Newest first, an hour apart: `-` for a lost event, `+` for one that arrived. */
const paid = (marks: string) => [...marks].map((mark, n) => ({ at: ago(HOUR * (n + 1)), withoutEvent: mark === "-" }))
const lost = { paid: paid("---") }

/** For each code, the facts that make it the only reason. The compiler asks for a new one. */
const EACH: Record<HealthCode, [State, Partial<HealthFacts>]> = {
  no_connection: ["failing", { connections: [] }],
  connection_missing: ["failing", { missing: [{ id: "old", living: true, count: 1, since }] }],
  setup_incomplete: ["failing", of({ ready: false })],
  setup_mistake: ["failing", { setup: [{ code: "provider_without_id", detail: null }] }],
  secrets_unreadable: ["failing", of({ ready: false, unreadable: true })],
  keys_refused: ["failing", of({ service: "keys_refused" })],
  store_disabled: ["failing", of({ service: "store_disabled" })],
  throttled: ["degraded", of({ throttledUntil: ahead(5) })],
  payer_ip_missing: ["degraded", of({ payerIpMissingAt: since })],
  service_failing: ["degraded", of({ failingSince: ago(1), lastCheckAt: ago(1) })],
  webhooks_lost: ["degraded", of(lost)],
  webhooks_refused: ["degraded", of({ ...lost, lastRefused: { at: ago(1), code: "signature_stale" } })],
  status_not_cleared: ["degraded", of({ words: { unknown: [], proven: { word: "void", meaning: "unpaid" } } })],
  unknown_status: ["degraded", of({ words: { unknown: [{ word: "paid", count: 1, since }], proven: null } })],
  sweep_stands_still: ["failing", { due: { urgent: since, watched: null } }],
  paid_not_settled: ["failing", { unsettled: { count: 1, oldest: since } }],
  settling_fails: ["degraded", { faults: { settling: 1, events: 0 } }],
  events_failing: ["degraded", { faults: { settling: 0, events: 1 } }],
  clock_off: ["degraded", { clock: { aheadMs: 6000, uncertainMs: 0 } }],
}

it.each(Object.entries(EACH))("judges %s", (code, [state, facts]) => {
  expectHealth(facts, state, { code: code as HealthCode })
})

describe("the health of a connection", () => {
  const keys = { service: "keys_refused", lastErrorCode: "invalid_credentials" } as const
  /** Only failures, between these numbers of seconds ago. */
  const failing = (first: number, last: number, lastErrorCode = "timeout") => {
    return { failingSince: ago(first), lastCheckAt: ago(last), lastErrorCode }
  }
  const waiting = (seconds: number) => ({ throttledUntil: ahead(seconds) })
  const wait = waiting(5)
  const throttled = { code: "throttled", until: ahead(5), since: null } as const
  const refused = (seconds: number) => ({ lastRefused: { at: ago(seconds), code: "signature_mismatch" as const } })
  const named = { code: "webhooks_refused", detail: "signature_mismatch" } as const

  it.each<[string, Partial<ConnectionHealthFacts>, State, ...Partial<HealthReason>[]]>([
    ["is ok if nothing is wrong", {}, "ok"],
    ["is ok before the first call", { service: "unknown", lastCheckAt: null, lastEventAt: null }, "ok"],
    ["is failing with refused keys", keys, "failing", { code: "keys_refused", since, detail: "invalid_credentials" }],
    ["reports no refused former keys", { ...keys, ready: false }, "failing", { code: "setup_incomplete" }],
    ["is ok if the time of the last call is unknown", { ...failing(931, 30), lastCheckAt: null }, "ok"],
    ["is ok with an old error code", { lastErrorCode: "timeout", lastCheckAt: ago(1) }, "ok"],
    ["is failing if only creations fail", { creations: failing(931, 30) }, "failing", { detail: "timeout" }],
    ["is degraded if sums are refused", { creations: failing(931, 30, "http_422") }, "degraded", { since: ago(931) }],
    ["names the earlier outage", { ...failing(940, 30), creations: failing(931, 30) }, "failing", { since: ago(940) }],
    ["names the worse outage", { ...failing(60, 30), creations: failing(931, 30) }, "failing", { since: ago(931) }],
    ["is degraded while it must wait", wait, "degraded", throttled],
    ["is failing after five minutes", waiting(301), "failing", { code: "throttled", level: "failing" }],
    ["is degraded at five minutes", waiting(300), "degraded", { code: "throttled", level: "degraded" }],
    ["is ok when the wait is over", waiting(0), "ok"],
    ["is ok while only lookups wait for two minutes", { lookupsPausedUntil: ahead(120) }, "ok"],
    ["is degraded while they wait longer", { lookupsPausedUntil: ahead(121) }, "degraded", { until: ahead(121) }],
    ["names the end of both waits", { ...wait, lookupsPausedUntil: ahead(121) }, "degraded", { until: ahead(121) }],
    ["reports failures too", { ...failing(931, 30), ...wait }, "failing", { code: "service_failing" }, throttled],
    ["ignores a refusal if all events arrived", { paid: paid("+++"), ...refused(1) }, "ok"],
    ["names the refusal after the last event", { ...lost, ...refused(599) }, "degraded", { ...named, count: 3 }],
    ["names the refusal if no event came", { ...lost, ...refused(9999), lastEventAt: null }, "degraded", named],
    ["ignores an older refusal", { ...lost, ...refused(600) }, "degraded", { code: "webhooks_lost", detail: null }],
  ])("%s", (_, wish, state, ...reasons) => expectHealth({ connections: [connection(wish)] }, state, ...reasons))

  it.each<[string, number, number, State]>([
    ["after the first failed call", 1, 1, "degraded"],
    ["15 minutes after a single failed call", 900, 900, "degraded"],
    ["later than that", 901, 901, "ok"],
    ["while the failures span 15 minutes", 930, 30, "degraded"],
    ["once the failures span more", 931, 30, "failing"],
    ["for hours if each call fails within an hour of the last", 8 * HOUR, HOUR, "failing"],
    ["after more than an hour without calls", 8 * HOUR, HOUR + 1, "ok"],
  ])("%s, with failures from %i to %i seconds ago, is %s", (_, first, last, state) => {
    const reason = { code: "service_failing", level: state, since: ago(first), detail: "timeout" } as HealthReason
    expectHealth({ connections: [connection(failing(first, last))] }, state, ...(state === "ok" ? [] : [reason]))
  })

  it.each([
    ["two lost events, which a restart may explain", "--", 0, 0],
    ["three lost events in a row", "---", 3, 3],
    ["every other event lost", "+-+-+-", 3, 6],
    ["many lost events until the last three arrived", "++-------", 7, 9],
    ["many lost events before the last three arrived", "+++---------", 0, 0],
  ])("with %s (%s) reports %i of them, the first %i hours ago", (_, marks, count, hours) => {
    const reason = { code: "webhooks_lost", level: "degraded", detail: null, count, since: ago(hours * HOUR) } as const
    const connections = [connection({ paid: paid(marks) })]
    expectHealth({ connections }, count > 0 ? "degraded" : "ok", ...(count > 0 ? [reason] : []))
  })

  const unknown = [{ word: "paid", count: 3, since: ago(60) }]
  const twoWords = [...unknown, { word: "held", count: 2, since: ago(90) }]
  const both = { code: "unknown_status", detail: "paid, held" } as const
  const proven = { code: "status_not_cleared", count: null } as const
  const voided = { word: "void", meaning: "unpaid" } as const
  const [wrongList, unknownWord] = [{ ...proven, detail: "void" }, { code: "unknown_status", detail: "paid" } as const]
  it.each<[string, ConnectionHealthFacts["words"], Partial<HealthReason>[]]>([
    ["nothing of a cleared word", { unknown: [], proven: { word: "completed", meaning: "cleared" } }, []],
    ["an unknown word", { unknown, proven: null }, [{ ...unknownWord, count: 3 }]],
    ["unknown words once", { unknown: twoWords, proven: null }, [{ ...both, count: 5, since: ago(90) }]],
    ["it once if proven", { unknown, proven: { word: "paid", meaning: "unknown" } }, [{ ...proven, detail: "paid" }]],
    ["an unknown word beside another that is proven", { unknown, proven: voided }, [wrongList, unknownWord]],
    ["a wrong list", { unknown: [], proven: voided }, [wrongList]],
  ])("reports %s", (_, words, reasons) => {
    expectHealth({ connections: [connection({ words })] }, reasons.length ? "degraded" : "ok", ...reasons)
  })
})

describe("the health of several connections", () => {
  const one = (wish: Partial<ConnectionHealthFacts>) => connection({ id: "new", ...wish })
  const unset = { ready: false }
  const unused = { lastEventAt: null }
  const paidWith = { ...unused, paid: [{ at: ago(HOUR), withoutEvent: false }] }
  const incomplete = { code: "setup_incomplete" } as const
  const twoNew = ["a", "b"].map((id) => connection({ id, ...unset, ...unused }))

  it.each<[string, ConnectionHealthFacts[], State, ...Partial<HealthReason>[]]>([
    ["is degraded if one is not set up", [one(unset), connection()], "degraded", { connectionId: "new" }],
    ["is failing if neither is set up", [one(unset), connection(unset)], "failing", {}, {}],
    ["is ok if one was never used", [one({ ...unset, ...unused }), connection()], "ok"],
    ["is degraded if it was paid with", [one({ ...unset, ...paidWith }), connection()], "degraded", incomplete],
    ["is failing in a new store", [one({ ...unset, ...unused })], "failing", incomplete],
    ["is failing in a new store with two", twoNew, "failing", incomplete, incomplete],
    ["is failing if one has sealed secrets", [one({ ...unset, unreadable: true }), connection()], "failing", {}],
    ["is failing if one has refused keys", [one({ service: "keys_refused" }), connection()], "failing", {}],
  ])("%s", (_, connections, state, ...reasons) => expectHealth({ connections }, state, ...reasons))

  it("is failing while shoppers may pay through one that is gone, and degraded while it has only old addresses", () => {
    const about = { count: 3, since: ago(86_400) }
    const reason = { code: "connection_missing", connectionId: "old", ...about } as const
    expectHealth({ missing: [{ id: "old", living: true, ...about }] }, "failing", reason)
    expectHealth({ missing: [{ id: "old", living: false, ...about }] }, "degraded", { ...reason, level: "degraded" })
  })
})

it("the health of the setup names a mistake, with its detail, but not a missing provider or a connection again", () => {
  const { provider_without_id, provider_in_no_region } = SETUP_WORDS
  const mistake = (detail: string) => ({ code: "setup_mistake", detail }) as const
  expectHealth({ ...EACH.setup_mistake[1], ...of({ id: "new" }) }, "degraded", mistake(provider_without_id))
  const setup = [{ code: "provider_in_no_region" as const, detail: "pp_crypto_new" }]
  // Also in a new store, whose only provider nobody could use yet.
  for (const lastEventAt of [ago(600), null]) {
    const connections = [connection({ id: "new", lastEventAt })]
    expectHealth({ connections, setup }, "failing", mistake(`${provider_in_no_region} (pp_crypto_new)`))
  }
  const connections = [connection({ id: "new", ready: false }), connection()]
  expectHealth({ connections, setup }, "degraded", { code: "setup_incomplete", connectionId: "new" })
  const other = [connection({ id: "old", ready: false }), connection({ id: "new" })]
  expectHealth({ connections: other, setup }, "failing", { code: "setup_mistake" }, { code: "setup_incomplete" })
  // Another connection is no way to pay if it is in no region either.
  const both = ["new", "old"].map((id) => ({ code: "provider_in_no_region" as const, detail: `pp_crypto_${id}` }))
  const unused = ["new", "old"].map((id) => connection({ id, lastEventAt: null }))
  expectHealth({ connections: unused, setup: both }, "failing", {}, {})
  // Nor is one that the owner took out of the regions.
  expectHealth(
    { connections: unused, setup, removed: ["old"] },
    "failing",
    mistake(`${provider_in_no_region} (pp_crypto_new)`),
  )
  // Nobody has paid with it, so its own checklist is the place for what is missing.
  for (const ready of [true, false]) {
    expectHealth({ connections: [connection({ id: "new", ready, lastEventAt: null }), connection()], setup }, "ok")
  }
  expectHealth({ setup: [{ code: "provider_missing", detail: null }] }, "ok")
})

it("says what to do about a refused delivery by the code of its refusal, and of one that this version does not know nothing", () => {
  const advice = (detail: string | null) =>
    healthWords({ code: "webhooks_refused", detail }).split("longer than they should.")[1]
  expect(advice("signature_stale")).toBe(" Check this server's clock. If it is right, the event came late.")
  expect(advice("signature_mismatch")).toMatch(/^ Compare the endpoint secret/)
  expect(advice("signature_of_tomorrow")).toBe("")
  expect(healthWords({ code: "webhooks_lost", detail: null })).toBe(HEALTH_WORDS.webhooks_lost)
})

describe("the health of the work", () => {
  it.each<[number, State]>([
    [120, "ok"],
    [121, "degraded"],
    [900, "degraded"],
    [901, "failing"],
  ])("that has been due, or whose money has been unsettled, for %i seconds is %s", (seconds, state) => {
    const since = ago(seconds)
    const reason = (code: HealthReason["code"]) => (state === "ok" ? [] : [{ code, level: state, since }])
    expectHealth({ due: { urgent: since, watched: null } }, state, ...reason("sweep_stands_still"))
    expectHealth({ unsettled: { count: 7, oldest: since } }, state, ...reason("paid_not_settled"))
  })

  const never = { lastLookupMinute: null }
  const still = (seconds: number) => ({ code: "sweep_stands_still" as const, since: ago(seconds) })
  it.each<[string, Date | null, number, Partial<HealthFacts>, State, ...Partial<HealthReason>[]]>([
    ["is ok while lookups go on", null, 9000, { lastLookupMinute: ago(180) }, "ok"],
    ["is failing once lookups have stopped", null, 9000, { lastLookupMinute: ago(181) }, "failing", still(9000)],
    ["is ok for two minutes without a lookup", null, 120, never, "ok"],
    ["is degraded after that", null, 121, never, "degraded", still(121)],
    ["does not hide overdue urgent work", ago(121), 9000, {}, "degraded", still(121)],
    ["is reported beside urgent work that is not overdue", ago(1), 121, never, "degraded", still(121)],
  ])("on old addresses %s", (_, urgent, watched, wish, state, ...reasons) => {
    expectHealth({ due: { urgent, watched: ago(watched) }, ...wish }, state, ...reasons)
  })

  it("on old addresses is not blamed while one of the services asks to wait", () => {
    const old = { due: { urgent: null, watched: ago(9000) }, lastLookupMinute: null }
    const waiting = connection({ throttledUntil: ahead(5) })
    for (const connections of [[waiting], [waiting, connection({ id: "b" })]])
      expectHealth({ ...old, connections }, "degraded", { code: "throttled" })
    expectHealth({ ...old, connections: [connection({ throttledUntil: NOW })] }, "failing", still(9000))
  })

  it.each<[string, number, number, string | null]>([
    ["are five seconds apart", 5000, 0, null],
    ["are more than five seconds apart", 5001, 0, "5 s"],
    ["differ because one is behind", -90_000, 0, "90 s"],
    ["only seem to differ, because the database answered slowly", 8000, 3000, null],
  ])("with clocks that %s (%i ms, uncertain %i ms) reports %s", (_, aheadMs, uncertainMs, detail) => {
    const reasons = detail === null ? [] : [{ code: "clock_off" as const, level: "degraded" as const, detail }]
    expectHealth({ clock: { aheadMs, uncertainMs } }, detail === null ? "ok" : "degraded", ...reasons)
  })

  it("lists failing reasons before degraded ones", () => {
    const connections = [connection({ throttledUntil: ahead(5) }), connection({ id: "b", service: "store_disabled" })]
    const reasons: Partial<HealthReason>[] = [
      { level: "failing", code: "paid_not_settled" },
      { level: "failing", code: "store_disabled" },
      { level: "degraded", code: "settling_fails", count: 1 },
      { level: "degraded", code: "events_failing", count: 2 },
      { level: "degraded", code: "throttled" },
    ]
    const faults = { settling: 1, events: 2 }
    expectHealth({ connections, faults, unsettled: { count: 1, oldest: ago(9999) } }, "failing", ...reasons)
  })
})

it.each<[string, number | null, number | null, number, number?]>([
  ["starts now with the first failure after a success", null, 1, 0],
  ["starts now with the first call ever", null, null, 0],
  ["continues if the next failure comes within an hour of the last", 8 * HOUR, HOUR, 8 * HOUR],
  ["starts again after more than an hour without calls", 8 * HOUR, HOUR + 1, 0],
  ["starts again if the time of the last call is unknown", 8 * HOUR, null, 0],
  ["of requests for a payment continues within a day", 30 * HOUR, 24 * HOUR, 30 * HOUR, CREATION_SILENCE_MS],
  ["of requests for a payment starts again after a day", 30 * HOUR, 24 * HOUR + 1, 0, CREATION_SILENCE_MS],
])("a series of failures %s", (...[, first, last, since, silenceMs]) => {
  const [failing = null, checked = null] = [first, last].map((seconds) => (seconds === null ? null : ago(seconds)))
  expect(failingSince({ failingSince: failing, lastCheckAt: checked }, NOW, silenceMs)).toEqual(ago(since))
})

it.each<[string, number | null, number | null, boolean, string?]>([
  ["a call failed within the last day", 40 * HOUR, 24 * HOUR, true],
  ["the last call failed more than a day ago", 40 * HOUR, 24 * HOUR + 1, false],
  ["a call has succeeded since", null, HOUR, false],
  ["no call was made", null, null, false],
  ["the service refused a request itself", HOUR, HOUR, false, "http_422"],
])("an answer of the service is doubted if %s: %s, %s, %s", (...[, first, last, is, lastErrorCode = "timeout"]) => {
  const [failing = null, checked = null] = [first, last].map((seconds) => (seconds === null ? null : ago(seconds)))
  expect(mayBeGateway({ failingSince: failing, lastCheckAt: checked, lastErrorCode }, NOW)).toBe(is)
})
