const begun = performance.now()

/** Prints the progress of a long run to stderr, because jest silences the console. */
export function tell(what: string): void {
  const seconds = Math.round((performance.now() - begun) / 1000)
  process.stderr.write(`  ${String(seconds).padStart(4)} s  ${what}\n`)
}
