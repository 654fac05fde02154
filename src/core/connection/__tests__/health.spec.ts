import { type ConnectionHealthFacts, type HealthFacts, type HealthReason, judgeHealth } from "../health"
import { HEALTH_WORDS } from "../health-words"
import { failingSince } from "../outage"
import { SETUP_WORDS } from "../setup"

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
  lastEventAt: ago(600),
  lastRefused: null,
  paid: [],
  ...wish,
})

const facts = (wish: Partial<HealthFacts> = {}): HealthFacts => ({
  connections: [connection()],
  due: { urgent: null, watched: null },
  lastLookUpMinute: ago(30),
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
    ["is ok where nothing is wrong", facts(), OK],
    [
      "is ok in a new store, which was never asked for anything",
      withConnection({ service: "unknown", lastCheckAt: null, lastEventAt: null }),
      OK,
    ],
    [
      "is failing without a connection",
      facts({ connections: [] }),
      ["failing", { code: "no_connection", level: "failing", connectionId: null }],
    ],
    [
      "is degraded by a mistake in the setup, and says it",
      facts({ setup: [{ code: "provider_without_id", detail: null }] }),
      ["degraded", { code: "setup_mistake", level: "degraded", detail: SETUP_WORDS.provider_without_id }],
    ],
    ["says once that no provider is registered", facts({ setup: [{ code: "provider_missing", detail: null }] }), OK],

    [
      "is failing while shoppers may be about to pay by a connection that is gone",
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
      "is degraded while old addresses of a connection that is gone wait",
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
      "is failing where stored secrets cannot be opened, which says more than that they are missing",
      withConnection({ ready: false, unreadable: true }),
      ["failing", { code: "secrets_unreadable", level: "failing", connectionId: "default" }],
    ],
    [
      "is failing where one of two connections had its secrets and cannot open them",
      facts({ connections: [connection({ ready: false, unreadable: true }), connection({ id: "b" })] }),
      ["failing", { code: "secrets_unreadable" }],
    ],
    [
      "is failing where the keys are refused",
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
      "is failing where the store is switched off at the service",
      withConnection({ service: "store_disabled", lastErrorCode: "store_disabled" }),
      ["failing", { code: "store_disabled", level: "failing", since: ago(3600), detail: "store_disabled" }],
    ],
    [
      "is failing where one of two connections lost its keys",
      facts({ connections: [connection({ service: "credentials_broken" }), connection({ id: "b" })] }),
      ["failing", { code: "keys_refused", connectionId: "default" }],
    ],
    [
      "does not hold what the service said of former keys against a connection that waits for new ones",
      withConnection({ ready: false, service: "credentials_broken" }),
      ["failing", { code: "setup_incomplete" }],
    ],

    [
      "is degraded while the service asks to wait",
      withConnection({ throttledUntil: ahead(1) }),
      ["degraded", { code: "throttled", level: "degraded", until: ahead(1), since: null, connectionId: "default" }],
    ],
    ["is ok when the wait is over", withConnection({ throttledUntil: NOW }), OK],
    [
      "is degraded from the first call that failed",
      withConnection(failing(1, 1)),
      ["degraded", { code: "service_failing", level: "degraded", since: ago(1), detail: "timeout" }],
    ],
    [
      "is degraded for a quarter of an hour where nobody calls after a call that failed",
      withConnection(failing(900, 900)),
      ["degraded", { code: "service_failing", level: "degraded", since: ago(900) }],
    ],
    [
      "is ok where nobody called for longer, since one failure says nothing of now",
      withConnection(failing(901, 901)),
      OK,
    ],
    [
      "is degraded with failures for a quarter of an hour",
      withConnection(failing(930, 30)),
      ["degraded", { code: "service_failing", level: "degraded", since: ago(930) }],
    ],
    [
      "is failing after a quarter of an hour of nothing but failures",
      withConnection(failing(931, 30)),
      ["failing", { code: "service_failing", level: "failing", since: ago(931), detail: "timeout" }],
    ],
    [
      "is failing all night, however seldom somebody calls",
      withConnection(failing(8 * 3600, 3600)),
      ["failing", { code: "service_failing", level: "failing", since: ago(8 * 3600) }],
    ],
    ["is ok where nobody called for an hour, whatever was before", withConnection(failing(8 * 3600, 3601)), OK],
    [
      "says both where the service fails and asks to wait",
      withConnection({ ...failing(931, 30), throttledUntil: ahead(5) }),
      ["failing", { code: "service_failing" }, { code: "throttled" }],
    ],
    [
      "does not take a failure without its time for one of now",
      withConnection({ ...failing(931, 30), lastCheckAt: null }),
      OK,
    ],
    [
      "does not take a call that went well for one that failed",
      withConnection({ lastErrorCode: "timeout", lastCheckAt: ago(1) }),
      OK,
    ],

    ["is ok with two events lost, which a restart may explain", withConnection({ paid: paid("--") }), OK],
    [
      "is degraded with three events lost in a row",
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
      "is degraded where every other event is lost",
      withConnection({ paid: paid("+-+-+-") }),
      ["degraded", { code: "webhooks_lost", count: 3, since: ago(6 * 3600) }],
    ],
    [
      "is ok as soon as the last three events came, whatever was lost before",
      withConnection({ paid: paid("+++---------") }),
      OK,
    ],
    [
      "is degraded until the last three events came",
      withConnection({ paid: paid("++-------") }),
      ["degraded", { code: "webhooks_lost", count: 7 }],
    ],
    [
      "is ok where a stranger's delivery was refused and all events came",
      withConnection({ paid: paid("+++"), lastRefused: { at: ago(1), code: "signature_mismatch" } }),
      OK,
    ],
    [
      "names the refusal where events are lost and the last delivery was turned away",
      withConnection({ paid: paid("---"), lastRefused: { at: ago(599), code: "signature_mismatch" } }),
      ["degraded", { code: "webhooks_refused", detail: "signature_mismatch", count: 3, since: ago(3 * 3600) }],
    ],
    [
      "names the refusal where no event ever came",
      withConnection({ paid: paid("---"), lastEventAt: null, lastRefused: { at: ago(9999), code: "signature_stale" } }),
      ["degraded", { code: "webhooks_refused", detail: "signature_stale" }],
    ],
    [
      "leaves a refusal aside that an event came after",
      withConnection({ paid: paid("---"), lastRefused: { at: ago(600), code: "signature_mismatch" } }),
      ["degraded", { code: "webhooks_lost", detail: null }],
    ],
    [
      "says both where a connection has lost its keys and its events",
      withConnection({ service: "credentials_broken", paid: paid("---") }),
      ["failing", { code: "keys_refused" }, { code: "webhooks_lost" }],
    ],

    ["is ok with work that is due for two minutes", facts(due(ago(120))), OK],
    [
      "is degraded with work that is due for longer",
      facts(due(ago(121))),
      ["degraded", { code: "sweep_stands_still", level: "degraded", since: ago(121), connectionId: null, count: null }],
    ],
    [
      "is degraded with work that is due for a quarter of an hour",
      facts(due(ago(900))),
      ["degraded", { code: "sweep_stands_still", level: "degraded" }],
    ],
    [
      "is failing with work that is due for longer than that",
      facts(due(ago(901))),
      ["failing", { code: "sweep_stands_still", level: "failing", since: ago(901) }],
    ],
    [
      "is ok with a backlog of old addresses that is being worked on",
      facts({ ...due(null, ago(9000)), lastLookUpMinute: ago(180) }),
      OK,
    ],
    [
      "is failing with old addresses that nobody asks for",
      facts({ ...due(null, ago(9000)), lastLookUpMinute: ago(181) }),
      ["failing", { code: "sweep_stands_still", since: ago(9000) }],
    ],
    [
      "is degraded with old addresses that nobody ever asked for",
      facts({ ...due(null, ago(121)), lastLookUpMinute: null }),
      ["degraded", { code: "sweep_stands_still", since: ago(121) }],
    ],
    [
      "is ok with old addresses that are due for two minutes",
      facts({ ...due(null, ago(120)), lastLookUpMinute: null }),
      OK,
    ],
    [
      "takes urgent work for itself, however many old addresses are worked on",
      facts(due(ago(121), ago(9000))),
      ["degraded", { code: "sweep_stands_still", since: ago(121) }],
    ],
    [
      "sees old addresses behind urgent work that is only just due",
      facts({ ...due(ago(1), ago(121)), lastLookUpMinute: null }),
      ["degraded", { code: "sweep_stands_still", since: ago(121) }],
    ],
    [
      "does not blame the sweep for old addresses that wait for the service",
      facts({
        ...due(null, ago(9000)),
        lastLookUpMinute: null,
        connections: [connection({ throttledUntil: ahead(5) })],
      }),
      ["degraded", { code: "throttled" }],
    ],
    [
      "does not blame it where one service of two wants to be left alone",
      facts({
        ...due(null, ago(9000)),
        lastLookUpMinute: null,
        connections: [connection({ throttledUntil: ahead(5) }), connection({ id: "b" })],
      }),
      ["degraded", { code: "throttled" }],
    ],
    [
      "does where that wait is over",
      facts({ ...due(null, ago(121)), lastLookUpMinute: null, connections: [connection({ throttledUntil: NOW })] }),
      ["degraded", { code: "sweep_stands_still", since: ago(121) }],
    ],

    ["is ok with money that arrived two minutes ago", unsettled(ago(120)), OK],
    [
      "is degraded with money that arrived before and is on no order",
      unsettled(ago(121)),
      ["degraded", { code: "paid_not_settled", level: "degraded", count: 7, since: ago(121) }],
    ],
    [
      "is failing with money that is on no order for more than a quarter of an hour",
      unsettled(ago(901)),
      ["failing", { code: "paid_not_settled", level: "failing", count: 7 }],
    ],
    [
      "is degraded where settling fails",
      facts({ faults: { settling: 1, events: 0 } }),
      ["degraded", { code: "settling_fails", level: "degraded", count: 1 }],
    ],
    [
      "is degraded where events break",
      facts({ faults: { settling: 0, events: 2 } }),
      ["degraded", { code: "events_failing", level: "degraded", count: 2 }],
    ],

    ["is ok with clocks five seconds apart", clock(5000), OK],
    [
      "is degraded with clocks that are further apart",
      clock(5001),
      ["degraded", { code: "clock_off", level: "degraded", detail: "5 s" }],
    ],
    ["is degraded with a clock that is behind", clock(-90_000), ["degraded", { code: "clock_off", detail: "90 s" }]],
    ["does not take a slow answer of the database for a wrong clock", clock(8000, 3000), OK],
  ])("%s", (_, known, [state, ...reasons]) => {
    const judged = judgeHealth(known, NOW)
    expect(judged.state).toBe(state)
    expect(judged.reasons).toHaveLength(reasons.length)
    expect(judged.reasons).toMatchObject(reasons)
  })

  it("names the worst first, and has words for all of it", () => {
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

describe("a row of failures", () => {
  const since = (first: number | null, last: number | null) =>
    failingSince(
      { failingSince: first === null ? null : ago(first), lastCheckAt: last === null ? null : ago(last) },
      NOW,
    )

  it("begins with the first failure after a success, or at all", () => {
    expect(since(null, 1)).toEqual(NOW)
    expect(since(null, null)).toEqual(NOW)
  })

  it("goes on with each that comes within an hour of the last", () => {
    expect(since(8 * 3600, 3600)).toEqual(ago(8 * 3600))
  })

  it("begins anew after an hour in which nobody called", () => {
    expect(since(8 * 3600, 3601)).toEqual(NOW)
  })
})
