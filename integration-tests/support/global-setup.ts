import { startSeededPostgres } from "./databases"
import { environmentOf } from "./postgres"

declare global {
  var afterTests: (() => Promise<unknown>)[] | undefined
}

/** Starts one PostgreSQL for all integration tests. The workers inherit these variables. */
export default async function globalSetup(): Promise<void> {
  const postgres = await startSeededPostgres()
  globalThis.afterTests = [...(globalThis.afterTests ?? []), postgres.stop]
  Object.assign(process.env, {
    ...environmentOf(postgres),
    POSTGRES_LOG: postgres.log,
    // A passing test logs nothing. LOG_LEVEL=info shows Medusa's log.
    LOG_LEVEL: process.env.LOG_LEVEL ?? "error",
    // Medusa's tools write files into the user's configuration folder.
    XDG_CONFIG_HOME: postgres.scratch,
    MEDUSA_DISABLE_TELEMETRY: "true",
    ADMIN_DISABLED: "true",
  })
}
