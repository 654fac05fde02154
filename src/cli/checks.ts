/** One check; `fix` is null if it passed. `unchecked`: what would have to be known, if it was not done. */
export type Check = { about: string; fix: string | null; unchecked?: string }

/** @returns a line for each check and one that counts them; `ok` if all passed */
export function linesOf(checks: readonly Check[]): { ok: boolean; text: string } {
  const wrong = checks.filter(({ fix }) => fix !== null)
  const lines = checks.map(({ about, fix, unchecked }) => {
    if (unchecked !== undefined) return `--   ${about}: ${unchecked}`
    return fix === null ? `ok   ${about}` : `FIX  ${about}: ${fix}`
  })
  const isWhole = checks.every(({ unchecked }) => unchecked === undefined)
  const well = isWhole ? "All is well." : "All that was checked is well."
  const summary = wrong.length === 0 ? well : `${wrong.length} of ${checks.length} checks need a correction.`
  return { ok: wrong.length === 0, text: [...lines, summary].join("\n") }
}
