import { setTimeout as sleep } from "node:timers/promises"

/**
 * Polls until the answer is not false, null or undefined, and returns it. Throws after `withinMs`, which is long enough
 * for a busy machine, with the last error of `ask` as the cause.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | false | null | undefined> | T | false | null | undefined,
  withinMs = 60_000,
): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const asked = performance.now()
    let thrown: unknown
    try {
      const answer = await ask()
      if (answer !== false && answer !== null && answer !== undefined) return answer
    } catch (error) {
      thrown = error
    }
    if (performance.now() > deadline) throw new Error(`waited ${withinMs} ms in vain until ${what}`, { cause: thrown })
    // An expensive question is asked less often, so that it does not slow down what it waits for.
    await sleep(Math.min(Math.max(25, 3 * (performance.now() - asked)), 500))
  }
}
