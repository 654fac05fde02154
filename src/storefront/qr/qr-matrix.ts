import { codewordsOf, VERSIONS } from "./codewords.js"

/**
 * QR codes (ISO/IEC 18004, model 2) in byte mode at error correction level M, about 15 %: what a payment URI needs, in
 * half the bytes of a whole library. Tests compare each version with `lean-qr`, which draws the pay page's codes.
 */
export type QrMatrix = { size: number; isDark: (x: number, y: number) => boolean }

/** A module that is not data is marked, so that no mask changes it. */
const FIXED = 2

type Grid = {
  size: number
  cells: Uint8Array
  /** Where the data go, in order. */
  path: number[]
}

/** Table 10: the module in column x and row y is turned where this is 0. */
const MASKS: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => ((x / 3 + (y >> 1)) | 0) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
]

/** Undefined when no code can hold the text. */
export function qrMatrix(text: string): QrMatrix | undefined {
  const bytes = new TextEncoder().encode(text)
  for (let version = 1; version <= VERSIONS; version++) {
    const grid = gridOf(version)
    const codewords = codewordsOf(bytes, version, grid.path.length >> 3)
    if (!codewords) continue
    const { size, path } = grid
    path.forEach((place, bit) => {
      grid.cells[place] = ((codewords[bit >> 3] ?? 0) >> (~bit & 7)) & 1
    })
    const drawn = MASKS.map((isKept, mask) => {
      const cells = grid.cells.map(
        (cell, at) => (cell & FIXED || isKept(at % size, (at / size) | 0) ? cell : cell ^ 1) & 1,
      )
      drawFormat(cells, size, mask)
      return { cells, penalty: penaltyOf(cells, size) }
    })
    const { cells } = drawn.reduce((best, one) => (one.penalty < best.penalty ? one : best))
    return { size, isDark: (x, y) => cells[y * size + x] === 1 }
  }
}

/** Everything that is the same in each code of a version (6.3). */
function gridOf(version: number): Grid {
  const size = 4 * version + 17
  const cells = new Uint8Array(size * size)
  const set = (x: number, y: number, dark: boolean | number) => {
    if (x >= 0 && y >= 0 && x < size && y < size) cells[y * size + x] = FIXED | +dark
  }
  /** Rings around a middle; `light` are the distances of those that are light. */
  const rings = (x: number, y: number, reach: number, ...light: number[]) => {
    for (let dx = -reach; dx <= reach; dx++)
      for (let dy = -reach; dy <= reach; dy++)
        set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))))
  }
  // The format's place, which drawFormat fills, is beside the three corners.
  for (let at = 0; at < 9; at++) {
    set(8, at, 0)
    set(at, 8, 0)
    if (at < 8) {
      set(size - 1 - at, 8, 0)
      set(8, size - 1 - at, 0)
    }
  }
  set(8, size - 8, 1)
  rings(3, 3, 4, 2, 4)
  rings(size - 4, 3, 4, 2, 4)
  rings(3, size - 4, 4, 2, 4)
  const middles = middlesOf(version, size)
  for (const x of middles) for (const y of middles) if (!cells[y * size + x]) rings(x, y, 2, 1)
  for (let at = 8; at < size - 8; at++) {
    set(6, at, ~at & 1)
    set(at, 6, ~at & 1)
  }
  const info = withRemainder(version, 12, 0x1f25)
  for (let bit = 0; version > 6 && bit < 18; bit++) {
    const [across, along] = [(bit / 3) | 0, size - 11 + (bit % 3)]
    set(across, along, (info >> bit) & 1)
    set(along, across, (info >> bit) & 1)
  }
  return { size, cells, path: pathOf(size, cells) }
}

/** Rows and columns of the alignment patterns (annex E). */
function middlesOf(version: number, size: number): number[] {
  const step = 2 * Math.round((size - 13) / (2 * Math.floor(version / 7) + 2) + 0.25)
  const middles = [6]
  for (let middle = size - 7; version > 1 && middle > 6; middle -= step) middles.push(middle)
  return middles
}

/** Two columns at a time, up and down, from the right; the column of the timing pattern is left out (7.7.3). */
function pathOf(size: number, cells: Uint8Array): number[] {
  const path: number[] = []
  for (let right = size - 1, up = true; right > 0; right -= right === 8 ? 3 : 2, up = !up) {
    for (let row = 0; row < size; row++) {
      const y = up ? size - 1 - row : row
      for (const x of [right, right - 1]) if (!cells[y * size + x]) path.push(y * size + x)
    }
  }
  return path
}

/** A number with the remainder of its division by a generator of that degree (annexes C and D). */
function withRemainder(value: number, degree: number, generator: number): number {
  let rest = value
  for (let bit = 0; bit < degree; bit++) rest = (rest << 1) ^ ((rest >> (degree - 1)) * generator)
  return (value << degree) | rest
}

/** Level M is 00, so the mask's number is all that the format says (7.9). */
function drawFormat(cells: Uint8Array, size: number, mask: number): void {
  const format = withRemainder(mask, 10, 0x537) ^ 0x5412
  for (let bit = 0; bit < 15; bit++) {
    const dark = (format >> bit) & 1
    const near = bit < 6 ? bit : bit < 8 ? bit + 1 : 14 - bit
    cells[(bit < 8 ? near : 8) * size + (bit < 8 ? 8 : bit === 8 ? 7 : near)] = dark
    cells[bit < 8 ? 9 * size - 1 - bit : (size - 15 + bit) * size + 8] = dark
  }
}

/** How hard it is to read (7.8.3.1): runs, blocks, what looks like a finder, and too much of one colour. */
function penaltyOf(cells: Uint8Array, size: number): number {
  const text = (step: number, next: number) =>
    Array.from({ length: size }, (_, line) =>
      Array.from({ length: size }, (_, at) => cells[line * next + at * step]).join(""),
    )
  const rows = text(1, size)
  const lines = [...rows, ...text(size, 1)]
  let penalty = 0
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) penalty += run.length - 2
    penalty += 40 * (line.match(/(?=10111010000|00001011101)/g) ?? []).length
  }
  for (let at = 0; at < size * (size - 1); at++) {
    const [here, under] = [cells[at], cells[at + size]]
    if ((at + 1) % size && here === cells[at + 1] && here === under && here === cells[at + size + 1]) penalty += 3
  }
  const dark = rows.join("").replace(/0/g, "").length / size ** 2
  return penalty + 10 * Math.floor(Math.abs(dark * 20 - 10))
}
