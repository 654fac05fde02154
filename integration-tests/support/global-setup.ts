import { startPostgres } from "./postgres"

declare global {
  var afterTests: (() => Promise<void>) | undefined
}

/** One PostgreSQL for all integration tests; the workers inherit where it is by these variables. */
export default async function globalSetup(): Promise<void> {
  const postgres = await startPostgres()
  globalThis.afterTests = postgres.stop
  Object.assign(process.env, {
    DB_HOST: postgres.host,
    DB_PORT: String(postgres.port),
    DB_USERNAME: postgres.user,
    DB_PASSWORD: postgres.password,
    POSTGRES_LOG: postgres.log,
    // A passing test has nothing to log. LOG_LEVEL=info shows Medusa's own account.
    LOG_LEVEL: process.env.LOG_LEVEL ?? "error",
    // Medusa's tools note things down for their user, who is nobody here.
    XDG_CONFIG_HOME: postgres.scratch,
    MEDUSA_DISABLE_TELEMETRY: "true",
    ADMIN_DISABLED: "true",
  })
}
