/** Rows of modules, dark ones true; undefined is free for data. */
export type Grid = (boolean | undefined)[][]

/** The bits with their remainder by a BCH code behind them. */
function withChecks(bits: number, divisor: number, degree: number): number {
  let rest = bits << degree
  for (let at = 20; at >= degree; at--) if ((rest >> at) & 1) rest ^= divisor << (at - degree)
  return (bits << degree) | rest
}

/** Everything that does not depend on the text, with the format's place held. */
export function functionPatterns(version: number): Grid {
  const size = 17 + 4 * version
  const grid: Grid = Array.from({ length: size }, () => Array<undefined>(size).fill(undefined))
  const square = (x: number, y: number, radius: number, light: number[]) => {
    for (let dy = -radius; dy <= radius; dy++) {
      for (let dx = -radius; dx <= radius; dx++) {
        const row = grid[y + dy]
        if (row && x + dx >= 0 && x + dx < size) row[x + dx] = !light.includes(Math.max(Math.abs(dx), Math.abs(dy)))
      }
    }
  }
  for (let place = 0; place < size; place++) {
    const line = grid[6] as boolean[]
    line[place] = (grid[place] as boolean[])[6] = place % 2 === 0
  }
  const places = alignments(version, size)
  const [first, last] = [6, size - 7]
  for (const x of places) {
    for (const y of places) {
      const inCorner = (x === first && (y === first || y === last)) || (x === last && y === first)
      if (!inCorner) square(x, y, 2, [1])
    }
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, [2, 4])
  drawFormat(grid, 0)
  if (version > 6) {
    const bits = withChecks(version, 0x1f25, 12)
    for (let bit = 0; bit < 18; bit++) {
      const [near, far] = [Math.floor(bit / 3), size - 11 + (bit % 3)]
      const dark = ((bits >> bit) & 1) === 1
      ;(grid[near] as boolean[])[far] = (grid[far] as boolean[])[near] = dark
    }
  }
  return grid
}

/** Where the middles of alignment patterns stand, across and down (annex E): evenly, but for the first step. */
function alignments(version: number, size: number): number[] {
  if (version === 1) return []
  const gaps = Math.floor(version / 7) + 1
  const step = version === 32 ? 26 : 2 * Math.ceil((size - 13) / gaps / 2)
  return [6, ...Array.from({ length: gaps }, (_, place) => size - 7 - place * step)]
}

/** Level M is 00. Twice, that one may be lost. */
export function drawFormat(grid: Grid, mask: number): void {
  const size = grid.length
  const bits = withChecks(mask, 0x537, 10) ^ 0x5412
  const set = (x: number, y: number, dark: boolean) => {
    ;(grid[y] as boolean[])[x] = dark
  }
  for (let bit = 0; bit < 15; bit++) {
    const dark = ((bits >> bit) & 1) === 1
    // Over the timing patterns it skips.
    if (bit < 8) set(8, bit < 6 ? bit : bit + 1, dark)
    else set(bit < 9 ? 7 : 14 - bit, 8, dark)
    if (bit < 8) set(size - 1 - bit, 8, dark)
    else set(8, size - 15 + bit, dark)
  }
  set(8, size - 8, true)
}

/** In the order they are filled: pairs of columns from the right, up and down in turn, past the upright timing pattern. */
export function freeCells(grid: Grid): [x: number, y: number][] {
  const size = grid.length
  const cells: [number, number][] = []
  let up = true
  for (let right = size - 1; right > 0; right -= 2, up = !up) {
    if (right === 6) right--
    for (let step = 0; step < size; step++) {
      const y = up ? size - 1 - step : step
      for (const x of [right, right - 1]) if (grid[y]?.[x] === undefined) cells.push([x, y])
    }
  }
  return cells
}
