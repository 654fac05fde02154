import type { Client } from "@medusajs/framework/pg"
import { HealthStore } from "../../src/modules/crypto-payments/stores/health"
import { AttentionLists } from "../../src/modules/crypto-payments/stores/lists"
import { claimDue, describeModule, migrate, newPayment } from "../support/module-database"
import { presentMigrations, release, releasedVersions } from "../support/released"
import { until } from "../support/until"
import { connectTo, replay } from "./support/old-process"

const NOW = new Date("2026-03-01T13:00:00Z")
const LATEST = releasedVersions().at(-1)

describe.each(releasedVersions())("an upgrade from %s", (version) => {
  const { migrations, rows, statements } = release(version)
  const [last] = Object.keys(migrations).slice(-1)
  const pending = Object.keys(presentMigrations()).filter((name) => !(name in migrations))

  describeModule(
    "of a store with payments in every state",
    (database) => {
      const clients: Client[] = []
      const connected = async (): Promise<Client> => {
        const client = await connectTo(database.knex)
        clients.push(client)
        return client
      }
      const disconnect = async () => void (await Promise.all(clients.splice(0).map((client) => client.end())))
      afterEach(disconnect)

      /** The columns of the release's tables. */
      const columns: Record<string, string> = {}
      const kept = async (client: Client) => {
        const content: object[][] = []
        for (const [table, all] of Object.entries(columns)) {
          content.push((await client.query(`SELECT ${all} FROM ${table} ORDER BY id`)).rows)
        }
        return content
      }
      let effects: Awaited<ReturnType<typeof replay>>

      beforeAll(async () => {
        const client = await connected()
        await client.query(rows)
        const { rows: named } = await client.query(
          `SELECT table_name, string_agg(quote_ident(column_name), ', ') AS all FROM information_schema.columns
            WHERE table_name LIKE 'crypto\\_%' GROUP BY table_name`,
        )
        for (const { table_name, all } of named) columns[table_name] = all
        effects = await replay(client, statements)
        await disconnect()
      })

      it("starts with rows in every state that the release knows", async () => {
        const client = await connected()
        const { rows: checks } = await client.query(
          `SELECT conrelid::regclass AS table, pg_get_constraintdef(oid) AS text FROM pg_constraint
            WHERE contype = 'c' AND conrelid::regclass::text = ANY($1)`,
          [Object.keys(columns)],
        )
        const knownTo = (text: string) => [...text.matchAll(/'(\w+)'::text/g)].map(([, word]) => word).sort()
        expect(checks.length).toBeGreaterThan(3)
        for (const { table, text } of checks) {
          const [, column] = /\(?(\w+) = ANY/.exec(text) ?? []
          const { rows: found } = await client.query(
            `SELECT DISTINCT ${column} AS word FROM ${table} WHERE ${column} IS NOT NULL ORDER BY 1`,
          )
          expect([table, column, found.map(({ word }) => word).sort()]).toEqual([table, column, knownTo(text)])
        }
        const met = Object.values(effects).flat()
        // Inserting the same row twice fails with 23505. Any other error would hide a break by the upgrade.
        expect(new Set(met.filter((one) => typeof one === "string"))).toEqual(new Set(["23505"]))
        expect(met).toContain(1)
      })

      it("keeps every row, and waits with pending migrations for an open transaction of the old process", async () => {
        const [old, client] = [await connected(), await connected()]
        const { rows: own } = await old.query("SELECT pg_backend_pid() AS pid")
        await old.query("BEGIN")
        await old.query("UPDATE crypto_payment SET confirmations = 2 WHERE id = 'cpay_leased'")
        const content = await kept(old)
        const upgraded = migrate(database.knex, "up")
        if (pending.length > 0) {
          await until("the upgrade waits for the old process", async () => {
            const blocked = "SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))"
            return (await client.query(blocked, [own[0].pid])).rows.length > 0
          })
        }
        await old.query("COMMIT")
        expect(await upgraded).toEqual(pending)
        expect(await kept(client)).toEqual(content)
      })

      // A release may remove what the release before it no longer uses, so only that release's processes may still run.
      if (version === LATEST) {
        it("lets each statement of the old process have the same effect as before", async () => {
          expect(await replay(await connected(), statements)).toEqual(effects)
        })
      }

      it("lets the new process continue all open work", async () => {
        const { knex, payments, paymentQueue, events, payouts } = database
        const due = await claimDue(paymentQueue, 100, NOW)
        const unfinished = ["cpay_completed", "cpay_settling", "cpay_retried"]
        expect(due.map(({ id }) => id)).toEqual(expect.arrayContaining(unfinished))
        expect((await events.due(10, NOW)).map(({ id }) => id)).toEqual(["cevt_received", "cevt_failed"])
        expect(await payouts.claimUnfinished(10, new Date(Date.now() + 3_600_000))).toHaveLength(1)
        expect(await new AttentionLists(knex).count({})).toBe(4)
        const numbers = { unsettled: 2, events_unmatched: 1 }
        expect(await new HealthStore(knex).numbers(NOW, ["default"])).toMatchObject(numbers)
        const inserted = await payments.insert(newPayment(NOW), NOW)
        expect(await payments.byToken(inserted.token)).toMatchObject({ status: "awaiting_payment" })
      })
    },
    false,
    last,
  )
})
