import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ADMIN_ERRORS } from "../../text/admin-errors"
import { REFUSALS } from "../../text/errors"
import { LOG_LINES } from "../../text/log-lines"
import { decideAfterPayout, decideEventRetry, decideUnpaid, markWithoutPayout, replacedMark } from "../attention"
import { ATTENTION_REASONS, type AttentionReason } from "../attention-reasons"
import {
  decideAfterFault,
  decidePayout,
  decideSettlement,
  type SettlementProgress,
  startOfSettlement,
} from "../settlement"
import { judgeUnpaidOrder, keepUnchecked } from "../unpaid-order"
import { amount, type Changes, facts } from "./support/settlement-facts"

const NOW = new Date("2026-03-01T12:00:00Z")

const reasonOf = (decided: { action: string }, action = "attention") =>
  decided.action === action && "reason" in decided ? (decided.reason as AttentionReason) : undefined

const settling = (changed: Changes, progress: Partial<SettlementProgress> = {}) =>
  reasonOf(decideSettlement(facts(changed), { ...startOfSettlement(1), ...progress }))

/** Money that the service reported a day and more ago. */
const weekAgo = new Date(NOW.getTime() - 7 * 86_400_000)
const uncleared = {
  ...{ status: "expired" as const, confirmations: 1, seen_at: null, closed_at: null },
  ...{ attention_reason: null, status_unknown: false, quote_expires_at: weekAgo },
}

const refused = { refused: { step: "complete_cart" as const, detail: "no stock" } }
const placed = { placedAt: weekAgo.getTime(), open: true, packed: false, isOwed: true, waits: true, otherSessions: [] }
const unpaid = {
  minutes: 60,
  restAskedAt: null,
  quotesEndAt: weekAgo.getTime(),
  handled: false,
  undecided: false,
  seen: false,
  order: { ...placed, partlyPaid: true },
}

/** One decision with each reason, made in a test: the mutation test counts nothing that runs while a file loads. */
const DECISIONS: Record<AttentionReason, () => AttentionReason | null | undefined> = {
  session_gone: () => settling({ session: null }),
  amount_differs: () => settling({ session: { amount: { ...amount, minor: 501 } } }),
  cart_total_differs: () => settling({ cart: { total: { ...amount, minor: 501 } } }),
  another_session_open: () => settling({ otherOpenSessions: 1 }),
  cart_will_not_complete: () => settling({}, refused),
  no_order: () => settling({ cart: null }),
  collection_gone: () => settling({ collectionGone: true }),
  order_canceled: () => settling({ order: { canceled: true, outstanding: amount } }),
  order_paid_otherwise: () => settling({ paidOtherwise: true }),
  payout_due: () => decidePayout({ canceled: true, overpaid: null }),
  order_overpaid: () => decidePayout({ canceled: false, overpaid: amount }),
  partly_paid_out: () => decideAfterPayout(false),
  test_money: () => settling({ payment: { account: "test_money" } }),
  other_account: () => settling({ payment: { account: "other_account" } }),
  connection_gone: () => settling({ payment: { account: "connection_gone" } }),
  order_kept: () => reasonOf(judgeUnpaidOrder(unpaid, NOW.getTime()), "keep"),
  order_unchecked: () => keepUnchecked(NOW.getTime(), NOW.getTime()).reason,
  seen_not_cleared: () => decideUnpaid(uncleared, NOW.getTime(), 14),
  unknown_status: () => decideUnpaid({ ...uncleared, status_unknown: true }, NOW.getTime(), 14),
  settling_failed: () => reasonOf(decideAfterFault({ partlyPaidOut: false }, 3, "the database is down")),
  event_failed: () => decideEventRetry({ state: "failed", attempts: 3 }, "failed", NOW).reason,
  unknown_payment: () => decideEventRetry({ state: "unmatched", attempts: 5 }, "unmatched", NOW).reason,
}

describe("the core", () => {
  it.each(Object.entries(DECISIONS))("decides %s", (reason, decide) => {
    expect(decide()).toBe(reason)
  })

  it("asks for no payout while the order has no money too much, and for no second reason of captured money", () => {
    expect(decidePayout({ canceled: false, overpaid: null })).toBeNull()
    expect(decideAfterPayout(true)).toBeNull()
    const former = [null, "partly_paid_out", "cart_total_differs"].map(markWithoutPayout)
    expect(former).toEqual(["settling_failed", "settling_failed", "cart_total_differs"])
  })

  it("replaces a due part by the whole payment of a canceled order, and never the other way around", () => {
    expect([replacedMark("payout_due"), replacedMark("order_overpaid")]).toEqual(["order_overpaid", null])
  })
})

const SRC = join(__dirname, "../../..")
/** These read the reasons over HTTP and show them. */
const SHOWS = /^(admin|storefront|sandbox)\//

const sources = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter(
  (path) =>
    /\.tsx?$/.test(path) && !path.includes("__tests__") && !path.startsWith("core/payment/") && !SHOWS.test(path),
)

/** Words that are also the code of a refusal, a log line or an account match, and mean that there. */
const SHARED: ReadonlySet<string> = new Set([
  ...[REFUSALS, ADMIN_ERRORS, LOG_LINES].flatMap((codes) => Object.keys(codes)),
  ...["same", "test_money", "other_account", "connection_gone"],
  // A code of health and of the checklist, too.
  "unknown_status",
])

const lines = sources.flatMap((path) =>
  readFileSync(join(SRC, path), "utf8")
    .split("\n")
    .map((text) => ({ path, text })),
)
const naming = (reason: string) => lines.filter(({ text }) => new RegExp(`["'\`]${reason}["'\`]`).test(text))

it.each(Object.keys(ATTENTION_REASONS))("no file outside core/payment chooses the reason %s", (reason) => {
  const named = naming(reason).filter(({ text }) => !SHARED.has(reason) || /reason|attention/i.test(text))
  expect(named).toEqual([])
})
