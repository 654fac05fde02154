import { describeModule, migrate } from "../support/module-database"

describeModule("the module's migrations", (database) => {
  const tables = async (): Promise<string[]> => {
    const { rows } = await database.knex.raw(
      "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename LIKE 'crypto\\_%' ORDER BY 1",
    )
    return rows.map(({ tablename }: { tablename: string }) => tablename)
  }
  const ALL = [
    "crypto_action",
    "crypto_connection",
    "crypto_payment",
    "crypto_payment_link",
    "crypto_refund",
    "crypto_webhook_event",
  ]

  it("make the tables, take them away, and make them again", async () => {
    expect(await tables()).toEqual(ALL)
    expect(await migrate(database.knex, "up")).toEqual([])
    await migrate(database.knex, "down")
    expect(await tables()).toEqual([])
    await migrate(database.knex, "up")
    expect(await tables()).toEqual(ALL)
  })
})
