import { ACTS, type ActName, OFFICE } from "../shop-model"

/** One act. `which` chooses one of the existing things; for a sweep it is the number of minutes that have passed. */
export type Act = {
  do: ActName
  which: number
  /** True if the act must succeed, because the story is about it. */
  must?: boolean
}

/** Acts at the same time. */
export type Step = readonly Act[]

/** The origin of a story's order. An admin makes a draft order, and the shopper pays it by a link. */
export const ORIGINS = ["cart", "draft order", "taxed cart", "yen cart", "dinar cart"] as const
export type Origin = (typeof ORIGINS)[number]

export type StoryPlan = { origin: Origin; steps: readonly Step[] }

export const isOffice = ({ do: name }: Act): boolean => name in OFFICE

/** Writes a story as text, such as `cart: complete 0, [pay 1 | deliver 1]`, which `inActs` can read. */
export const inWords = ({ origin, steps }: StoryPlan): string => {
  const words = (step: Step) => step.map((act) => `${act.do} ${act.which}`).join(" | ")
  return `${origin}: ${steps.map((step) => (step.length === 1 ? words(step) : `[${words(step)}]`)).join(", ")}`
}

/**
 * Reads a story from text. Every act must succeed, except those with a `?`, which the shop may refuse: `reopen 0?`.
 * @throws Error if the text is not a story
 */
export function inActs(words: string): StoryPlan {
  const [, origin, told] = /^([^:]+): (.+)$/.exec(words) ?? []
  if (!told || !ORIGINS.includes(origin as Origin)) {
    throw new Error(`a story begins with one of ${ORIGINS.join(", ")}, and this one with ${words}`)
  }
  const act = (one: string): Act => {
    const [, name = "", which, may] = /^(.+) (\d+)(\?)?$/.exec(one.trim()) ?? []
    if (!(name in ACTS)) throw new Error(`nobody can do "${one}"`)
    return { do: name as ActName, which: Number(which), must: may === undefined }
  }
  const steps = told.split(/, (?![^[]*\])/).map((step) =>
    step
      .replace(/^\[|\]$/g, "")
      .split(" | ")
      .map(act),
  )
  return { origin: origin as Origin, steps }
}
