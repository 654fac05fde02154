/** Acts, grouped by who performs them. The number of an act chooses one of the existing things (modulo their count). */
export const SHOPPER_ACTS = [
  ...(["initiate", "reopen", "reopen at the capture", "turn away", "change cart", "complete", "renew"] as const),
  ...(["pay", "pay late", "expire"] as const),
] as const

/** The service and the scheduled jobs; `sweep in vain` meets a service that does not answer. */
export const SERVICE_ACTS = ["deliver", "duplicate", "cancel unpaid", "sweep", "sweep in vain"] as const

/** Acts of the store's admins, one at a time: Medusa refuses a change of an order while another change is open. */
export const OFFICE_ACTS = [
  ...(["edit up", "edit down", "credit", "pay by hand", "link", "cancel"] as const),
  ...(["return", "request return", "receive return", "exchange", "claim"] as const),
  ...(["send back", "close", "settle by hand"] as const),
] as const

/** Changes of an open cart between its session, its payment and its completion. */
export const CART_ACTS = [
  ...(["credit the cart", "uncredit the cart", "add a promotion", "remove the promotion"] as const),
  ...(["change shipping", "complete elsewhere"] as const),
] as const

/** Credit that the shopper has at the store, with Medusa's plugin for gift cards and store credit. */
export const CREDIT_ACTS = ["gift card", "store credit"] as const

/** Acts on the whole store. Each is a separate step. */
export const STORE_ACTS = [
  ...(["break a hook", "delete the cart", "go live"] as const),
  ...(["lose the connection", "restore the connection"] as const),
] as const

export const ACTS = [
  ...SHOPPER_ACTS,
  ...CART_ACTS,
  ...CREDIT_ACTS,
  ...SERVICE_ACTS,
  ...OFFICE_ACTS,
  ...STORE_ACTS,
] as const
export type ActName = (typeof ACTS)[number]

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

export const isOffice = ({ do: name }: Act): boolean => (OFFICE_ACTS as readonly ActName[]).includes(name)

/** Writes a story as text, such as `cart: complete 0, [pay 1 | deliver 1]`, which `inActs` can read. */
export const inWords = ({ origin, steps }: StoryPlan): string => {
  const words = (step: Step) => step.map((act) => `${act.do} ${act.which}`).join(" | ")
  return `${origin}: ${steps.map((step) => (step.length === 1 ? words(step) : `[${words(step)}]`)).join(", ")}`
}

const isName = (name: string): name is ActName => (ACTS as readonly string[]).includes(name)

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
    if (!isName(name)) throw new Error(`nobody can do "${one}"`)
    return { do: name, which: Number(which), must: may === undefined }
  }
  const steps = told.split(/, (?![^[]*\])/).map((step) =>
    step
      .replace(/^\[|\]$/g, "")
      .split(" | ")
      .map(act),
  )
  return { origin: origin as Origin, steps }
}
