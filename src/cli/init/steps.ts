import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { providerIdOf } from "../../core/assets/choices"
import type { OfferingRegion, SalesKey } from "../../workflows/connections/begin"
import { quiet, runMedusa, startMedusa } from "../medusa-command"
import { addVariables } from "./add-variables"
import { askStore, NEW_CONNECTION } from "./in-store"
import type { Step } from "./run-steps"
import { BY_HAND, wrapConfig } from "./wrap-config"

const WRITE = `Write this there by hand, and call init again:\n\n${BY_HAND}`

/** @throws Error if only a person can change this medusa-config */
export function configStep(cwd: string): Step {
  const path = ["medusa-config.ts", "medusa-config.js"].map((name) => join(cwd, name)).find(existsSync)
  if (!path) throw new Error(`There is no medusa-config.ts in ${cwd}.`)
  const text = wrapConfig(compilerIn(cwd), readFileSync(path, "utf8"))
  if (text === undefined) throw new Error(`init does not understand ${path}. ${WRITE}`)
  return fileStep(path, text, "wrap what it exports in withCryptoPayments(…)")
}

function compilerIn(cwd: string): typeof import("typescript") {
  try {
    return require(require.resolve("typescript", { paths: [cwd] }))
  } catch {
    throw new Error(`This store has no TypeScript, with which init changes medusa-config. ${WRITE}`)
  }
}

/** @param written the present text of the file; empty if there is none */
export function environmentStep(path: string, written: string, variables: Readonly<Record<string, string>>): Step {
  return fileStep(path, addVariables(written, variables), `add ${Object.keys(variables).join(", ")}`)
}

/** Writes a file, unless it was changed after the plan. */
function fileStep(path: string, text: string, name: string): Step {
  const read = () => (existsSync(path) ? readFileSync(path, "utf8") : undefined)
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
      if (before === undefined) rmSync(path)
      else writeFileSync(path, before)
    },
  }
}

/**
 * @param hasTables whether the plugin's tables are there already, which are then kept
 * @param show lets Medusa ask before it deletes something of the store
 */
export const migrationStep = (hasTables: boolean, show: boolean): Step => ({
  name: "database: run all pending migrations of the store (npx medusa db:migrate)",
  do: (signal) => runMedusa(["db:migrate", ...(show ? [] : ["--execute-safe-links"])], { show, signal, env: quiet() }),
  ...(!hasTables && { undo: () => runMedusa(["db:rollback", "crypto_payments"], { env: quiet() }) }),
})

const REGIONS = require.resolve("./regions")

/** @param tell gets the keys with which the store sells */
export function regionStep(regions: readonly OfferingRegion[], tell: (keys: SalesKey[]) => unknown): Step {
  const ids = regions.map(({ id }) => id)
  const names = regions.map(({ name, currency_code }) => `${name} (${currency_code.toUpperCase()})`).join(", ")
  let offered = false
  return {
    name: names ? `regions: offer ${providerIdOf(NEW_CONNECTION)} in ${names}` : "start the store once",
    do: async (signal) => {
      const { keys } = await askStore<{ keys: SalesKey[] }>(REGIONS, ["offer", ...ids], signal)
      offered = ids.length > 0
      tell(keys)
    },
    undo: async () => offered && askStore(REGIONS, ["withdraw", ...ids]),
  }
}

export const doctorStep: Step = {
  name: "check the setup, as doctor does",
  do: async (signal) => {
    const { ended } = startMedusa(["exec", require.resolve("../doctor")], { show: true, env: quiet(), signal })
    if ((await ended) !== 0) throw new Error("Correct what is reported above, and call init again.")
  },
}
