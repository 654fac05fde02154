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
import { tableOf } from "./support/measure"
import { verify } from "./verify"
import { webhook } from "./webhook"

const BENCHES = { verify, client, webhook, settle, session, claim, startup, queue }

/** `--only <name>` runs one benchmark; `--quick` makes fewer and shorter runs, to see that it works. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: "string" }, quick: { type: "boolean", default: false } } })
  const benches = Object.entries(BENCHES).filter(([name]) => values.only === undefined || name === values.only)
  if (benches.length === 0) throw new Error(`--only takes ${Object.keys(BENCHES).join(", ")}`)
  say(`\n  ${bold("Compared with what stores use instead")}: each pair in turns, on ${availableParallelism()} cores\n`)
  let cleanup = createCleanup()
  const stop = () => void cleanup.run().then(() => process.exit(130))
  process.once("SIGINT", stop).once("SIGTERM", stop)
  let failed = 0
  for (const [name, { title, run }] of benches) {
    cleanup = createCleanup()
    try {
      const found = await step(title, () => run({ quick: values.quick, cleanup }))
      failed += found.filter(({ ok }) => !ok).length
      // Printed at once, so that a run that is stopped early shows its results.
      say(`${tableOf(found)}\n`)
    } catch (error) {
      failed += 1
      say(red(`    ${name} did not run: ${error instanceof Error ? error.stack : error}`))
    }
    for (const { message } of await cleanup.run()) say(red(`    not cleaned up: ${message}`))
  }
  say(failed > 0 ? red(`${failed} missed or did not run`) : green("all on target"))
  process.exit(failed > 0 ? 1 : 0)
}

void main()
