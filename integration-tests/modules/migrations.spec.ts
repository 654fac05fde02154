import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describeModule, migrate } from "../support/module-database"

const DOCS = join(__dirname, "..", "..", "docs")

describeModule("the module's migrations", (database) => {
  const tables = async (): Promise<string[]> => {
    const { rows } = await database.knex.raw(
      "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename LIKE 'crypto\\_%' ORDER BY 1",
    )
    return rows.map(({ tablename }: { tablename: string }) => tablename)
  }
  const ALL = [
    "action",
    "connection",
    "job",
    "payment",
    "payment_link",
    "payout",
    "payout_request",
    "webhook_event",
  ].map((name) => `crypto_${name}`)

  it("create the tables, drop them, and create them again", async () => {
    expect(await tables()).toEqual(ALL)
    expect(await migrate(database.knex, "up")).toEqual([])
    await migrate(database.knex, "down")
    expect(await tables()).toEqual([])
    await migrate(database.knex, "up")
    expect(await tables()).toEqual(ALL)
  })

  it("create every table and column that the SQL of the documentation uses", async () => {
    // The statement of leaving.md changes a table of Medusa's; the test of leaving runs it.
    const pages = readdirSync(DOCS).filter((name) => name.endsWith(".md") && name !== "leaving.md")
    const blocks = pages.flatMap((page) => [
      ...readFileSync(join(DOCS, page), "utf8").matchAll(/```sql\n([\s\S]*?)```/g),
    ])
    const statements = blocks.flatMap(([, sql = ""]) => sql.split(";").filter((one) => one.trim() !== ""))
    expect(statements.length).toBeGreaterThan(0)
    for (const statement of statements) await database.knex.raw(`EXPLAIN ${statement}`)
  })
})
