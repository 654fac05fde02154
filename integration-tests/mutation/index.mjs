/** Mutation tests of core. `--force` ignores earlier results; `--mutate <files>` (lines: `<file>:3-9`) tests a part. */
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
