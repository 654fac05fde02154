import { createHash } from "node:crypto"

/** Numbers that one digest gives. */
const DRAWS = 8

/** The same numbers from the same seed, 0 to 1. */
export function createRandom(seed: number): () => number {
  let drawn = 0
  let digest: Buffer = Buffer.alloc(0)
  return () => {
    const place = drawn % DRAWS
    if (place === 0) digest = createHash("sha256").update(`${seed} ${drawn}`).digest()
    drawn += 1
    return digest.readUInt32BE(place * 4) / 2 ** 32
  }
}

/** Does it for each, so many at a time, in their order. Throws what the first failure threw, and begins no more. */
export async function forEachOf<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values()
  let failed = false
  const worker = async (): Promise<void> => {
    for (const item of waiting) {
      if (failed) return
      try {
        await work(item)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
