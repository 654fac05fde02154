import { HttpProblem } from "../../../support/http"

/** Why an act was refused; undefined if it succeeded. */
export type WhyNot = string | undefined

/**
 * Returns a refusal as a reason, for example that the cart has become an order. Throws other errors.
 * @param isExpected true for an error that the story itself causes
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
 * Medusa's errors for two requests at once, with any provider: it opens payment sessions without a lock, and a change
 * of a cart waits only two seconds for the lock. The rules still apply afterwards.
 */
export const isCrossed = (error: unknown): boolean =>
  error instanceof HttpProblem &&
  (error.body?.message === "Could not delete all payment sessions" ||
    (error.status === 500 &&
      /^POST \/store\/carts\/\w+\/(line-items\/|customer|gift-cards|store-credits)/.test(error.message)))
