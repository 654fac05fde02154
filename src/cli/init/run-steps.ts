/** One change that the command makes. */
export type Step = {
  /** What it does, in the infinitive. */
  name: string
  do: (signal: AbortSignal) => Promise<unknown>
  /** Takes back what `do` did, also if it failed half-way. */
  undo?: () => Promise<unknown>
}

/**
 * Does the steps one after the other. If one fails, undoes it and all before it, the last one first.
 *
 * @param signal ends the step that runs, which then fails
 * @throws the error of the step
 */
export async function runSteps(steps: readonly Step[], say: (line: string) => void, signal: AbortSignal) {
  const begun: Step[] = []
  try {
    for (const step of steps) {
      signal.throwIfAborted()
      say(`… ${step.name}`)
      begun.unshift(step)
      await step.do(signal)
    }
  } catch (error) {
    for (const { name, undo } of begun) {
      if (!undo) continue
      say(`undo: ${name}`)
      await undo().catch((problem) => say(`Not undone, so do it by hand: ${name} (${problem.message})`))
    }
    throw error
  }
}
