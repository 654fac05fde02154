import { until } from "../../../support/until"
import { type ActName, perform, settleDown } from "../shop-model"
import { broken, brokenAtTheEnd, brokenOverHttp, remember } from "../shop-rules"
import { type Act, inWords, type Step, type StoryPlan } from "./acts"
import { countPayments } from "./books"
import { type Facts, gather } from "./facts"
import { isCrossed } from "./refusable"
import { cancelUnpaid, sweepAfter } from "./service-acts"
import { endStory, restoreConnection } from "./store-acts"
import { begin, type ModelShop, type Story } from "./story"

/** Number of times that each act succeeded. */
export type Tally = Map<ActName, number>

/** First act of each story, because most faults need a shown address. */
const beginning = (origin: StoryPlan["origin"]): Act => ({
  do: origin === "draft order" ? "link" : "initiate",
  which: 0,
})

/**
 * Runs a story, and checks the rules after each step and at the end.
 * @returns the facts at the end
 * @throws Error with the story as text for `inActs`, and the broken rules
 */
export async function tellStory(shop: ModelShop, email: string, plan: StoryPlan, done: Tally): Promise<Facts> {
  const story = await begin(shop, email, plan.origin)
  try {
    await settleDown(shop, story)
    for (const step of [[beginning(plan.origin)], ...plan.steps]) await take(shop, story, step, plan, done)
    return await end(shop, story, plan)
  } finally {
    await endStory(shop, story)
  }
}

async function take(shop: ModelShop, story: Story, step: Step, plan: StoryPlan, done: Tally): Promise<void> {
  story.given = []
  story.atOnce = step.length > 1
  story.acting = step.length
  // Read before any act runs, because a capture may begin before another act of the same step.
  story.paymentsBefore = await countPayments(shop, story)
  const work = async (act: Act) => {
    const whyNot = await perform(shop, story, act).finally(() => (story.acting -= 1))
    if (whyNot === undefined) done.set(act.do, (done.get(act.do) ?? 0) + 1)
    else if (act.must) throw new Error(`"${act.do} ${act.which}" was to be done: ${whyNot}`)
  }
  const faults = (await Promise.allSettled(step.map(work))).flatMap((one) =>
    one.status === "rejected" && !(step.length > 1 && isCrossed(one.reason)) ? [String(one.reason)] : [],
  )
  const after = step.map((act) => `${act.do} ${act.which}`).join(" | ")
  expect({ told: inWords(plan), after, faults }).toEqual({ told: inWords(plan), after, faults: [] })
  await hold(shop, story, step, plan, after, broken)
}

/** Runs the sweeps and jobs of a day, after which nothing may be lost or left open. */
async function end(shop: ModelShop, story: Story, plan: StoryPlan): Promise<Facts> {
  restoreConnection(shop, story)
  story.atOnce = false
  for (let round = 1; round <= 6; round++) {
    await sweepAfter(shop, story, 200)
    await cancelUnpaid(shop, story)
  }
  return hold(shop, story, [], plan, "the end", (facts) => [...broken(facts), ...brokenAtTheEnd(facts)])
}

async function hold(
  shop: ModelShop,
  story: Story,
  step: Step,
  plan: StoryPlan,
  after: string,
  rules: (facts: Facts) => string[],
): Promise<Facts> {
  // The work after a cancellation or a capture runs a moment later, by Medusa's events, so a capture may also begin
  // between the facts and the answers over HTTP.
  const judge = async () => {
    await settleDown(shop, story)
    const facts = await gather(shop, story, step)
    const problems = rules(facts)
    return { facts, problems: problems.length > 0 ? problems : await brokenOverHttp(facts) }
  }
  let judged = await judge()
  const holds = async () => {
    if (judged.problems.length > 0) judged = await judge()
    return judged.problems.length === 0
  }
  await until("the rules hold", holds).catch(() => undefined)
  const { facts, problems } = judged
  expect({ told: inWords(plan), after, problems }).toEqual({ told: inWords(plan), after, problems: [] })
  story.before = remember(facts)
  return facts
}
