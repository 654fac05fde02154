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
import { type Bench, type Measure, tableOf } from "./support/measure"
import { verify } from "./verify"
import { webhook } from "./webhook"

const BENCHES: readonly Bench[] = [verify, client, webhook, settle, session, claim, startup, queue]

async function runOne(bench: Bench, quick: boolean): Promise<Measure[]> {
  const cleanup = createCleanup()
  const stop = () => void cleanup.run().then(() => process.exit(130))
  process.once("SIGINT", stop).once("SIGTERM", stop)
  try {
    return await step(bench.title, () => bench.run({ quick, cleanup, progress: (line) => say(`    ${line}`) }))
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop)
    for (const { message } of await cleanup.run()) say(red(`    not cleaned up: ${message}`))
  }
}

/** `--only <name>` runs one benchmark; `--quick` makes fewer and shorter runs, to see that it works. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: "string" }, quick: { type: "boolean", default: false } } })
  const benches = BENCHES.filter(({ name }) => values.only === undefined || name === values.only)
  if (benches.length === 0) throw new Error(`--only takes ${BENCHES.map(({ name }) => name).join(", ")}`)
  say(`\n  ${bold("Compared with what stores use instead")}: each pair in turns, on ${availableParallelism()} cores\n`)
  const measures: Measure[] = []
  const broken: string[] = []
  for (const bench of benches) {
    try {
      const found = await runOne(bench, values.quick)
      measures.push(...found)
      // Printed at once, so that a run that is stopped early shows its results.
      say(`${tableOf(found)}\n`)
    } catch (error) {
      broken.push(bench.name)
      say(red(`    ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`))
    }
  }
  const missed = measures.filter(({ ok }) => !ok).length
  const notRun = broken.length > 0 ? `; ${broken.join(", ")} did not run` : ""
  const last = `${measures.length} measures, ${measures.length - missed} on target, ${missed} missed${notRun}`
  process.exitCode = missed + broken.length > 0 ? 1 : 0
  say(missed + broken.length > 0 ? red(last) : green(last))
}

main().catch((error) => {
  say(red(error instanceof Error ? error.message : String(error)))
  process.exitCode = 1
})
