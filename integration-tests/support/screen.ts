const { stdout } = process
const isTerminal = stdout.isTTY === true
const styled = isTerminal && !process.env.NO_COLOR

const style = (code: number) => (text: string) => (styled ? `\u001b[${code}m${text}\u001b[0m` : text)
export const bold = style(1)
export const dim = style(2)
export const green = style(32)
export const red = style(31)

const SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
const CLEAR_LINE = "\r\u001b[2K"

export const say = (line = ""): void => void stdout.write(`${line}\n`)

/** Prints a named fact below its step. */
export const fact = (name: string, value: string): void => say(`    ${dim(name.padEnd(12))} ${value}`)

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`

/** Shows a step, its time and its result: as an animated line in a terminal, as two lines in a log. */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  let turn = 0
  const draw = () => {
    const sign = SPINNER[turn++ % SPINNER.length]
    stdout.write(`${CLEAR_LINE}  ${sign} ${title} ${dim(seconds(begun))}`)
  }
  const timer = isTerminal ? setInterval(draw, 100) : undefined
  if (!isTerminal) say(`  … ${title}`)
  const finish = (sign: string) => {
    clearInterval(timer)
    say(`${isTerminal ? CLEAR_LINE : ""}  ${sign} ${title} ${dim(`(${seconds(begun)})`)}`)
  }
  try {
    const result = await work()
    finish(green("✓"))
    return result
  } catch (error) {
    finish(red("✗"))
    throw error
  }
}
