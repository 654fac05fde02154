const begun = performance.now()

/** Writes the progress of a long run to stderr, which a failure and `--silent=false` show. */
export function tell(what: string): void {
  process.stderr.write(`  ${String(Math.round((performance.now() - begun) / 1000)).padStart(4)} s  ${what}\n`)
}
