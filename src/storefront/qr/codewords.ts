export const VERSIONS = 40

/** Level M of table 9, by version: error correction codewords of a block (28 from version 22), and blocks. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26]
const BLOCKS = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35,
  37, 38, 40, 43, 45, 47, 49,
]

/**
 * A text's bytes with their error correction, in the order they are drawn (7.4 to 7.6); undefined if they are too many.
 * @param total codewords that a code of the version has room for
 */
export function codewordsOf(bytes: Uint8Array, version: number, total: number): number[] | undefined {
  const blocks = BLOCKS[version - 1] as number
  const correction = CORRECTION[version - 1] ?? 28
  const room = total - blocks * correction
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0")
  // The mode and the terminator are half a byte each, so that all is whole bytes.
  const digits = `4${hex(bytes.length, version < 10 ? 2 : 4)}${[...bytes].map((byte) => hex(byte, 2)).join("")}0`
  const data = (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  if (data.length > room) return undefined
  for (let pad = 236; data.length < room; pad ^= 236 ^ 17) data.push(pad)
  const parts = Array.from({ length: blocks }, (_, block) => {
    const part = data.splice(0, Math.floor((room + block) / blocks))
    return [part, correctionOf(part, correction)] as const
  })
  return [0, 1].flatMap((kind) =>
    Array.from({ length: room }, (_, at) => parts.flatMap((part) => part[kind]?.[at] ?? [])).flat(),
  )
}

/** Product in the field of 256 numbers over 0x11d. */
function multiply(a: number, b: number): number {
  let product = 0
  for (let bit = 128; bit; bit >>= 1) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (b & bit && a)
  return product
}

/** Reed-Solomon: what remains of the division by the generator polynomial (7.5.2). */
function correctionOf(data: readonly number[], degree: number): number[] {
  let generator = [1]
  for (let root = 1, at = 0; at < degree; root = multiply(root, 2), at++) {
    generator = [...generator, 0].map((factor, place) => factor ^ multiply(generator[place - 1] ?? 0, root))
  }
  const rest = [...data, ...Array<number>(degree).fill(0)]
  for (let at = 0; at < data.length; at++) {
    const lead = rest[at] as number
    generator.forEach((factor, place) => {
      rest[at + place] = (rest[at + place] as number) ^ multiply(factor, lead)
    })
  }
  return rest.slice(data.length)
}
