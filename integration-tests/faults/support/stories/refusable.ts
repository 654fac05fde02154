import { HttpProblem } from "../../../support/http"

/** Why something was not done; undefined if it was. */
export type WhyNot = string | undefined

/**
 * A refusal is an answer: the cart became an order, has no session, is being completed. A fault is none.
 * @param isExpected a fault that is the story's own doing
 */
export async function refusable(
  work: () => Promise<unknown>,
  isExpected: (problem: HttpProblem) => boolean = () => false,
): Promise<WhyNot> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof HttpProblem && (error.status < 500 || isExpected(error))) return error.message
    throw error
  }
}

/**
 * What Medusa answers those who meet, with any provider, and what they may try again: it opens a payment step without a
 * lock, and a change of a cart waits two seconds for the lock that another change holds. What they leave is held to the
 * rules as always.
 */
export const isCrossed = (error: unknown): boolean =>
  error instanceof HttpProblem &&
  (error.body?.message === "Could not delete all payment sessions" ||
    (error.status === 500 && /^POST \/store\/carts\/\w+\/line-items\//.test(error.message)))
