import { createRandom } from "../../cluster/support/crowd"

/** What a generator draws: the same from the same seed. */
export type Dice = {
  /** 0 to `below`, without it. */
  below: (below: number) => number
  /** True once in so many. */
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
