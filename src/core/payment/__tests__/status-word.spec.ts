import { DEFAULT_SETTINGS } from "../../connection/settings"
import { decideUnpaid } from "../attention"
import { hasOnlyUnknownWord, isSeen } from "../lifecycle"
import { classifyWord, isForgotten, readAnswer, type WordClass } from "../status-word"

const NOW = new Date("2026-03-01T12:00:00Z")
const BEFORE = new Date("2026-03-01T11:00:00Z")
const DAY = 24 * 3_600_000

describe("a status word", () => {
  it.each<[WordClass, string[]]>([
    ["initial", ["awaiting_payment", "Awaiting-Payment", " awaiting payment "]],
    ["cleared", ["completed", "Completed", " COMPLETED "]],
    ["seen", ["confirming", "Processing", "detected", "pending"]],
    ["unpaid", ["expired", "EXPIRED", "quote-expired", "timed_out", "Timed out", "timeout", "lapsed", "void"]],
    ["unpaid", ["voided", "canceled", "cancelled", "failed", "abandoned"]],
    ["unknown", ["paid", "closed", "settled", "complete", "not completed", "completed!", "confirmed", "success"]],
    ["unknown", ["underpaid", "partially_paid", "expired_partially_paid", "refunded", "on_hold", "", "неоплачено"]],
  ])("is %s by default: %s", (meaning, words) => {
    for (const word of words) expect([word, classifyWord(word, DEFAULT_SETTINGS)]).toEqual([word, meaning])
  })

  it("is read as money if it stands in two lists, in any case and with any spaces", () => {
    const both = { clearedStatuses: [" DONE\t"], seenStatuses: ["done", "held"], unpaidStatuses: ["done", "held"] }
    expect([classifyWord("done", both), classifyWord("held", both)]).toEqual(["cleared", "seen"])
  })
})

describe("an answer for an unpaid payment", () => {
  const WORDS = {
    ...{ initial: "awaiting_payment", seen: "confirming", cleared: "completed", unpaid: "expired", unknown: "paid" },
  } as const
  type Word = keyof typeof WORDS

  /** With and without a confirmation, for both kinds of service: does it keep the shopper from paying again? */
  it.each<[Word, number, boolean, { seen: boolean; unclear: boolean; confirmations: number }]>([
    ["initial", 0, false, { seen: false, unclear: false, confirmations: 0 }],
    ["initial", 1, false, { seen: true, unclear: false, confirmations: 1 }],
    ["initial", 1, true, { seen: false, unclear: false, confirmations: 0 }],
    ["seen", 0, false, { seen: true, unclear: false, confirmations: 0 }],
    ["seen", 2, false, { seen: true, unclear: false, confirmations: 2 }],
    ["seen", 2, true, { seen: true, unclear: false, confirmations: 2 }],
    ["cleared", 0, false, { seen: true, unclear: false, confirmations: 0 }],
    ["cleared", 2, true, { seen: true, unclear: false, confirmations: 2 }],
    ["unpaid", 0, false, { seen: false, unclear: false, confirmations: 0 }],
    ["unpaid", 2, false, { seen: true, unclear: false, confirmations: 2 }],
    ["unpaid", 2, true, { seen: false, unclear: false, confirmations: 0 }],
    ["unknown", 0, false, { seen: true, unclear: true, confirmations: 0 }],
    ["unknown", 2, false, { seen: true, unclear: false, confirmations: 2 }],
    ["unknown", 2, true, { seen: true, unclear: true, confirmations: 0 }],
  ])("%s, %i confirmations, counted from the start: %s", (word, confirmations, confirmationsFromStart, expected) => {
    const settings = { ...DEFAULT_SETTINGS, confirmationsFromStart }
    const read = readAnswer({ status: WORDS[word], confirmations }, settings, null, NOW)
    expect(read.seen_at).toEqual(expected.seen ? NOW : null)
    for (const status of ["awaiting_payment", "expired"] as const) {
      const row = { ...read, status, closed_at: null }
      expect({ seen: isSeen(row), unclear: hasOnlyUnknownWord(row), confirmations: row.confirmations }).toEqual(
        expected,
      )
      // A watch that ends with money, or with an unknown word, ends before a person.
      const ended = { ...row, quote_expires_at: new Date(NOW.getTime() - 14 * DAY), attention_reason: null }
      const reason = word === "unknown" ? "unknown_status" : expected.seen ? "seen_not_cleared" : null
      expect(decideUnpaid(ended, NOW.getTime(), 14)).toBe(reason)
    }
  })

  it("keeps since when money was seen, also while the word changes, and forgets it with an unpaid word", () => {
    const since = (status: string) => readAnswer({ status, confirmations: 0 }, DEFAULT_SETTINGS, BEFORE, NOW).seen_at
    expect(["confirming", "paid", "expired", "awaiting_payment"].map(since)).toEqual([BEFORE, BEFORE, null, null])
  })
})

it.each([
  ["one second before its quote ends", 1000, false],
  ["when its quote ends", 0, true],
  ["a day later", -DAY, true],
])("a 404 for a payment %s is an answer: %s %s", (_, until, forgotten) => {
  expect(isForgotten({ quote_expires_at: new Date(NOW.getTime() + until) }, NOW)).toBe(forgotten)
})
