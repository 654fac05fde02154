/** One check; `fix` is null if it passed. */
export type Check = { about: string; fix: string | null }

/** @returns a line for each check and one that counts them; `ok` if all passed */
export function linesOf(checks: readonly Check[]): { ok: boolean; text: string } {
  const wrong = checks.filter(({ fix }) => fix !== null)
  const lines = checks.map(({ about, fix }) => (fix === null ? `ok   ${about}` : `FIX  ${about}: ${fix}`))
  const summary = wrong.length === 0 ? "All is well." : `${wrong.length} of ${checks.length} checks need a correction.`
  return { ok: wrong.length === 0, text: [...lines, summary].join("\n") }
}
