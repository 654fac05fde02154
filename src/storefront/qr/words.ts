/** Byte mode (0100), how many, the bytes, the end (0000), and what fills the rest. */
export function dataWords(bytes: number[], lengthBytes: number, room: number): number[] {
  const { length } = bytes
  const said = [...(lengthBytes === 2 ? [length >> 8] : []), length & 255, ...bytes]
  // All of it stands half a byte off, behind the mode.
  const words = [4, ...said].map((byte, place, all) => ((byte & 15) << 4) | ((all[place + 1] ?? 0) >> 4))
  for (let fill = 236; words.length < room; fill ^= 236 ^ 17) words.push(fill)
  return words
}

/** The blocks, of which the last ones are longer by one where they do not come out even, word by word in turn. */
export function interleaved(words: number[], blocks: number, correction: number): number[] {
  const short = Math.floor(words.length / blocks)
  const evens = blocks - (words.length % blocks)
  const parts = Array.from({ length: blocks }, (_, block) => {
    const from = block * short + Math.max(0, block - evens)
    return words.slice(from, from + short + (block < evens ? 0 : 1))
  })
  const divisor = generator(correction)
  const checks = parts.map((part) => remainder(part, divisor))
  return [parts, checks].flatMap((lists) =>
    Array.from({ length: Math.max(short + 1, correction) }, (_, place) =>
      lists.flatMap((list) => list[place] ?? []),
    ).flat(),
  )
}

/** In GF(256) by x⁸ + x⁴ + x³ + x² + 1. */
function times(a: number, b: number): number {
  let product = 0
  for (let [left, right] = [a, b]; right; right >>= 1) {
    if (right & 1) product ^= left
    left = (left << 1) ^ ((left >> 7) * 0x11d)
  }
  return product
}

/** (x − 1)(x − 2)(x − 4)…, of which the first coefficient is 1. */
function generator(degree: number): number[] {
  let poly = [1]
  for (let step = 0, root = 1; step < degree; step++, root = times(root, 2)) {
    const last = poly
    poly = [...last, 0].map((factor, place) => factor ^ times(last[place - 1] ?? 0, root))
  }
  return poly
}

function remainder(words: number[], divisor: number[]): number[] {
  const rest = [...words, ...divisor.slice(1).fill(0)]
  words.forEach((_, place) => {
    const lead = rest[place] as number
    divisor.forEach((factor, offset) => {
      rest[place + offset] = (rest[place + offset] as number) ^ times(factor, lead)
    })
  })
  return rest.slice(words.length)
}
