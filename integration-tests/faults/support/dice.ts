import { createRandom } from "../../cluster/support/crowd"

/** Random values; the same seed gives the same values. */
export type Dice = {
  /** A whole number from 0 to `below` - 1. */
  below: (below: number) => number
  /** True once in `many` times. */
  oneIn: (many: number) => boolean
  pick: <T>(choices: readonly T[]) => T
  bytes: (length: number) => Buffer
}

export function createDice(seed: number): Dice {
  const random = createRandom(seed)
  const below = (limit: number): number => Math.floor(random() * limit)
  return {
    below,
    oneIn: (many) => below(many) === 0,
    pick: (choices) => choices[below(choices.length)] as (typeof choices)[number],
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  }
}
