/** Collects clean-up tasks and runs them in reverse order, even if one of them fails. */
export function createCleanup() {
  const tasks: (() => Promise<void> | void)[] = []
  let running: Promise<Error[]> | undefined

  const runAll = async (): Promise<Error[]> => {
    const problems: Error[] = []
    for (const task of tasks.splice(0).reverse()) {
      try {
        await task()
      } catch (error) {
        problems.push(error instanceof Error ? error : new Error(String(error)))
      }
    }
    return problems
  }

  return {
    add: (task: () => Promise<void> | void): void => void tasks.push(task),
    /** Runs all tasks once, and returns their errors. */
    run: (): Promise<Error[]> => (running ??= runAll()),
  }
}
