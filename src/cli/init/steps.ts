import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { parseEnv } from "node:util"
import type typescript from "typescript"
import { providerIdOf } from "../../core/assets/choices"
import { NEW_CONNECTION, type OfferingRegion, type SalesKey } from "../../workflows/connections/begin"
import { askStore, runMedusa, startMedusa } from "../medusa-command"
import type { StoreFound } from "./in-store"

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
 * @throws Error with the step's sentence, and whether all was undone
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
    let left = ""
    for (const { name, undo } of begun) {
      if (!undo) continue
      say(`undo: ${name}`)
      await undo().catch((problem) => {
        left = "not wholly "
        say(`Not undone, so take this back by hand: ${name} (${problem.message})`)
      })
    }
    const said = `It failed, and was ${left}undone: ${(error as Error).message}`
    throw new Error(signal.aborted ? `It was stopped, and is ${left}undone.` : said, { cause: error })
  }
}

const IN_STORE = require.resolve("./in-store")

/** @throws Error with the correction if the store's database does not answer; Medusa itself would try for minutes */
export async function lookAtStore(signal?: AbortSignal): Promise<StoreFound> {
  const found = await askStore<StoreFound>(IN_STORE, ["look"], signal)
  if (found.problem !== null) throw new Error(`The database must answer first. ${found.problem}`)
  return found
}

/** Undoes in the database only while that answers. */
const undoing = (undo: () => Promise<unknown>) => async () => {
  await lookAtStore()
  await undo()
}

const byHand = (path: string): string => `Write this there by hand, and call init again:

${addedLine(path.endsWith(".ts"))}

${path.endsWith(".ts") ? "export default" : "module.exports ="} ${NAME}(defineConfig({
  // what is there now
}))`

/** @throws Error if only a person can change this medusa-config */
export function configStep(cwd: string): Step {
  // Of two files, Medusa loads the one that Node finds first, which is JavaScript.
  const path = ["medusa-config.js", "medusa-config.ts"].map((name) => join(cwd, name)).find(existsSync)
  if (!path) throw new Error(`There is no medusa-config.ts in ${cwd}.`)
  const text = wrapConfig(compilerFor(path), readText(path) ?? "")
  if (text === undefined) throw new Error(`init does not understand ${path}. ${byHand(path)}`)
  const file = fileStep(path, text, `wrap what it exports in ${NAME}(…)`)
  const disable = () =>
    askStore(IN_STORE, ["disable"]).catch((error) => {
      throw new Error(`the file is as before, but Medusa may still list the provider: ${error.message}`)
    })
  return { ...file, undo: () => file.undo().then(disable) }
}

function compilerFor(path: string): typeof import("typescript") {
  try {
    return require(require.resolve("typescript", { paths: [dirname(path)] }))
  } catch {
    throw new Error(`This store has no TypeScript, with which init changes medusa-config. ${byHand(path)}`)
  }
}

/** @param written the present text of the file; empty if there is none */
export function environmentStep(path: string, written: string, variables: Readonly<Record<string, string>>): Step {
  return fileStep(path, addVariables(written, variables), `add ${Object.keys(variables).join(", ")}`)
}

/** @returns undefined if there is no file @throws Error if writing it again would change more than was added */
export function readText(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  const bytes = readFileSync(path)
  const text = bytes.toString("utf8")
  if (!Buffer.from(text).equals(bytes)) throw new Error(`${path} is not UTF-8. Save it as UTF-8, and call init again.`)
  return text
}

/** Writes a file, unless it was changed after the plan. */
function fileStep(path: string, text: string, name: string) {
  const read = () => readText(path)
  const before = read()
  return {
    name: `${basename(path)}: ${name}`,
    do: async () => {
      if (read() !== before) throw new Error(`${path} was changed at the same time.`)
      writeFileSync(path, text)
    },
    undo: async () => {
      if (read() === before) return
      if (read() !== text) throw new Error("it was changed at the same time")
      // A link stays, as it was before its file existed.
      if (before === undefined) rmSync(realpathSync(path))
      else writeFileSync(path, before)
    },
  }
}

/**
 * @param database where it is, for the person who is asked
 * @param hasTables whether the plugin's tables are there already, which are then kept
 * @param asks lets Medusa ask before it deletes something of the store
 */
export const migrationStep = (database: string, hasTables: boolean, asks: boolean): Step => ({
  name: `database ${database}: run all pending migrations of the store (npx medusa db:migrate)`,
  // Shown, because Medusa logs an error of a migration script of the store and goes on.
  do: (signal) => runMedusa(["db:migrate", ...(asks ? [] : ["--execute-safe-links"])], { show: true, signal }),
  ...(!hasTables && { undo: undoing(() => runMedusa(["db:rollback", "crypto_payments"])) }),
})

/** @param tell gets the keys with which the store sells */
export function regionStep(regions: readonly OfferingRegion[], tell: (keys: SalesKey[]) => unknown): Step {
  const ids = regions.map(({ id }) => id)
  const names = regions.map(({ name, currency_code }) => `${name} (${currency_code.toUpperCase()})`).join(", ")
  return {
    name: names ? `regions: offer ${providerIdOf(NEW_CONNECTION)} in ${names}` : "start the store once",
    do: async (signal) => {
      const { keys } = await askStore<{ keys: SalesKey[] }>(IN_STORE, ["offer", ...ids], signal)
      tell(keys)
    },
    undo: async () => {
      if (ids.length === 0) return
      // The step may have failed after the regions changed.
      const { regions } = await lookAtStore()
      const offering = regions.filter(({ id, offers }) => offers && ids.includes(id)).map(({ id }) => id)
      if (offering.length > 0) await askStore(IN_STORE, ["stop-offering", ...offering])
    },
  }
}

export const doctorStep: Step = {
  name: "check the setup, as doctor does",
  do: async (signal) => {
    const { ended } = startMedusa(["exec", require.resolve("../doctor")], { show: true, signal })
    if ((await ended) !== 0) throw new Error("Correct what is reported above, and call init again.")
  },
}

/** Adds variables at the end of an .env file. Keeps each that has a value there. */
export function addVariables(text: string, wanted: Readonly<Record<string, string>>): string {
  const absent = absentFrom(text, Object.keys(wanted))
  if (absent.length === 0) return text
  const lines = absent.map((name) => `${name}=${wanted[name]}\n`)
  const separator = text === "" ? "" : text.endsWith("\n") ? "\n" : "\n\n"
  return `${text}${separator}# medusa-payment-crypto\n${lines.join("")}`
}

export function absentFrom(text: string, names: readonly string[]): string[] {
  const values = parseEnv(text)
  return names.filter((name) => !values[name]?.trim())
}

const NAME = "withCryptoPayments"
const FROM = '"medusa-payment-crypto/config"'
const addedLine = (isModule: boolean): string =>
  isModule ? `import { ${NAME} } from ${FROM}` : `const { ${NAME} } = require(${FROM})`

/**
 * Wraps what a medusa-config exports in `withCryptoPayments`, and changes nothing else of its text.
 *
 * @param ts the compiler of the store
 * @returns undefined after a syntax error, or unless exactly one value is exported, `defineConfig(…)` or a name
 */
export function wrapConfig(ts: typeof typescript, text: string): string | undefined {
  const source = parse(ts, text)
  const exported = source.statements.flatMap((statement) => exportedBy(ts, source, statement))
  const [only, ...others] = exported
  if (mistakesOf(source) > 0 || !only || others.length > 0 || !isConfig(ts, only)) return undefined

  const [start, end] = [only.getStart(source), only.getEnd()]
  const call = `${text.slice(0, start)}${NAME}(${text.slice(start, end)})${text.slice(end)}`
  const imports = source.statements.filter(ts.isImportDeclaration)
  const isModule = imports.length > 0 || source.statements.some(ts.isExportAssignment)
  const added = addedLine(isModule)
  const semicolon = /;\s*$/m.test(text.slice(0, start)) ? ";" : ""
  const newline = text.includes("\r\n") ? "\r\n" : "\n"
  const at = imports.at(-1)?.getEnd() ?? (source.statements[0] ?? only).getStart(source)
  const line = added + semicolon
  const wrapped = call.slice(0, at) + (imports.length > 0 ? newline + line : line + newline) + call.slice(at)
  return mistakesOf(parse(ts, wrapped)) > 0 ? undefined : wrapped
}

const parse = (ts: typeof typescript, text: string) =>
  ts.createSourceFile("medusa-config.ts", text, ts.ScriptTarget.Latest, true)

/** How many syntax errors the compiler found while it parsed. */
const mistakesOf = (source: typescript.SourceFile): number =>
  (source as unknown as { parseDiagnostics: unknown[] }).parseDiagnostics.length

/** The value of `export default …` or `module.exports = …`. */
function exportedBy(
  ts: typeof typescript,
  source: typescript.SourceFile,
  statement: typescript.Statement,
): typescript.Expression[] {
  if (ts.isExportAssignment(statement)) return [statement.expression]
  if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) return []
  const { left, right } = statement.expression
  return left.getText(source) === "module.exports" ? [right] : []
}

const isConfig = (ts: typeof typescript, value: typescript.Expression): boolean =>
  ts.isIdentifier(value) ||
  (ts.isCallExpression(value) && ts.isIdentifier(value.expression) && value.expression.text === "defineConfig")
