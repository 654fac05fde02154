import { join } from "node:path"
import { runMedusa } from "./medusa-process"
import { startPostgres } from "./postgres"
import { say } from "./screen"

/**
 * `npm run migration`: Medusa's generator compares the models with its snapshot, and needs a PostgreSQL to connect to.
 */
async function main(): Promise<void> {
  const postgres = await startPostgres()
  const { port, user, password } = postgres
  const env = { DB_HOST: "localhost", DB_PORT: String(port), DB_USERNAME: user, DB_PASSWORD: password }
  try {
    await runMedusa(["plugin:db:generate"], { cwd: join(__dirname, "..", ".."), env, onLine: say })
  } finally {
    await postgres.stop()
  }
}

void main()
