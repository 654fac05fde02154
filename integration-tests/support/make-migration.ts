import { join } from "node:path"
import { runMedusa } from "./medusa-process"
import { environmentOf, startPostgres } from "./postgres"
import { say } from "./screen"

/** `npm run migration`: Medusa's generator compares the models with its snapshot, and needs a PostgreSQL. */
async function main(): Promise<void> {
  const postgres = await startPostgres()
  try {
    await runMedusa(["plugin:db:generate"], {
      cwd: join(__dirname, "..", ".."),
      env: environmentOf(postgres),
      onLine: say,
    })
  } finally {
    await postgres.stop()
  }
}

void main()
