import { randomBytes } from "node:crypto"
import { resolve } from "node:path"
import { Client } from "@medusajs/framework/pg"
import { runMedusa } from "./medusa-process"

const ROOT = resolve(__dirname, "../..")
/** A database with the empty tables of Medusa and the plugin. The first test file that needs it makes it. */
const MIGRATED = "migrated"
/** An arbitrary number. The process that holds this lock makes `MIGRATED`. */
const MAKING = 20_260_301

export type OwnDatabase = { url: string; drop: () => Promise<void> }

/** Connection string of a database on the tests' PostgreSQL. */
const urlOf = (name: string): string => {
  const { DB_HOST, DB_PORT, DB_USERNAME, DB_PASSWORD } = process.env
  return `postgres://${DB_USERNAME}:${DB_PASSWORD}@${DB_HOST}:${DB_PORT}/${name}`
}

async function maintain<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: urlOf("postgres") })
  await client.connect()
  return work(client).finally(() => client.end())
}

/** A new database that Medusa can start on. */
export async function createMigrated(title: string): Promise<OwnDatabase> {
  const name = `${title}-${randomBytes(6).toString("hex")}`
  await maintain(async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [MAKING])
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [MIGRATED])
    if (rowCount === 0) {
      // A failed migration may have left one.
      await client.query("DROP DATABASE IF EXISTS making WITH (FORCE)")
      await client.query("CREATE DATABASE making")
      // Includes the table of PostgreSQL locks, which some test stores need.
      const env = { DATABASE_URL: urlOf("making"), SHARED_LOCKS: "postgres", REDIS_URL: "" }
      await runMedusa(["db:migrate"], { cwd: ROOT, env })
      await client.query(`ALTER DATABASE making RENAME TO ${MIGRATED}`)
    }
    await client.query(`CREATE DATABASE "${name}" TEMPLATE ${MIGRATED}`)
  })
  const drop = () => maintain((client) => client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`))
  return { url: urlOf(name), drop: async () => void (await drop()) }
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
