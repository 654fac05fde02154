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
  promotion: null,
}
const open = (facts: Partial<ReadyFacts>) =>
  readyChecklist({ ...DONE, ...facts }).flatMap(({ step, done, code }) => (done ? [] : [[step, code]]))

describe("the checklist of a connection", () => {
  const paid = { word: "paid", count: 1, since: at(12) }
  const done = { word: "done", meaning: "unknown" } as const
  const closed = { word: "closed", meaning: "unpaid" } as const
  const notCleared = { code: "status_not_cleared", words: ["closed"] }
  const unknown = (...words: string[]) => ({ code: "unknown_status", words })
  const proven = { proven: "done" }
  it.each<[string, ReadyFacts["words"], object]>([
    ["no event has completed a payment", { unknown: [], proven: null }, { code: "no_paid_event" }],
    ["an unpaid payment has an unknown word", { unknown: [paid], proven: null }, unknown("paid")],
    [
      "a paid payment has an unknown word",
      { unknown: [paid], proven: done },
      { ...unknown("done", "paid"), ...proven },
    ],
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

  const noSecret = { hasSecret: false, endpointSecretSetAt: null, secretProven: false }
  const refused = (minute: number, code: NonNullable<ReadyFacts["lastRefused"]>["code"]) => ({
    lastRefused: { at: at(minute), code },
  })
  const wrong = refused(12, "signature_mismatch")
  const early = refused(12, "endpoint_secret_missing")
  const before = refused(9, "endpoint_secret_missing")
  const refusedEver = { ...refused(1, "signature_missing"), endpointSecretSetAt: null, lastEventAt: null }
  const rotated = { isRotated: true, secretProven: false }
  const unproven = { isRotated: true, secretProven: false, lastEventAt: at(12) }

  const event = (code: string): [string, string] => ["event_accepted", code]
  it.each<[string, Partial<ReadyFacts>, ...left: [step: string, code: string][]]>([
    ["missing keys", { hasKeys: false }, ["keys_accepted", "incomplete"]],
    ["keys that were never tried", { service: "unknown" }, ["keys_accepted", "unknown"]],
    ["refused keys", { service: "keys_refused" }, ["keys_accepted", "keys_refused"]],
    ["a store that is off at the service", { service: "store_disabled" }, ["keys_accepted", "store_disabled"]],
    ["no link to ask by", { hasContact: false }, ["shoppers_can_ask", "no_contact"]],
    ["a promotion that Medusa does not have", { promotion: "missing" }, ["promotion_applies", "promotion_missing"]],
    ["a promotion that is a draft", { promotion: "inactive" }, ["promotion_applies", "promotion_inactive"]],
    ["a promotion for every cart", { promotion: "automatic" }, ["promotion_applies", "promotion_automatic"]],
    ["a promotion whose campaign is over", { promotion: "not_now" }],
    ["no region", { regions: 0 }, ["offered_in_region", "no_region"]],
    ["unpaid orders for ever", { unpaidOrderMinutes: "off" }, ["unpaid_orders_canceled", "never_canceled"]],
    ["unpaid orders for ever if orders are placed when paid", { unpaidOrderMinutes: "off", orderPlacement: "payment" }],
    ["no endpoint secret, although an event came under an earlier one", noSecret, event("no_secret")],
    ["an event before an endpoint secret", { hasSecret: false, ...early }, event("endpoint_secret_missing")],
    ["no event", { lastEventAt: null }, event("no_event")],
    ["an event that is older than the secret", { lastEventAt: at(9) }, event("no_event")],
    ["an event that arrived at the moment when the secret was set", { lastEventAt: at(10) }],
    ["an event of any time if medusa-config sets the secret", { endpointSecretSetAt: null, lastEventAt: at(1) }],
    ["a refused event", { lastEventAt: at(9), ...wrong }, event("signature_mismatch")],
    ["a rotation whose new secret signed no event", unproven, event("new_secret_unused")],
    ["a rotation whose new secret signed an event", { isRotated: true }],
    ["an event that a replaced secret signed", { endpointSecretSetAt: null, secretProven: false }, event("no_event")],
    ["a rotation whose former secret ended too early", { ...rotated, ...wrong }, event("signature_mismatch")],
    ["an event refused before the secret was set", { lastEventAt: null, ...before }, event("no_event")],
    ["an event refused at any time if medusa-config sets the secret", refusedEver, event("signature_missing")],
  ])("leaves the one step open that is not done, or none, for %s", (_, facts, ...left) => {
    expect(open(facts)).toEqual(left)
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
})
