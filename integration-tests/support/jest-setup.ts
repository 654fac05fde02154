/** A Medusa takes some ten seconds to its first request, more with every core in use. */
jest.setTimeout(180_000)

/**
 * The test runner restores the database from under open connections, and knex says so, once for each.
 * Medusa's migrations give advice on upgrading. Neither tells anything about a test.
 */
const NOISE = /Connection Error: Connection ended unexpectedly|If the index "IDX_user_email" fails to create/
for (const level of ["log", "info"] as const) {
  const write = console[level].bind(console)
  console[level] = (...parts: unknown[]) => {
    if (!parts.some((part) => NOISE.test(String(part)))) write(...parts)
  }
}
