import { drawFormat, freeCells, functionPatterns } from "./patterns.js"
import { penalty } from "./penalty.js"
import { dataWords, interleaved } from "./words.js"

/** Of each version from 1: correction bytes of a block, and blocks (ISO/IEC 18004, table 9, level M). */
const CORRECTION = [
  ...[10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26],
  ...Array<number>(19).fill(28),
]
const BLOCKS = [
  ...[1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16],
  ...[17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49],
]

/** Where it is 0 a module is turned over (table 10). */
const MASKS: ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + (y >> 1)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
]

/**
 * A text as a QR code by ISO/IEC 18004: byte mode, error correction level M. That is all a payment URI needs, and less
 * than half of what an encoder for everything weighs.
 * @returns rows of modules, dark ones true, without a quiet zone; undefined for what no code can hold
 */
export function encodeQr(text: string): boolean[][] | undefined {
  const bytes = [...new TextEncoder().encode(text)]
  for (let version = 1; version <= 40; version++) {
    const lengthBytes = version < 10 ? 1 : 2
    const frame = functionPatterns(version)
    const free = freeCells(frame)
    const correction = CORRECTION[version - 1] as number
    const blocks = BLOCKS[version - 1] as number
    const room = (free.length >> 3) - correction * blocks
    if (bytes.length + lengthBytes >= room) continue
    const words = interleaved(dataWords(bytes, lengthBytes, room), blocks, correction)
    const codes = MASKS.map((isLight, mask) => {
      const code = frame.map((row) => [...row])
      free.forEach(([x, y], place) => {
        const bit = ((words[place >> 3] ?? 0) >> (7 - (place & 7))) & 1
        ;(code[y] as boolean[])[x] = (bit === 1) !== (isLight(x, y) === 0)
      })
      drawFormat(code, mask)
      return code as boolean[][]
    })
    const costs = codes.map(penalty)
    return codes[costs.indexOf(Math.min(...costs))]
  }
}
