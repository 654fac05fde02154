import { type ReadyFacts, readyChecklist } from "../ready-checklist"

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 12, minute))
const DONE: ReadyFacts = {
  hasKeys: true,
  service: "working",
  regions: 1,
  hasSecret: true,
  endpointSecretSetAt: at(10),
  lastEventAt: at(11),
  lastRefused: null,
  isRotated: false,
  secretProven: true,
  words: { unknown: [], proven: { word: "completed", meaning: "cleared" } },
  unpaidOrderMinutes: 1440,
  orderPlacement: "checkout",
  hasContact: true,
}
const open = (facts: Partial<ReadyFacts>) =>
  readyChecklist({ ...DONE, ...facts }).flatMap(({ step, done, code }) => (done ? [] : [[step, code]]))

describe("the checklist of a connection", () => {
  const paid = { word: "paid", count: 1, since: at(12) }
  const done = { word: "done", meaning: "unknown" } as const
  const closed = { word: "closed", meaning: "unpaid" } as const
  const notCleared = { code: "status_not_cleared", words: ["closed"] }
  const unknown = (...words: string[]) => ({ code: "unknown_status", words })
  it.each<[string, ReadyFacts["words"], object]>([
    ["no event has completed a payment", { unknown: [], proven: null }, { code: "no_paid_event" }],
    ["an unpaid payment has an unknown word", { unknown: [paid], proven: null }, unknown("paid")],
    ["a paid payment has an unknown word", { unknown: [paid], proven: done }, unknown("done", "paid")],
    ["a paid payment has another list's word", { unknown: [], proven: closed }, notCleared],
  ])("keeps the step of the status words open while %s", (_, words, expected) => {
    const step = readyChecklist({ ...DONE, words }).find(({ step }) => step === "status_words_known")
    expect(step).toEqual({ step: "status_words_known", done: false, ...expected })
  })

  it("lists every step in order, each of them done for a connection that works", () => {
    const first = ["keys_accepted", "offered_in_region", "event_accepted", "status_words_known"]
    const steps = [...first, "unpaid_orders_canceled", "shoppers_can_ask"]
    expect(readyChecklist(DONE)).toEqual(steps.map((step) => ({ step, done: true, code: null })))
  })

  it.each<[string, Partial<ReadyFacts>, string, string]>([
    ["missing keys", { hasKeys: false }, "keys_accepted", "incomplete"],
    ["keys that were never tried", { service: "unknown" }, "keys_accepted", "unknown"],
    ["refused keys", { service: "credentials_broken" }, "keys_accepted", "credentials_broken"],
    ["a store that is switched off at the service", { service: "store_disabled" }, "keys_accepted", "store_disabled"],
    ["no link to ask by", { hasContact: false }, "shoppers_can_ask", "no_contact"],
    ["no region", { regions: 0 }, "offered_in_region", "no_region"],
    ["unpaid orders for ever", { unpaidOrderMinutes: "off" }, "unpaid_orders_canceled", "never_canceled"],
  ])("leaves one step open for %s", (_, facts, step, code) => {
    expect(open(facts)).toEqual([[step, code]])
  })

  const noSecret = { hasSecret: false, endpointSecretSetAt: null, secretProven: null }
  const refused = (minute: number, code: NonNullable<ReadyFacts["lastRefused"]>["code"]) => ({
    lastRefused: { at: at(minute), code },
  })
  const wrong = refused(12, "signature_mismatch")
  const early = refused(12, "endpoint_secret_missing")
  const before = refused(9, "endpoint_secret_missing")
  const refusedEver = { ...refused(1, "signature_missing"), endpointSecretSetAt: null, lastEventAt: null }
  const rotated = { isRotated: true, secretProven: false }
  const proven = (secretProven: boolean | null) => ({ isRotated: true, secretProven, lastEventAt: at(12) })

  it.each<[string, Partial<ReadyFacts>, string]>([
    ["no endpoint secret, although an event came under an earlier one", noSecret, "no_secret"],
    ["an event that came before an endpoint secret", { hasSecret: false, ...early }, "endpoint_secret_missing"],
    ["no event", { lastEventAt: null }, "no_event"],
    ["an event that is older than the secret", { lastEventAt: at(9) }, "no_event"],
    ["a refused event", { lastEventAt: at(9), ...wrong }, "signature_mismatch"],
    ["a rotation whose new secret signed no event", proven(false), "new_secret_unused"],
    ["a rotation for which nothing is noted", proven(null), "new_secret_unused"],
    ["an event that a replaced secret signed", { endpointSecretSetAt: null, secretProven: false }, "no_event"],
    ["a rotation whose former secret ended too early", { ...rotated, ...wrong }, "signature_mismatch"],
    ["an event refused before the secret was set", { lastEventAt: null, ...before }, "no_event"],
    ["an event refused at any time if medusa-config sets the secret", refusedEver, "signature_missing"],
  ])("leaves the step of the events open for %s", (_, facts, code) => {
    expect(open(facts)).toEqual([["event_accepted", code]])
  })

  it.each<[string, ReadyFacts["lastRefused"], string | null]>([
    ["after an event was accepted", { at: at(30), code: "signature_mismatch" }, "signature_mismatch"],
    ["at the same time as an accepted event", { at: at(11), code: "signature_mismatch" }, null],
    ["before an event was accepted", { at: at(10), code: "signature_mismatch" }, null],
    ["later, for a missing signature", { at: at(30), code: "signature_missing" }, null],
  ])("keeps the event step done, and shows only a newer wrong signature: refused %s", (_, lastRefused, code) => {
    const step = readyChecklist({ ...DONE, lastRefused }).find(({ step }) => step === "event_accepted")
    expect(step).toEqual({ step: "event_accepted", done: true, code })
  })

  it.each<[string, Partial<ReadyFacts>]>([
    ["an event that arrived at the moment when the secret was set", { lastEventAt: at(10) }],
    ["an event that the new secret of a rotation signed", { isRotated: true }],
    ["an event of any time if medusa-config sets the secret", { endpointSecretSetAt: null, lastEventAt: at(1) }],
    ["an event since the secret was set, of which an older version noted no secret", { secretProven: null }],
    ["unpaid orders for ever if orders are placed when paid", { unpaidOrderMinutes: "off", orderPlacement: "payment" }],
  ])("is done with %s", (_, facts) => {
    expect(open(facts)).toEqual([])
  })
})
