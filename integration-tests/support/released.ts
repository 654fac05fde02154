import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import type { Knex } from "../../src/modules/crypto-payments/stores/rows"

/** The released schemas, and the statements of each release. CONTRIBUTING.md says how to add one. */
const FOLDER = resolve(__dirname, "../fixtures/releases")
const MIGRATIONS = resolve(__dirname, "../../src/modules/crypto-payments/migrations")

export type Statement = { sql: string; values: unknown[] }

export type Release = {
  version: string
  /** Its migrations in order, with the SHA-256 of each file. */
  migrations: Record<string, string>
  /** Payments in every state, as SQL. */
  rows: string
  /** Every statement of its stores, with the values of one run. */
  statements: Statement[]
}

/**
 * The contents of the schema and the statements at HEAD, as `git ls-tree` names them.
 * @throws Error if something in them is not committed
 */
export function sourcesOf(repository: string): string {
  const folders = ["models", "migrations", "stores"].map((name) => `src/modules/crypto-payments/${name}`)
  const git = (...words: string[]) =>
    execFileSync("git", [...words, "--", ...folders], { cwd: repository, encoding: "utf8" })
  if (git("status", "--porcelain")) throw new Error("Commit the schema and the stores first.")
  return git("ls-tree", "HEAD")
}

const asNumbers = (version: string): string => version.replace(/\d+/g, (digits) => digits.padStart(6, "0"))

/** The released versions, oldest first. */
export const releasedVersions = (): string[] =>
  readdirSync(FOLDER).sort((one, other) => asNumbers(one).localeCompare(asNumbers(other)))

const linesOf = (text: string): Statement[] =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))

export function release(version: string): Release {
  const read = (file: string): string => readFileSync(join(FOLDER, version, file), "utf8")
  return {
    version,
    migrations: JSON.parse(read("migrations.json")),
    rows: read("rows.sql"),
    statements: linesOf(read("statements.jsonl")),
  }
}

/** The migrations of this working copy in order, with the SHA-256 of each file. */
export function presentMigrations(): Record<string, string> {
  const files = readdirSync(MIGRATIONS).filter((file) => /^Migration\d+\.ts$/.test(file))
  const digest = (file: string) =>
    createHash("sha256")
      .update(readFileSync(join(MIGRATIONS, file)))
      .digest("hex")
  return Object.fromEntries(files.sort().map((file) => [file.replace(/\.ts$/, ""), digest(file)]))
}

/** Writes the present migrations and the recorded statements of these sources as those of a release. */
export function freeze(version: string, { recorded, sources }: { recorded: string; sources: string }): void {
  const folder = join(FOLDER, version)
  mkdirSync(folder, { recursive: true })
  const write = (file: string, text: string) => writeFileSync(join(folder, file), `${text}\n`)
  const statements = new Map<string, Statement>()
  for (const file of readdirSync(recorded)) {
    for (const one of linesOf(readFileSync(join(recorded, file), "utf8"))) {
      const key = withoutCounts(one.sql)
      const kept = statements.get(key)
      // The shortest, because a test may have made a long list that PostgreSQL refused.
      if (!kept || one.values.length < kept.values.length) statements.set(key, one)
    }
  }
  write("sources.txt", sources.trim())
  write("migrations.json", JSON.stringify(presentMigrations(), undefined, 2))
  write(
    "statements.jsonl",
    [...statements.keys()]
      .sort()
      .map((key) => JSON.stringify(statements.get(key)))
      .join("\n"),
  )
}

/** Removes the numbers of bindings, so that lists and rows of different lengths count as one statement. */
const withoutCounts = (sql: string): string =>
  sql
    .replace(/\$\d+/g, "$")
    .replace(/(\$, )+\$/g, "$")
    .replace(/(\([^()]*\))(, \1)+/g, "$1")

const OUR_TABLE = /\b(FROM|INTO|UPDATE|JOIN)\s+"?crypto_/i

type Started = { _asyncStack?: { error: Error }; toSQL: () => { toNative: () => { sql: string; bindings: unknown[] } } }

/** If RECORD_STATEMENTS names a folder, writes each statement of the module's own code on its tables to it. */
export function recordStatements(knex: Knex): void {
  const folder = process.env.RECORD_STATEMENTS
  if (!folder) return
  const { client } = knex as unknown as { client: { config: { asyncStackTraces: boolean } } }
  client.config.asyncStackTraces = true
  Error.stackTraceLimit = 100 // The plugin's frame may lie deeper than Node's ten.
  const file = join(folder, `${process.pid}.jsonl`)
  knex.on("start", (started: Started) => {
    // The innermost frame of the plugin. Code outside of the module reads Medusa's tables too.
    const [frame] = /src\/(?!.*__tests__)[\w-]+\/[\w-]+/.exec(started._asyncStack?.error.stack ?? "") ?? []
    if (frame !== "src/modules/crypto-payments") return
    const { sql, bindings } = started.toSQL().toNative()
    if (!OUR_TABLE.test(sql)) return
    writeFileSync(file, `${JSON.stringify({ sql, values: bindings })}\n`, { flag: "a" })
  })
}
