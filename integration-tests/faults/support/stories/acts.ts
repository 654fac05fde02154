/** Acts by who does them. Each has a number that chooses among what there is, as a remainder. */
export const SHOPPER_ACTS = [
  ...(["initiate", "reopen", "reopen at the capture", "turn away", "change cart", "complete", "renew"] as const),
  ...(["pay", "pay late", "expire"] as const),
] as const

/** The service and the scheduled jobs; `sweep in vain` meets a service that does not answer. */
export const SERVICE_ACTS = ["deliver", "duplicate", "cancel unpaid", "sweep", "sweep in vain"] as const

/** The store's people, one at a time: Medusa lets nobody change an order that somebody else is changing. */
export const OFFICE_ACTS = [
  ...(["edit up", "edit down", "credit", "pay by hand", "link", "cancel"] as const),
  ...(["return", "exchange", "claim", "send back", "close", "settle by hand"] as const),
] as const

/** What befalls a whole store: each is a separate step. */
export const STORE_ACTS = [
  ...(["break a hook", "delete the cart", "go live"] as const),
  ...(["lose the connection", "restore the connection"] as const),
] as const

export const ACTS = [...SHOPPER_ACTS, ...SERVICE_ACTS, ...OFFICE_ACTS, ...STORE_ACTS] as const
export type ActName = (typeof ACTS)[number]

/** One thing that somebody does. `which` chooses among what there is; of a sweep it is the minutes that went by. */
export type Act = {
  do: ActName
  which: number
  /** A story that is told for it would be hollow without. */
  must?: boolean
}

/** Several at the same time. */
export type Step = readonly Act[]

/** Where the order of a story comes from. A draft order is made by the store's people and paid by a link. */
export type Origin = "cart" | "draft order"

export type Tale = { origin: Origin; steps: readonly Step[] }

export const isOffice = ({ do: name }: Act): boolean => (OFFICE_ACTS as readonly ActName[]).includes(name)

/** `cart: complete 0, [pay 1 | deliver 1]`: short enough to be read, and `inActs` makes it a story again. */
export const inWords = ({ origin, steps }: Tale): string => {
  const words = (step: Step) => step.map((act) => `${act.do} ${act.which}`).join(" | ")
  return `${origin}: ${steps.map((step) => (step.length === 1 ? words(step) : `[${words(step)}]`)).join(", ")}`
}

const isName = (name: string): name is ActName => (ACTS as readonly string[]).includes(name)

/**
 * An act must be done, unless a `?` after it says that the shop may refuse it: `reopen 0?`.
 * @throws Error for what is no story
 */
export function inActs(words: string): Tale {
  const [, origin, told] = /^(cart|draft order): (.+)$/.exec(words) ?? []
  if (!origin || !told) throw new Error(`a story begins with "cart: " or "draft order: ", and this one with ${words}`)
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
