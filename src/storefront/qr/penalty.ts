/** How hard a code is to read (7.8.3): long runs, blocks, what looks like a finder pattern, too much of one colour. */
export function penalty(code: boolean[][]): number {
  const rows = code.map((row) => row.map(Number).join(""))
  const columns = rows.map((_, x) => rows.map((row) => row[x]).join(""))
  let cost = 0
  for (const line of [...rows, ...columns]) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) cost += run.length - 2
    cost += 40 * (line.match(/(?=10111010000|00001011101)/g) ?? []).length
  }
  rows.slice(1).forEach((row, y) => {
    for (let x = 1; x < row.length; x++) {
      const four = row.slice(x - 1, x + 1) + rows[y]?.slice(x - 1, x + 1)
      if (four === "0000" || four === "1111") cost += 3
    }
  })
  const all = rows.join("")
  const dark = all.replace(/0/g, "").length / all.length
  return cost + 10 * Math.floor(Math.abs(dark - 0.5) * 20)
}
