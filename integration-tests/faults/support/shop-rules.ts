import { isPaid } from "../../../src/core/payment/lifecycle"
import type { PaymentRow } from "../../../src/modules/crypto-payments/stores/rows"
import { CRYPTO_PROVIDER } from "../../support/constants"
import { outstandingOf, surplusOf } from "./stories/books"
import type { Facts } from "./stories/facts"
import * as rules from "./stories/rules"
import * as overHttp from "./stories/rules-over-http"
import type { Memory } from "./stories/story"

const named = (name: string, problems: readonly string[]): string[] => problems.map((one) => `${name}: ${one}`)

/** The violations of all rules; empty if all hold. Each exported function of the rules' files is a rule. */
export const broken = (facts: Facts): string[] =>
  Object.entries(rules).flatMap(([name, rule]) => named(name, rule(facts)))

/** The violations of the rules that send HTTP requests, which run once for each step. */
export async function brokenOverHttp(facts: Facts): Promise<string[]> {
  const problems: string[] = []
  for (const [name, rule] of Object.entries(overHttp)) problems.push(...named(name, await rule(facts)))
  return problems
}

/** What the rules need to compare the next step with this one. */
export const remember = (facts: Facts): Memory => ({
  reached: new Map(facts.rows.map(({ external_id, status }) => [external_id, status])),
  reasons: new Map(facts.rows.map(({ external_id, attention_reason }) => [external_id, attention_reason])),
  surplus: surplusOf(facts),
  owed: facts.order && outstandingOf(facts.order),
})

/** The violations of the rules for the end of a story, after all sweeps. */
export const brokenAtTheEnd = (facts: Facts): string[] => [
  ...named("completionsEndSettledOrWithAPerson", facts.rows.filter(isLeft(facts)).map(wordsOf)),
  ...named("unpaidOrdersAreCanceled", waitsForEver(facts)),
]

const wordsOf = ({ external_id, status }: PaymentRow): string => `${external_id} is paid and still ${status}`

/** Paid and known or findable, but neither settled nor in attention. */
const isLeft =
  ({ story }: Facts) =>
  ({ external_id, status, test_mode }: PaymentRow): boolean => {
    if (!story.paid.has(external_id) || (isPaid(status) && status !== "completed")) return false
    // Lookups at the live account cannot find test money, which is worth nothing.
    return story.mode === "test" || !test_mode || story.told.has(external_id)
  }

/** An order from the checkout that nobody paid or promised to pay must not hold its stock for more than a day. */
function waitsForEver({ shop, story, order, rows, payments, sessions }: Facts): string[] {
  if (!order || order.canceled || order.isDraft || !story.cart || shop.orderPlacement !== "checkout") return []
  const isPromised = payments.some(({ canceled }) => !canceled) || story.paid.size > 0
  const isOthers = sessions.some(({ provider }) => provider !== CRYPTO_PROVIDER)
  const isHandled = order.ledger.length > 0 || order.credited || order.sent || rows.length === 0
  if (isPromised || isOthers || isHandled || story.judgedEarly || story.mode === "live") return []
  return [`order ${order.id} is unpaid and still holds its stock`]
}
