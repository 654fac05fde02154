import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { createInterface } from "node:readline/promises"
import { parseEnv } from "node:util"
import { ENCRYPTION_KEY_VARIABLE } from "../core/connection/setup"
import { NEW_CONNECTION, type OfferingRegion, type SalesKey } from "../workflows/connections/begin"
import { findSandbox, freePort, serviceOf } from "./init/sandbox"
import {
  absentFrom,
  configStep,
  doctorStep,
  environmentStep,
  lookAtStore,
  migrationStep,
  readText,
  regionStep,
  runSteps,
  type Step,
} from "./init/steps"
import { MEDUSA_PORT, portTaken, type TestSale, testSale } from "./init/test-sale"

type Options = {
  /** Asks nothing. */
  yes: boolean
  /** Names or ids of the regions that offer the payment; all if undefined. */
  regions: readonly string[] | undefined
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/**
 * Sets up the plugin in the store of this folder, as far as one paid test order.
 *
 * @returns the exit code
 */
export async function init(options: Options): Promise<number> {
  const stop = new AbortController()
  const { signal } = stop
  for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => stop.abort(new Error("It was stopped.")))
  try {
    const { steps, sale, withoutSale } = await makePlan(options, signal)
    say(`The steps in ${process.cwd()}:\n`)
    for (const { name } of steps) say(`  - ${name}`)
    say("\nNothing that is there is overwritten. If a step fails, it and those before it are")
    say("undone, except other migrations of the store and the test order.\n")
    if (!options.yes && !/^y(es)?$/i.test(await ask("Go on? [y/N] ", signal))) throw new Error("Nothing was changed.")
    await runSteps(steps, say, signal).finally(() => say(""))
    say(sale?.result() ?? withoutSale)
    if (options.yes) say(sale ? `\n${sale.next}` : "")
    else await sale?.stay(signal)
    await sale?.end()
    return 0
  } catch (error) {
    say((error as Error).message)
    return 1
  }
}

const WITHOUT_REGION =
  "The provider is set up, but the store has no region to sell in. Add one in the admin (Settings → Regions), and call init again: it offers the payment there and buys one product."
const OWN_SERVICE =
  "The store is set up. It uses a service of its own, so no test order was bought: make a test payment with that service."

async function ask(question: string, signal: AbortSignal): Promise<string> {
  if (!process.stdin.isTTY) throw new Error("Nobody can be asked here. Add --yes.")
  const asking = createInterface({ input: process.stdin, output: process.stdout })
  // Ctrl-C and the end of the input close the question without an answer.
  const closed = new Promise<never>((_, reject) =>
    asking.once("close", () => reject(new Error("Nothing was changed."))),
  )
  const answer = await Promise.race([asking.question(question, { signal }), closed]).finally(() => asking.close())
  return answer.trim()
}

/** `withoutSale`: why nothing is bought. */
type Plan = { steps: Step[]; sale: TestSale | undefined; withoutSale: string }

async function makePlan(options: Options, signal: AbortSignal): Promise<Plan> {
  const cwd = process.cwd()
  const file = join(cwd, ".env")
  const written = readText(file) ?? ""
  // Medusa reads .env too, and lets it change nothing that is set already.
  const { env: given } = process
  const env = { ...parseEnv(written), ...given }
  if (env.NODE_ENV === "production") throw new Error("init buys a test order, so it does not run in production.")
  const found = await lookAtStore(signal)
  const { connections, hasTables } = found
  if (connections.length > 0 && !connections.includes(NEW_CONNECTION)) {
    const names = connections.join(", ")
    throw new Error(`medusa-config registers the connections ${names}, and init sets up only "${NEW_CONNECTION}".`)
  }
  const regions = await chosenRegions(found.regions, options, signal)
  const { variables: keys, port, isOtherPort, endpointSecret } = await serviceOf(env, found.hasKeys)
  const wanted = { [ENCRYPTION_KEY_VARIABLE]: randomBytes(32).toString("base64"), ...keys }
  const absent = absentFrom(written, Object.keys(wanted)).filter((name) => !given[name])
  const variables = Object.fromEntries(Object.entries(wanted).filter(([name]) => absent.includes(name)))

  const salesKeys: SalesKey[] = []
  const storePort = Number(env.PORT || MEDUSA_PORT)
  const sold = { storePort, endpointSecret, regionIds: regions.map(({ id }) => id), keysOf: () => salesKeys }
  const isTaken = port !== undefined && (await freePort(port)) !== port
  const running = isTaken ? await findSandbox(port) : undefined
  const sells = port !== undefined && regions.length > 0
  if (sells && isTaken && !running) throw new Error(portTaken(port))
  const sale = sells ? testSale({ port, isOtherPort, running, ...sold }) : undefined
  const steps = [
    ...(sale ? [sale.begin] : []),
    ...(connections.length > 0 ? [] : [configStep(cwd)]),
    ...(absent.length > 0 ? [environmentStep(file, written, variables)] : []),
    migrationStep(found.database, hasTables, !options.yes),
    regionStep(
      regions.filter(({ offers }) => !offers),
      (keys) => salesKeys.push(...keys),
    ),
    // Without a region the doctor has something to correct.
    ...(regions.length > 0 ? [doctorStep] : []),
    ...(sale ? [sale.sell] : []),
  ]
  return { steps, sale, withoutSale: regions.length > 0 ? OWN_SERVICE : WITHOUT_REGION }
}

async function chosenRegions(all: OfferingRegion[], options: Options, signal: AbortSignal): Promise<OfferingRegion[]> {
  const names = all.map(({ name }) => name).join(", ")
  const asks = !options.yes && !options.regions && all.length > 1 && process.stdin.isTTY
  for (;;) {
    const answer = asks ? await ask(`Offer it in which regions? ${names} [all] `, signal) : ""
    const wanted = options.regions ?? (answer === "" || answer === "all" ? undefined : answer.split(/\s*,\s*/))
    const unknown = (wanted ?? []).filter((name) => !all.some((region) => isCalled(region, name)))
    if (unknown.length === 0) return all.filter((region) => !wanted || wanted.some((name) => isCalled(region, name)))
    const sentence = `There is no region ${unknown.join(", ")}, but there are: ${names}.`
    if (!asks) throw new Error(sentence)
    say(sentence)
  }
}

const isCalled = ({ id, name }: OfferingRegion, wanted: string): boolean =>
  id === wanted || name.toLowerCase() === wanted.toLowerCase()
