import { randomBytes } from "node:crypto"
import { resolve } from "node:path"
import { MikroORM } from "@medusajs/framework/mikro-orm/postgresql"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import { LOOKUP_PRIORITIES } from "../../src/core/payment/schedule"
import { ConnectionStore } from "../../src/modules/crypto-payments/stores/connections"
import { EventStore, type NewEvent } from "../../src/modules/crypto-payments/stores/events"
import { MarkStore } from "../../src/modules/crypto-payments/stores/marks"
import { PaymentLeases } from "../../src/modules/crypto-payments/stores/money-leases"
import { PaymentQueue } from "../../src/modules/crypto-payments/stores/payment-queue"
import { type NewPayment, PaymentStore, type ReuseKey } from "../../src/modules/crypto-payments/stores/payments"
import { type NewPayout, PayoutStore } from "../../src/modules/crypto-payments/stores/payouts"
import type { Knex, PaymentRow } from "../../src/modules/crypto-payments/stores/rows"
import { dropDatabase, maintain, urlOf } from "./databases"
import { recordStatements } from "./released"

/** The present of a test that gives the stores their clock. */
export const NOW = new Date("2026-03-01T12:00:00Z")
export const later = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000)

/** The module's tables on a real PostgreSQL, and their stores, without Medusa. */
export type ModuleDatabase = ReturnType<typeof storesOn>

const storesOn = (knex: Knex) => ({
  knex,
  payments: new PaymentStore(knex),
  marks: new MarkStore(knex),
  paymentLeases: new PaymentLeases(knex),
  paymentQueue: new PaymentQueue(knex),
  events: new EventStore(knex),
  connections: new ConnectionStore(knex),
  payouts: new PayoutStore(knex),
  /** These change a row without the checks of the plugin's own code, and return how many rows they found. */
  forcePayment: async (id: string, patch: object): Promise<number> =>
    knex("crypto_payment").where({ id }).update(patch),
  forceEvent: async (id: string, patch: object): Promise<number> =>
    knex("crypto_webhook_event").where({ id }).update(patch),
})

const MIGRATIONS = resolve(__dirname, "../../src/modules/crypto-payments/migrations")

/** Enough connections for twenty workers at once. Medusa's default pool would queue them. */
const pool = { min: 0, max: 25 }

/** Connects to a database of the PostgreSQL that the environment names. */
export const connect = (database: string): Knex =>
  ModulesSdkUtils.createPgConnection({ clientUrl: urlOf(database), pool }) as unknown as Knex

/**
 * Runs the module's migrations.
 * @param last the migration to stop after
 */
export async function migrate(knex: Knex, direction: "up" | "down", last?: string): Promise<string[]> {
  const orm = await MikroORM.init({
    clientUrl: knex.client.config.connection.connectionString,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    migrations: { path: MIGRATIONS, glob: "Migration*.ts", snapshot: false, silent: true },
  } as never)
  try {
    const migrator = orm.getMigrator()
    const done =
      direction === "up" ? await migrator.up(last ? { to: last } : undefined) : await migrator.down({ to: 0 })
    return done.map(({ name }) => name)
  } finally {
    await orm.close(true)
  }
}

/**
 * A `describe` with its own migrated database.
 * @param emptied whether its tables are emptied before each test
 * @param last the migration to stop after: the schema of a release
 */
export function describeModule(
  title: string,
  tests: (database: ModuleDatabase) => void,
  emptied = true,
  last?: string,
): void {
  describe(title, () => {
    const database = {} as ModuleDatabase
    const name = `module-${randomBytes(6).toString("hex")}`

    beforeAll(async () => {
      await maintain((client) => client.query(`CREATE DATABASE "${name}"`))
      const knex = connect(name)
      await migrate(knex, "up", last)
      recordStatements(knex)
      Object.assign(database, storesOn(knex))
    })

    beforeEach(async () => {
      if (!emptied) return
      await database.knex.raw("TRUNCATE crypto_payment, crypto_webhook_event, crypto_connection, crypto_payout")
    })

    afterAll(async () => {
      await database.knex?.destroy()
      await dropDatabase(name)
    })

    tests(database)
  })
}

/** Calls the work twenty times at once, as twenty processes would. */
export const twenty = <T>(work: (worker: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 20 }, (_, worker) => work(worker)))

/** An event of a completed payment. Its digest is always the same. */
export const newEvent = (wish: Partial<NewEvent> = {}): NewEvent => ({
  connectionId: "default",
  digest: "0".repeat(64),
  kind: "payment.completed",
  body: "{}",
  testOnly: false,
  ignored: false,
  ...wish,
})

let made = 0

/** A payout of $10.00 with its own transaction. */
export function newPayout(wish: Partial<NewPayout> = {}): NewPayout {
  made += 1
  return {
    payment_id: "cpay_1",
    amount_minor: "1000",
    currency: "USD",
    sent_base: "15000",
    asset: "BTC",
    chain: "bitcoin",
    address: "tb1qpayer",
    transaction_id: `tx_${made}`,
    note: null,
    created_by: "user_1",
    ...wish,
  }
}

/** The request that reuses `newPayment`. */
export const REUSE_KEY: ReuseKey = {
  connection_id: "default",
  payment_collection_id: "pay_col_1",
  amount_minor: "2550",
  currency: "USD",
  asset: "BTC",
  asked_chain: null,
  account: "of the present account",
}

/** A new payment whose quote is valid for a quarter of an hour after `now`. */
export function newPayment(now: Date, wish: Partial<NewPayment> = {}): NewPayment {
  made += 1
  const quote_expires_at = wish.quote_expires_at ?? new Date(now.getTime() + 15 * 60_000)
  return {
    connection_id: "default",
    external_id: `pay_${made}`,
    test_mode: true,
    account: "of the present account",
    payment_collection_id: "pay_col_1",
    session_id: "payses_1",
    asset: "BTC",
    chain: "bitcoin",
    asked_chain: null,
    address: `tb1q${made}`,
    uri: `bitcoin:tb1q${made}?amount=0.0004`,
    pay_amount_base: "40000",
    decimals: 8,
    amount_minor: "2550",
    currency: "USD",
    rate: "63750.00",
    quote_expires_at,
    renew_at: new Date(now.getTime() + 13 * 60_000),
    remote_status: "awaiting_payment",
    unpaid_check_at: new Date(quote_expires_at.getTime() + 15 * 60_000),
    ...wish,
  }
}

/** Claims everything that a sweep may work on: money to settle, then lookups by rank. */
export async function claimDue(
  queue: PaymentQueue,
  limit: number,
  now: Date,
  connectionId = "default",
): Promise<PaymentRow[]> {
  const claimed = await queue.claimPaid(limit, now)
  for (const rank of Object.values(LOOKUP_PRIORITIES)) {
    if (claimed.length >= limit) break
    claimed.push(...(await queue.claimLookups({ connectionId, rank }, limit - claimed.length, now)))
  }
  return claimed
}
