/**
 * Breaks core in small ways and counts which of them its tests notice; the last line says how it went.
 * `--force` runs again what earlier runs know, `--mutate <files>` (with lines as `<file>:3-9`) only a part.
 */
import { parseArgs } from "node:util"
import { Stryker } from "@stryker-mutator/core"

const { values } = parseArgs({ options: { force: { type: "boolean" }, mutate: { type: "string" } } })
const results = await new Stryker({
  configFile: "integration-tests/mutation/stryker.config.mjs",
  ...(values.force && { force: true }),
  ...(values.mutate && { mutate: values.mutate.split(",") }),
}).runMutationTest()

const having = (...statuses) => results.filter(({ status }) => statuses.includes(status)).length
const killed = having("Killed", "Timeout")
const survived = having("Survived", "NoCoverage")
const percent = ((100 * killed) / (killed + survived)).toFixed(2)
console.log(`\n${killed} mutants of core killed, ${survived} survived: ${percent} %`)
