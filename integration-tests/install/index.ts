import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createCleanup } from "../support/cleanup"
import { run } from "../support/medusa-process"
import { startPostgres } from "../support/postgres"
import { bold, fact, say, step } from "../support/screen"
import { buyOnce } from "./buy-once"
import { tryStorefront } from "./fresh-storefront"
import { tryApp } from "./try-app"

const root = join(__dirname, "..", "..")
const cleanup = createCleanup()
const stopped = new AbortController()
const { signal } = stopped

/** What is published must run where nothing of this project is: shipped by mistake is what no store needs. */
const NOT_TO_SHIP = /(^|\/)(__tests__|integration-tests)\/|\.spec\.|medusa-config|jest\.config|\.env|\.tgz$|\.png$/

type Wanted = { version: string; pnpm: boolean }

/** The versions of Medusa after `--medusa`, by npm or with `--pnpm` in a monorepo. */
function wantedStores(): Wanted[] {
  const named = process.argv.flatMap((word, at, all) => (all[at - 1] === "--medusa" ? word.split(",") : []))
  return named.map((version) => ({ version, pnpm: process.argv.includes("--pnpm") }))
}

async function pack(folder: string): Promise<string> {
  const script = join(root, "integration-tests", "support", "built.mjs")
  const code = `import(${JSON.stringify(script)}).then((b) => { b.build(); console.log(JSON.stringify(b.pack(${JSON.stringify(folder)}))) })`
  const packed = JSON.parse(await run(process.execPath, ["--eval", code], { cwd: root, env: {}, signal }))
  const wrong = packed.files.map(({ path }: { path: string }) => path).filter((path: string) => NOT_TO_SHIP.test(path))
  if (wrong.length > 0) throw new Error(`the package carries what no store needs: ${wrong.join(", ")}`)
  fact("package", `${packed.filename}, ${packed.entryCount} files, ${Math.round(packed.size / 1024)} kB`)
  return packed.path
}

async function test(): Promise<void> {
  say(`\n  ${bold("The packed plugin in fresh Medusa applications, configured as the README says")}\n`)
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "medusa-payment-crypto-install-"))
  cleanup.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))

  const packed = await step("The plugin is built and packed", () => pack(folder))
  await step("A separate storefront installs it without a Medusa, renders it and bundles it", () =>
    tryStorefront(join(folder, "a-storefront"), packed, { signal }),
  )
  const postgres = await step("A PostgreSQL starts", () => startPostgres())
  cleanup.add(postgres.stop)
  const more = { packed, root, postgres, cleanup, signal }
  const stores = wantedStores()
  if (stores.length === 0) {
    const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
    return buyOnce({ ...more, version: devDependencies["@medusajs/medusa"], folder: join(folder, "store") })
  }
  const names = stores.map(({ version, pnpm }) => (pnpm ? `${version} in a pnpm monorepo` : version)).join(" and ")
  await step(`Stores with Medusa ${names} install it, sell, and open every page of the admin`, () =>
    twoAtATime(stores, (store) => {
      const own = { wishedPort: 9000 + 100 * stores.indexOf(store), folder: join(folder, store.version, "store") }
      return tryApp({ ...store, ...own, ...more })
    }),
  )
}

/** One waits for the network while the other computes. */
async function twoAtATime(stores: Wanted[], tryOne: (store: Wanted) => Promise<void>): Promise<void> {
  const waiting = [...stores]
  const failures: string[] = []
  const work = async () => {
    for (let store = waiting.shift(); store !== undefined; store = waiting.shift()) {
      const { version } = store
      await tryOne(store).catch((error) => failures.push(`Medusa ${version}: ${error.message}`))
    }
  }
  await Promise.all([work(), work()])
  if (failures.length > 0) throw new Error(failures.join("\n"))
}

async function main(): Promise<void> {
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
