import { quiet, runMedusa } from "../medusa-command"

/** The connection that is set up. */
export const NEW_CONNECTION = "default"

const MARK = "medusa-payment-crypto tells "

/** Tells the process that started this script a value, on a line of its own, because Medusa writes there too. */
export const answerCaller = (value: unknown, done?: () => void): void => {
  process.stdout.write(`\n${MARK}${JSON.stringify(value)}\n`, done)
}

/** Runs a script of this package in the store. @returns what it told */
export async function askStore<Told>(script: string, args: readonly string[], signal?: AbortSignal): Promise<Told> {
  const said = await runMedusa(["exec", script, ...args], { env: quiet(), ...(signal && { signal }) })
  const line = said.split("\n").find((one) => one.startsWith(MARK))
  if (!line) throw new Error(`The store does not start. ${said}`)
  return JSON.parse(line.slice(MARK.length))
}
