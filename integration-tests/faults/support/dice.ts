import { createRandom } from "../../cluster/support/crowd"

/** Random values; the same seed gives the same values. */
export function createDice(seed: number) {
  const random = createRandom(seed)
  /** A whole number from 0 to `limit` - 1. */
  const below = (limit: number): number => Math.floor(random() * limit)
  return {
    below,
    /** True once in `many` times. */
    oneIn: (many: number): boolean => below(many) === 0,
    pick: <T>(choices: readonly T[]): T => choices[below(choices.length)] as T,
    bytes: (length: number): Buffer => Buffer.from(Array.from({ length }, () => below(256))),
  }
}

export type Dice = ReturnType<typeof createDice>
