import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { forEachOf } from "../cluster/support/crowd"
import { createCleanup } from "../support/cleanup"
import { findChromium } from "../support/machine"
import { run } from "../support/medusa-process"
import { startPostgres } from "../support/postgres"
import { bold, fact, say, step } from "../support/screen"
import { buildStorefronts } from "./built-storefronts"
import { tryStorefront } from "./fresh-storefront"
import { npm } from "./npm"
import { type Trial, tryApp } from "./try-app"

const root = join(__dirname, "..", "..")
const cleanup = createCleanup()
const stopped = new AbortController()
const { signal } = stopped

type Wanted = Pick<Trial, "version" | "manager" | "walk">

/**
 * The stores to try. After `--medusa`: these versions, installed by npm, with `--yarn` by Yarn, or with `--pnpm` in a
 * monorepo. Otherwise the newest version by npm, and by pnpm in a monorepo the oldest that package.json allows.
 * With `--newest` only the newest, which sells once without an admin, because the tests of screens build the admin.
 */
function wantedStores(): Wanted[] {
  const named = listAfter("--medusa")
  const manager = (["pnpm", "yarn"] as const).find((one) => process.argv.includes(`--${one}`)) ?? "npm"
  const { oldest, newest } = medusaVersions()
  if (process.argv.includes("--newest")) return [{ version: newest, manager: "npm", walk: false }]
  const walk = findChromium() !== undefined
  if (!walk) say("The walk through the admin did not run: no browser is installed. Each store sells once.")
  if (named.length > 0) return named.map((version) => ({ version, manager, walk }))
  return [
    { version: newest, manager: "npm", walk },
    { version: oldest, manager: "pnpm", walk },
  ]
}

/** The comma-separated values after a word of the command line. */
const listAfter = (word: string): string[] =>
  process.argv.flatMap((one, at, all) => (all[at - 1] === word ? one.split(",") : []))

function medusaVersions(): { oldest: string; newest: string } {
  const { peerDependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const name = "@medusajs/medusa"
  return { oldest: peerDependencies[name].replace("^", ""), newest: devDependencies[name] }
}

/** Runs the test with the newest Medusa on other versions of Node, which npm downloads. */
async function onOtherNodes(versions: readonly string[]): Promise<void> {
  const { newest } = medusaVersions()
  for (const version of versions) {
    const words = ["exec", "--yes", `--package=node@${version}`, "--", "npm", "run", "test:install", "--"]
    await step(`A store with Medusa ${newest} on Node ${version}`, () =>
      run(npm, [...words, "--medusa", newest, "--on-node", version], { cwd: root, env: {}, signal }),
    )
  }
}

/** Fails if npm runs the test on another Node than `onOtherNodes` asked for. */
function expectNode(): void {
  const [asked] = listAfter("--on-node")
  if (asked && !`${process.version}.`.startsWith(`v${asked}.`))
    throw new Error(`Node ${asked} should run this test, and ${process.version} does.`)
}

async function pack(folder: string): Promise<string> {
  const script = join(root, "integration-tests", "support", "built.mjs")
  const code = `import(${JSON.stringify(script)}).then((b) => { b.build(); console.log(JSON.stringify(b.pack(${JSON.stringify(folder)}))) })`
  const packed = JSON.parse(await run(process.execPath, ["--eval", code], { cwd: root, env: {}, signal }))
  fact("package", `${packed.filename}, ${packed.entryCount} files, ${Math.round(packed.size / 1024)} kB`)
  return packed.path
}

async function test(): Promise<void> {
  const nodes = listAfter("--node")
  if (nodes.length > 0) return onOtherNodes(nodes)
  expectNode()
  say(`\n  ${bold("The packed plugin in fresh Medusa applications, begun with init")}\n`)
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "medusa-payment-crypto-install-"))
  cleanup.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))

  const packed = await step("The plugin is built and packed", () => pack(folder))
  await step("A separate storefront installs it without a Medusa, renders it and bundles it", () =>
    tryStorefront(join(folder, "a-storefront"), packed, { signal }),
  )
  if (process.argv.includes("--storefronts")) {
    return step("Storefronts of Vite and Next.js, with React 18 and 19, install it and build", () =>
      buildStorefronts(join(folder, "shops"), packed, { signal }),
    )
  }
  const postgres = await step("A PostgreSQL starts", () => startPostgres())
  cleanup.add(postgres.stop)
  const more = { packed, root, postgres, cleanup, signal }
  const stores = wantedStores()
  const names = stores.map(({ version, manager }) => `${version} by ${manager}`).join(" and ")
  await step(`Stores with Medusa ${names} install it and sell`, () =>
    twoAtATime(stores, (store) => tryApp({ ...store, ...more, folder: join(folder, store.version, "store") })),
  )
}

/** Two at a time, because one often waits for the network while the other computes. */
async function twoAtATime(stores: Wanted[], tryOne: (store: Wanted) => Promise<void>): Promise<void> {
  const failures: string[] = []
  await forEachOf(stores, 2, async (store) => {
    const name = `Medusa ${store.version}`
    await tryOne(store).catch((error) => {
      failures.push(name)
      fact(name, `failed: ${error.message}`)
    })
  })
  if (failures.length > 0) throw new Error(`It failed with ${failures.join(" and ")}.`)
}

async function main(): Promise<void> {
  // `npm exec --package` also tells it to every npx below, which would then look only there.
  delete process.env.npm_config_package
  let passed = true
  try {
    await test()
  } catch (error) {
    passed = false
    say(`\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  }
  for (const problem of await cleanup.run()) {
    passed = false
    say(`Not cleaned up: ${problem.message}`)
  }
  process.exitCode = passed ? 0 : 1
  say(passed ? "1 passed, 0 failed" : "0 passed, 1 failed")
}

for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => stopped.abort())

void main()
