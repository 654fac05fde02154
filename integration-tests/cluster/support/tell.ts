const begun = performance.now()

/** Says how far a run of minutes is; what goes through the console is silent. */
export function tell(what: string): void {
  const seconds = Math.round((performance.now() - begun) / 1000)
  process.stderr.write(`  ${String(seconds).padStart(4)} s  ${what}\n`)
}
