import { createHash, randomBytes } from "node:crypto"
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { join, resolve } from "node:path"
import { Client } from "@medusajs/framework/pg"
import { runMedusa } from "./medusa-process"
import { type Postgres, startPostgres, withClient } from "./postgres"
import type { Seed } from "./seed"
import { type Login, seedByCommand } from "./seed-by-command"

const ROOT = resolve(__dirname, "../..")
/** A migrated and seeded database, with its seed as its comment. */
const SEEDED = "seeded"
/** Copies of a PostgreSQL with `SEEDED`, by what it was made from. `npm ci` removes them. */
const COPIES = join(ROOT, "node_modules", ".cache", "medusa-payment-crypto")
/** What a seeded database is made from, as files and folders. */
const MADE_FROM = [
  "package-lock.json",
  "medusa-config.ts",
  "src/modules/crypto-payments/migrations",
  ...["constants", "databases", "postgres-keeper", "seed", "seed-script"].map(
    (name) => `integration-tests/support/${name}`,
  ),
]
/** An arbitrary number. The process that holds this lock makes `SEEDED`. */
const MAKING = 20_260_301

/** A new store needs no data migrations and no search index, which take longer than its tables. */
export const MIGRATE = ["db:migrate", "--skip-scripts", "--skip-search"]

/** The admin user of a seeded database. Only digits, because a random password may be like that. */
export const LOGIN: Login = { email: "admin@example.com", password: "939166412490" }

export type OwnDatabase = { url: string; drop: () => Promise<void> }

/** Connection string of a database on the tests' PostgreSQL. */
export const urlOf = (name: string): string => {
  const { DB_HOST, DB_PORT, DB_USERNAME, DB_PASSWORD } = process.env
  return `postgres://${DB_USERNAME}:${DB_PASSWORD}@${DB_HOST}:${DB_PORT}/${name}`
}

/** Works with a connection to the tests' PostgreSQL, for example to make a database. */
export const maintain = <T>(work: (client: Client) => Promise<T>): Promise<T> => withClient(urlOf("postgres"), work)

/**
 * A PostgreSQL with a migrated and seeded database, which take 20 seconds to make. They are copied from the last run,
 * unless the lock file, a migration or the seed changed.
 */
export async function startSeededPostgres(): Promise<Postgres> {
  const copy = join(COPIES, `postgres-${fingerprint()}`)
  const isKept = existsSync(copy)
  const postgres = await startPostgres({ from: copy })
  if (isKept) return postgres
  try {
    await withClient(postgres.url("postgres"), (client) => makeTemplate(client, postgres.url, postgres.scratch))
    for (const name of existsSync(COPIES) ? readdirSync(COPIES) : []) {
      if (name.startsWith("postgres-")) rmSync(join(COPIES, name), { recursive: true, force: true })
    }
    await postgres.copyTo(copy)
    return postgres
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

/** Makes a database with a copy of `SEEDED`, on a PostgreSQL that `startSeededPostgres` started. */
export const copySeeded = ({ url }: Postgres, name: string): Promise<Seed> =>
  withClient(url("postgres"), async (client) => {
    const seed = await seedOf(client)
    if (!seed) throw new Error("this PostgreSQL has no seeded database")
    await client.query(`CREATE DATABASE "${name}" TEMPLATE ${SEEDED}`)
    return seed
  })

/** The seed of `SEEDED`, which is its comment. */
async function seedOf(client: Client): Promise<Seed | undefined> {
  const made = await client.query(
    "SELECT shobj_description(oid, 'pg_database') AS seed FROM pg_database WHERE datname = $1",
    [SEEDED],
  )
  return made.rows[0] && JSON.parse(made.rows[0].seed)
}

function fingerprint(): string {
  const hash = createHash("sha256")
  const add = (path: string) =>
    hash.update(path.slice(ROOT.length)).update("\0").update(readFileSync(path)).update("\0")
  for (const name of MADE_FROM) {
    const [path] = ["", ".ts", ".mjs"].map((ending) => join(ROOT, name + ending)).filter((one) => existsSync(one))
    if (!path) throw new Error(`${name} is missing: a seeded database is made from it`)
    if (statSync(path).isDirectory()) for (const one of readdirSync(path).sort()) add(join(path, one))
    else add(path)
  }
  return hash.digest("hex").slice(0, 16)
}

/** A new database with the tables of Medusa and the plugin, the seed, and an admin user with `LOGIN`. */
export async function createSeeded(title: string): Promise<OwnDatabase & { seed: Seed }> {
  const name = `${title}-${randomBytes(6).toString("hex")}`
  const seed = await maintain(async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [MAKING])
    const seed = (await seedOf(client)) ?? (await makeTemplate(client, urlOf))
    await client.query(`CREATE DATABASE "${name}" TEMPLATE ${SEEDED}`)
    return seed
  })
  return { url: urlOf(name), drop: () => dropDatabase(name), seed }
}

export const dropDatabase = (name: string): Promise<void> =>
  maintain(async (client) => void (await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)))

/** @param configHome where Medusa's tools write the user's configuration */
async function makeTemplate(
  client: Client,
  url: (name: string) => string,
  configHome = process.env.XDG_CONFIG_HOME,
): Promise<Seed> {
  // A failed migration may have left one.
  await client.query("DROP DATABASE IF EXISTS making WITH (FORCE)")
  await client.query("CREATE DATABASE making")
  // Includes the table of PostgreSQL locks, which some test stores need.
  const env = { DATABASE_URL: url("making"), SHARED_LOCKS: "postgres", REDIS_URL: "", XDG_CONFIG_HOME: configHome }
  await runMedusa(MIGRATE, { cwd: ROOT, env })
  const seed = await seedByCommand(LOGIN, { cwd: ROOT, env })
  await client.query(`COMMENT ON DATABASE making IS ${client.escapeLiteral(JSON.stringify(seed))}`)
  await client.query(`ALTER DATABASE making RENAME TO ${SEEDED}`)
  return seed
}

/**
 * Copies the present contents of a database into another schema.
 * @returns `reset` restores all tables and sequences while connections stay open; restoring the database would close
 * them and takes twenty times as long
 */
export async function keepAsItIs(url: string): Promise<{ reset: () => Promise<void>; close: () => Promise<void> }> {
  const client = new Client({ connectionString: url })
  client.on("error", () => undefined)
  await client.connect()
  const names = async (sql: string): Promise<string[]> => (await client.query(sql)).rows.map(({ name }) => name)
  const tables = await names("SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'")
  const steps = ["SET LOCAL session_replication_role = replica", "SET LOCAL lock_timeout = '20s'"]
  await client.query("CREATE SCHEMA kept")
  for (const table of tables) {
    steps.push(`DELETE FROM public.${table}`)
    const { rowCount } = await client.query(`SELECT FROM public.${table} LIMIT 1`)
    if (rowCount === 0) continue
    await client.query(`CREATE TABLE kept.${table} AS TABLE public.${table}`)
    const columns = await names(
      `SELECT quote_ident(attname) AS name FROM pg_attribute WHERE attrelid = 'public.${table}'::regclass
       AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    )
    steps.push(`INSERT INTO public.${table} (${columns}) SELECT ${columns} FROM kept.${table}`)
  }
  const { rows: sequences } = await client.query(
    "SELECT quote_ident(sequencename) AS name, last_value FROM pg_sequences WHERE schemaname = 'public'",
  )
  for (const { name, last_value } of sequences) {
    steps.push(`SELECT setval('public.${name}', ${last_value ?? 1}, ${last_value !== null})`)
  }
  const script = `BEGIN; ${steps.join("; ")}; COMMIT`
  return {
    reset: async () => {
      await client.query(script).catch(async (error) => {
        await client.query("ROLLBACK")
        throw error
      })
    },
    close: () => client.end(),
  }
}
