import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { Client } from "@medusajs/framework/pg"

export type Postgres = Awaited<ReturnType<typeof startPostgres>>

/** Where Medusa and the helpers of tests find this PostgreSQL. */
export const environmentOf = ({ host, port, user, password }: Postgres): Record<string, string> => ({
  DB_HOST: host,
  DB_PORT: String(port),
  DB_USERNAME: user,
  DB_PASSWORD: password,
})

/** Works with a connection to the database at this URL, and closes it. */
export async function withClient<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString })
  await client.connect()
  return work(client).finally(() => client.end())
}

type Answer = { port: number; pid: number; scratch: string } | { error: string }

const USER = "postgres"
const PASSWORD = "postgres"

/**
 * Starts a PostgreSQL on a free port and in a temporary folder, from binaries in node_modules. It does not use
 * an installed PostgreSQL, and it ends when this process ends, for any reason.
 * `durable` keeps committed data after a power failure; tests do not need that and are faster without it. The server is
 * empty, or a copy of the folder `from` if that exists. Throws if there are no binaries for the platform.
 */
export async function startPostgres({ durable = false, from }: { durable?: boolean; from?: string } = {}) {
  const keeper = spawn(
    process.execPath,
    [join(__dirname, "postgres-keeper.mjs"), JSON.stringify({ password: PASSWORD, durable, from })],
    // Detached, because Ctrl-C in a terminal reaches every process of the group, and the database must end last.
    { stdio: ["pipe", "pipe", "inherit"], detached: true, windowsHide: true },
  )
  const exited = once(keeper, "exit")
  const lines = createInterface({ input: keeper.stdout })
  const answer = await Promise.race([
    once(lines, "line").then(([line]): Answer => JSON.parse(line)),
    exited.then((): Answer => ({ error: "PostgreSQL's keeper ended before its server was up" })),
  ])
  if ("error" in answer) {
    await exited
    throw new Error(answer.error)
  }
  let { pid } = answer
  const command = async (word: string): Promise<void> => {
    const answered = once(lines, "line")
    keeper.stdin.write(`${word}\n`)
    const [line] = await Promise.race([answered, exited.then(() => [JSON.stringify({ error: "its keeper ended" })])])
    const told: Answer = JSON.parse(line)
    if ("error" in told) throw new Error(`PostgreSQL did not go ${word}: ${told.error}`)
    pid = told.pid
  }

  const { port, scratch } = answer
  const url = (database: string) => `postgres://${USER}:${PASSWORD}@localhost:${port}/${database}`
  return {
    // Not 127.0.0.1: Medusa's test runner turns TLS on for every host that is not called localhost.
    host: "localhost",
    port,
    user: USER,
    password: PASSWORD,
    /** Process id of the server itself, for tests that end it. */
    get pid() {
      return pid
    },
    /** A folder for files that must be removed with the server. */
    scratch,
    /** File that the server logs to. */
    log: join(scratch, "postgres.log"),
    /** Connection string of the database with this name. */
    url,
    /** Makes an empty database. The name has lowercase letters, digits and underscores. */
    createDatabase: async (name: string): Promise<void> => {
      if (!/^[a-z0-9_]+$/.test(name)) throw new Error(`not a name for a database: ${name}`)
      await withClient(url("postgres"), (client) => client.query(`create database ${name}`))
    },
    /** Ends the server even if clients are connected, and keeps its files. */
    shutDown: () => command("down"),
    /** Starts it again after `shutDown`, at the same port. */
    bringBack: () => command("up"),
    /** Copies its files to this folder, for `from` of a later start. Nobody may be connected. */
    copyTo: async (folder: string): Promise<void> => {
      await command("down")
      await command(`copy ${folder}`)
      await command("up")
    },
    /** Ends the server and removes its files. Safe to call twice. */
    stop: async (): Promise<void> => {
      keeper.stdin.end()
      await exited
    },
  }
}
