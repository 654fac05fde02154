import { availableParallelism } from "node:os"
import { parseArgs } from "node:util"
import { createCleanup } from "../support/cleanup"
import { bold, green, red, say, step } from "../support/screen"
import { claim } from "./claim"
import { client } from "./client"
import { queue } from "./queue"
import { session } from "./session"
import { settle } from "./settle"
import { startup } from "./startup"
import type { Bench, Measure } from "./support/measure"
import { documentedTable, keepResults, writeTable } from "./support/results"
import { lineOf, markdownOf } from "./support/table"
import { traffic } from "./traffic"
import { verify } from "./verify"
import { webhook } from "./webhook"

const BENCHES: readonly Bench[] = [verify, client, webhook, claim, settle, session, startup, traffic, queue]

type Options = { benches: readonly Bench[]; quick: boolean; tableOnly: boolean }

/**
 * `--only <name>` runs one benchmark; `--quick` makes fewer and shorter runs and writes nothing; `--write-table` only
 * writes the table again. Otherwise each benchmark writes its result to bench/results.json and docs/benchmarks.md when
 * it ends.
 */
function options(): Options {
  const { values } = parseArgs({
    options: {
      only: { type: "string" },
      quick: { type: "boolean", default: false },
      "write-table": { type: "boolean", default: false },
    },
  })
  const { only, quick, "write-table": tableOnly } = values
  if (only === undefined) return { benches: BENCHES, quick, tableOnly }
  const benches = BENCHES.filter(({ name }) => name === only)
  if (benches.length === 0) {
    throw new Error(`there is no benchmark ${only}; there are ${BENCHES.map(({ name }) => name).join(", ")}`)
  }
  return { benches, quick, tableOnly }
}

async function runOne(bench: Bench, quick: boolean): Promise<Measure[]> {
  const cleanup = createCleanup()
  const stop = () => void cleanup.run().then(() => process.exit(130))
  process.once("SIGINT", stop).once("SIGTERM", stop)
  try {
    return await step(bench.title, () => bench.run({ quick, cleanup, progress: (line) => say(`    ${line}`) }))
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop)
    const problems = await cleanup.run()
    for (const { message } of problems) say(red(`    not cleaned up: ${message}`))
  }
}

async function main(): Promise<void> {
  const { benches, quick, tableOnly } = options()
  if (tableOnly) return writeTable()
  // Throws at the start, not after half an hour, if the page has no marks for the table.
  if (!quick) documentedTable()
  say(`\n  ${bold("Compared with what stores use instead")}: each pair in turns, on ${availableParallelism()} cores\n`)
  const measures: Measure[] = []
  const broken: string[] = []
  for (const bench of benches) {
    try {
      const found = await runOne(bench, quick)
      measures.push(...found)
      if (!quick) {
        keepResults(bench.name, found)
        writeTable()
      }
      // Printed at once, so that a run that is stopped early shows its results.
      for (const measure of found) say(`    ${lineOf(measure)}`)
    } catch (error) {
      broken.push(bench.name)
      say(red(`    ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`))
    }
  }
  say(`\n${markdownOf(measures)}\n`)
  const onTarget = measures.filter(({ ok }) => ok === true).length
  const missed = measures.filter(({ ok }) => ok === false).length
  const notRun = broken.length > 0 ? `; ${broken.join(", ")} did not run` : ""
  const last = `${measures.length} measures, ${onTarget} on target, ${missed} missed${notRun}`
  process.exitCode = missed + broken.length > 0 ? 1 : 0
  say(missed + broken.length > 0 ? red(last) : green(last))
}

main().catch((error) => {
  say(red(error instanceof Error ? error.message : String(error)))
  process.exitCode = 1
})
