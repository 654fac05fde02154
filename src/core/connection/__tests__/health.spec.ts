import { type ConnectionHealthFacts, type HealthFacts, type HealthReason, judgeHealth } from "../health"
import { HEALTH_WORDS } from "../health-words"
import { failingSince } from "../outage"
import { SETUP_WORDS } from "../setup-words"

const NOW = new Date("2026-03-01T12:00:00Z")
const ago = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1000)
const ahead = (seconds: number): Date => ago(-seconds)

const connection = (wish: Partial<ConnectionHealthFacts> = {}): ConnectionHealthFacts => ({
  id: "default",
  ready: true,
  unreadable: false,
  service: "working",
  lastCheckAt: ago(3600),
  lastErrorCode: null,
  failingSince: null,
  throttledUntil: null,
  lookupsPausedUntil: null,
  lastEventAt: ago(600),
  lastRefused: null,
  words: { unknown: [], proven: null },
  payerIpMissingAt: null,
  paid: [],
  ...wish,
})

const facts = (wish: Partial<HealthFacts> = {}): HealthFacts => ({
  connections: [connection()],
  due: { urgent: null, watched: null },
  lastLookupMinute: ago(30),
  unsettled: { count: 0, oldest: null },
  faults: { settling: 0, events: 0 },
  clock: { aheadMs: 0, uncertainMs: 0 },
  ...wish,
})
const withConnection = (wish: Partial<ConnectionHealthFacts>) => facts({ connections: [connection(wish)] })
const due = (urgent: Date | null, watched: Date | null = null) => ({ due: { urgent, watched } })
const unsettled = (oldest: Date) => facts({ unsettled: { count: 7, oldest } })
const missing = (living: boolean) => facts({ missing: [{ id: "old", count: 3, living, since: ago(86_400) }] })
const clock = (aheadMs: number, uncertainMs = 0) => facts({ clock: { aheadMs, uncertainMs } })

/** Newest first, an hour apart: `-` for a lost event, `+` for one that arrived. */
const paid = (marks: string) => [...marks].map((mark, n) => ({ at: ago(3600 * (n + 1)), withoutEvent: mark === "-" }))

/** Only failures, between these numbers of seconds ago. */
const failing = (first: number, last: number) => ({
  failingSince: ago(first),
  lastCheckAt: ago(last),
  lastErrorCode: "timeout",
})

type Verdict = [string, ...Partial<HealthReason>[]]
const OK: Verdict = ["ok"]

describe("the health of payments", () => {
  it.each<[string, HealthFacts, Verdict]>([
    ["is ok if nothing is wrong", facts(), OK],
    [
      "is ok in a new store that has never called the service",
      withConnection({ service: "unknown", lastCheckAt: null, lastEventAt: null }),
      OK,
    ],
    [
      "is failing without a connection",
      facts({ connections: [] }),
      ["failing", { code: "no_connection", level: "failing", connectionId: null }],
    ],
    [
      "is degraded by a setup mistake, and names it",
      facts({ setup: [{ code: "provider_without_id", detail: null }] }),
      ["degraded", { code: "setup_mistake", level: "degraded", detail: SETUP_WORDS.provider_without_id }],
    ],
    [
      "is degraded by a connection that no region offers",
      facts({ setup: [{ code: "provider_in_no_region", detail: "pp_crypto_default" }] }),
      ["degraded", { code: "setup_mistake", detail: `${SETUP_WORDS.provider_in_no_region} (pp_crypto_default)` }],
    ],
    [
      "reports a connection once that is not set up and in no region",
      facts({
        connections: [connection({ id: "new", ready: false }), connection()],
        setup: [{ code: "provider_in_no_region", detail: "pp_crypto_new" }],
      }),
      ["degraded", { code: "setup_incomplete", connectionId: "new" }],
    ],
    [
      "does not report a missing provider as a setup mistake",
      facts({ setup: [{ code: "provider_missing", detail: null }] }),
      OK,
    ],

    [
      "is failing while shoppers may still pay through a connection that is gone",
      missing(true),
      [
        "failing",
        {
          code: "connection_missing",
          level: "failing",
          connectionId: "old",
          count: 3,
          since: ago(86_400),
          until: null,
        },
      ],
    ],
    [
      "is degraded while a connection that is gone has only old addresses left",
      missing(false),
      ["degraded", { code: "connection_missing", level: "degraded", connectionId: "old", count: 3 }],
    ],
    [
      "is failing while the only connection is not set up",
      withConnection({ ready: false }),
      ["failing", { code: "setup_incomplete", connectionId: "default" }],
    ],
    [
      "is degraded while one of two connections is not set up",
      facts({ connections: [connection({ id: "new", ready: false }), connection()] }),
      ["degraded", { code: "setup_incomplete", level: "degraded", connectionId: "new" }],
    ],
    [
      "is failing while none of two connections is set up",
      facts({ connections: [connection({ id: "a", ready: false }), connection({ id: "b", ready: false })] }),
      ["failing", { connectionId: "a" }, { connectionId: "b" }],
    ],
    [
      "is failing if stored secrets cannot be opened, and does not report them as missing",
      withConnection({ ready: false, unreadable: true }),
      ["failing", { code: "secrets_unreadable", level: "failing", connectionId: "default" }],
    ],
    [
      "is failing if one of two connections cannot open its stored secrets",
      facts({ connections: [connection({ ready: false, unreadable: true }), connection({ id: "b" })] }),
      ["failing", { code: "secrets_unreadable" }],
    ],
    [
      "is failing if the service refuses the keys",
      withConnection({ service: "credentials_broken", lastErrorCode: "invalid_credentials" }),
      [
        "failing",
        {
          code: "keys_refused",
          level: "failing",
          since: ago(3600),
          detail: "invalid_credentials",
          connectionId: "default",
        },
      ],
    ],
    [
      "is failing if the store is switched off at the service",
      withConnection({ service: "store_disabled", lastErrorCode: "store_disabled" }),
      ["failing", { code: "store_disabled", level: "failing", since: ago(3600), detail: "store_disabled" }],
    ],
    [
      "is failing if the service refuses the keys of one of two connections",
      facts({ connections: [connection({ service: "credentials_broken" }), connection({ id: "b" })] }),
      ["failing", { code: "keys_refused", connectionId: "default" }],
    ],
    [
      "does not report refused former keys for a connection that waits for new keys",
      withConnection({ ready: false, service: "credentials_broken" }),
      ["failing", { code: "setup_incomplete" }],
    ],

    [
      "is degraded while the service asks to wait",
      withConnection({ throttledUntil: ahead(1) }),
      ["degraded", { code: "throttled", level: "degraded", until: ahead(1), since: null, connectionId: "default" }],
    ],
    [
      "is failing when new payments must wait for more than five minutes",
      withConnection({ throttledUntil: ahead(301) }),
      ["failing", { code: "throttled", level: "failing", until: ahead(301) }],
    ],
    [
      "is degraded at five minutes",
      withConnection({ throttledUntil: ahead(300) }),
      ["degraded", { code: "throttled" }],
    ],
    ["is ok when the wait is over", withConnection({ throttledUntil: NOW }), OK],
    [
      "is degraded after the first failed call",
      withConnection(failing(1, 1)),
      ["degraded", { code: "service_failing", level: "degraded", since: ago(1), detail: "timeout" }],
    ],
    [
      "is degraded for 15 minutes after a failed call if no other call follows",
      withConnection(failing(900, 900)),
      ["degraded", { code: "service_failing", level: "degraded", since: ago(900) }],
    ],
    ["is ok more than 15 minutes after a single failed call", withConnection(failing(901, 901)), OK],
    [
      "is degraded while the failures span at most 15 minutes",
      withConnection(failing(930, 30)),
      ["degraded", { code: "service_failing", level: "degraded", since: ago(930) }],
    ],
    [
      "is failing once the failures span more than 15 minutes",
      withConnection(failing(931, 30)),
      ["failing", { code: "service_failing", level: "failing", since: ago(931), detail: "timeout" }],
    ],
    [
      "is failing for hours if each call fails within an hour of the last",
      withConnection(failing(8 * 3600, 3600)),
      ["failing", { code: "service_failing", level: "failing", since: ago(8 * 3600) }],
    ],
    [
      "is ok after more than an hour without calls, even after many failures",
      withConnection(failing(8 * 3600, 3601)),
      OK,
    ],
    [
      "reports both if the service fails and asks to wait",
      withConnection({ ...failing(931, 30), throttledUntil: ahead(5) }),
      ["failing", { code: "service_failing" }, { code: "throttled" }],
    ],
    [
      "ignores failures if the time of the last call is unknown",
      withConnection({ ...failing(931, 30), lastCheckAt: null }),
      OK,
    ],
    [
      "ignores a stored error code if no failures are going on",
      withConnection({ lastErrorCode: "timeout", lastCheckAt: ago(1) }),
      OK,
    ],

    ["is ok with two lost events, which a restart may explain", withConnection({ paid: paid("--") }), OK],
    [
      "is degraded with three lost events in a row",
      withConnection({ paid: paid("---") }),
      [
        "degraded",
        {
          code: "webhooks_lost",
          level: "degraded",
          count: 3,
          since: ago(3 * 3600),
          detail: null,
          connectionId: "default",
        },
      ],
    ],
    [
      "is degraded if every other event is lost",
      withConnection({ paid: paid("+-+-+-") }),
      ["degraded", { code: "webhooks_lost", count: 3, since: ago(6 * 3600) }],
    ],
    [
      "is ok once the last three events arrived, even if many were lost before",
      withConnection({ paid: paid("+++---------") }),
      OK,
    ],
    [
      "is degraded until the last three events arrived",
      withConnection({ paid: paid("++-------") }),
      ["degraded", { code: "webhooks_lost", count: 7 }],
    ],
    [
      "is ok if a stranger's delivery was refused but all events arrived",
      withConnection({ paid: paid("+++"), lastRefused: { at: ago(1), code: "signature_mismatch" } }),
      OK,
    ],
    [
      "names the refusal if events are lost and the last delivery was refused",
      withConnection({ paid: paid("---"), lastRefused: { at: ago(599), code: "signature_mismatch" } }),
      ["degraded", { code: "webhooks_refused", detail: "signature_mismatch", count: 3, since: ago(3 * 3600) }],
    ],
    [
      "names the refusal if no event ever arrived",
      withConnection({ paid: paid("---"), lastEventAt: null, lastRefused: { at: ago(9999), code: "signature_stale" } }),
      ["degraded", { code: "webhooks_refused", detail: "signature_stale" }],
    ],
    [
      "ignores a refusal that is not newer than the last event",
      withConnection({ paid: paid("---"), lastRefused: { at: ago(600), code: "signature_mismatch" } }),
      ["degraded", { code: "webhooks_lost", detail: null }],
    ],
    [
      "reports both if a connection has refused keys and lost events",
      withConnection({ service: "credentials_broken", paid: paid("---") }),
      ["failing", { code: "keys_refused" }, { code: "webhooks_lost" }],
    ],

    ["is ok with work that has been due for two minutes", facts(due(ago(120))), OK],
    [
      "is degraded with work that has been due for more than two minutes",
      facts(due(ago(121))),
      ["degraded", { code: "sweep_stands_still", level: "degraded", since: ago(121), connectionId: null, count: null }],
    ],
    [
      "is degraded with work that has been due for 15 minutes",
      facts(due(ago(900))),
      ["degraded", { code: "sweep_stands_still", level: "degraded" }],
    ],
    [
      "is failing with work that has been due for more than 15 minutes",
      facts(due(ago(901))),
      ["failing", { code: "sweep_stands_still", level: "failing", since: ago(901) }],
    ],
    [
      "is ok with a backlog of old addresses while lookups go on",
      facts({ ...due(null, ago(9000)), lastLookupMinute: ago(180) }),
      OK,
    ],
    [
      "is failing with overdue old addresses if lookups have stopped",
      facts({ ...due(null, ago(9000)), lastLookupMinute: ago(181) }),
      ["failing", { code: "sweep_stands_still", since: ago(9000) }],
    ],
    [
      "is degraded with overdue old addresses if no lookup ever ran",
      facts({ ...due(null, ago(121)), lastLookupMinute: null }),
      ["degraded", { code: "sweep_stands_still", since: ago(121) }],
    ],
    [
      "is ok with old addresses that have been due for two minutes",
      facts({ ...due(null, ago(120)), lastLookupMinute: null }),
      OK,
    ],
    [
      "reports overdue urgent work even while lookups of old addresses go on",
      facts(due(ago(121), ago(9000))),
      ["degraded", { code: "sweep_stands_still", since: ago(121) }],
    ],
    [
      "reports overdue old addresses even if the urgent work has just become due",
      facts({ ...due(ago(1), ago(121)), lastLookupMinute: null }),
      ["degraded", { code: "sweep_stands_still", since: ago(121) }],
    ],
    [
      "does not blame the sweep for old addresses that wait for the service",
      facts({
        ...due(null, ago(9000)),
        lastLookupMinute: null,
        connections: [connection({ throttledUntil: ahead(5) })],
      }),
      ["degraded", { code: "throttled" }],
    ],
    [
      "does not blame the sweep if one of two services asks to wait",
      facts({
        ...due(null, ago(9000)),
        lastLookupMinute: null,
        connections: [connection({ throttledUntil: ahead(5) }), connection({ id: "b" })],
      }),
      ["degraded", { code: "throttled" }],
    ],
    [
      "blames the sweep once the service's wait is over",
      facts({ ...due(null, ago(121)), lastLookupMinute: null, connections: [connection({ throttledUntil: NOW })] }),
      ["degraded", { code: "sweep_stands_still", since: ago(121) }],
    ],

    ["is ok with unsettled money that arrived two minutes ago", unsettled(ago(120)), OK],
    [
      "is degraded with unsettled money that arrived more than two minutes ago",
      unsettled(ago(121)),
      ["degraded", { code: "paid_not_settled", level: "degraded", count: 7, since: ago(121) }],
    ],
    [
      "is failing with unsettled money that arrived more than 15 minutes ago",
      unsettled(ago(901)),
      ["failing", { code: "paid_not_settled", level: "failing", count: 7 }],
    ],
    [
      "is degraded if settling fails",
      facts({ faults: { settling: 1, events: 0 } }),
      ["degraded", { code: "settling_fails", level: "degraded", count: 1 }],
    ],
    [
      "is degraded if the processing of events fails",
      facts({ faults: { settling: 0, events: 2 } }),
      ["degraded", { code: "events_failing", level: "degraded", count: 2 }],
    ],

    ["is ok with clocks five seconds apart", clock(5000), OK],
    [
      "is degraded with clocks more than five seconds apart",
      clock(5001),
      ["degraded", { code: "clock_off", level: "degraded", detail: "5 s" }],
    ],
    [
      "is degraded while no address of the payer can be read",
      withConnection({ payerIpMissingAt: ago(60) }),
      ["degraded", { code: "payer_ip_missing", connectionId: "default", since: ago(60) }],
    ],
    ["is degraded with a clock that is behind", clock(-90_000), ["degraded", { code: "clock_off", detail: "90 s" }]],
    ["does not mistake a slow database answer for a wrong clock", clock(8000, 3000), OK],
  ])("%s", (_, known, [state, ...reasons]) => {
    const judged = judgeHealth(known, NOW)
    expect(judged.state).toBe(state)
    expect(judged.reasons).toHaveLength(reasons.length)
    expect(judged.reasons).toMatchObject(reasons)
  })

  it("lists failing reasons before degraded ones, and has a sentence for each", () => {
    const { state, reasons } = judgeHealth(
      facts({
        connections: [connection({ throttledUntil: ahead(5) }), connection({ id: "b", service: "store_disabled" })],
        faults: { settling: 1, events: 1 },
        unsettled: { count: 1, oldest: ago(9999) },
      }),
      NOW,
    )
    expect(state).toBe("failing")
    expect(reasons.map(({ code, level }) => `${level} ${code}`)).toEqual([
      "failing paid_not_settled",
      "failing store_disabled",
      "degraded settling_fails",
      "degraded events_failing",
      "degraded throttled",
    ])
    for (const { code } of reasons) expect(HEALTH_WORDS[code]).toMatch(/\.$/)
  })
})

describe("a series of failures", () => {
  const since = (first: number | null, last: number | null) =>
    failingSince(
      { failingSince: first === null ? null : ago(first), lastCheckAt: last === null ? null : ago(last) },
      NOW,
    )

  it("starts now with the first failure after a success, or with the first call ever", () => {
    expect(since(null, 1)).toEqual(NOW)
    expect(since(null, null)).toEqual(NOW)
  })

  it("continues if the next failure comes within an hour of the last", () => {
    expect(since(8 * 3600, 3600)).toEqual(ago(8 * 3600))
  })

  it("starts again after more than an hour without calls", () => {
    expect(since(8 * 3600, 3601)).toEqual(NOW)
  })
})

describe("the health of the status words", () => {
  const paid = { word: "paid", count: 3, since: ago(60) }
  const reasons = (words: ConnectionHealthFacts["words"]) =>
    judgeHealth(facts({ connections: [connection({ words })] }), NOW).reasons.map(({ code, detail, count }) => [
      code,
      detail,
      count,
    ])

  it.each<[string, ConnectionHealthFacts["words"], unknown[]]>([
    ["nothing before a word was looked up", { unknown: [], proven: null }, []],
    ["nothing of a cleared word", { unknown: [], proven: { word: "completed", meaning: "cleared" } }, []],
    ["an unknown word with its payments", { unknown: [paid], proven: null }, [["unknown_status", "paid", 3]]],
    [
      "once a word that is unknown and that an event proves",
      { unknown: [paid], proven: { word: "paid", meaning: "unknown" } },
      [["status_not_cleared", "paid", null]],
    ],
    [
      "a paid payment's word that means unpaid here",
      { unknown: [], proven: { word: "expired", meaning: "unpaid" } },
      [["status_not_cleared", "expired", null]],
    ],
  ])("says %s", (_, words, expected) => {
    expect(reasons(words)).toEqual(expected)
  })
})
