import { createHash } from "node:crypto"

/** Random numbers from one digest. */
const DRAWS = 8

/** Random numbers from 0 to 1; the same seed gives the same numbers. */
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

/** Runs `work` for each item in order, `atOnce` at a time; after a failure starts no more, and throws it. */
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
