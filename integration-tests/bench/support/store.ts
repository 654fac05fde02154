import { fork } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import { request } from "undici"
import type { Knex } from "../../../src/modules/crypto-payments/stores/rows"
import { startSandbox } from "../../../src/sandbox"
import type { createCleanup } from "../../support/cleanup"
import { sign, unixNow } from "../../support/events"
import { runMedusa } from "../../support/medusa-process"
import { newSecret, pluginEnv, serverEnv, webhookUrl } from "../../support/plugin-env"
import { startPostgres } from "../../support/postgres"
import { seedByCommand } from "../../support/seed-by-command"
import { createStore } from "../../support/store"
import { until } from "../../support/until"
import { atOnce } from "./measure"
import { startProbed } from "./probed-server"

const ROOT = resolve(__dirname, "../../..")
const DATABASE = "medusa_bench"

export const STRIPE_PROVIDER = "pp_stripe_stripe"
export const PLAIN_PROVIDER = "pp_plain_plain"

/** The project's config with two more payment providers. */
const CONFIG = `const { default: config } = require("../../medusa-config")
const stripe = { apiKey: "sk_test_of_nobody", webhookSecret: process.env.BENCH_STRIPE_SECRET }
config.modules.payment.options.providers.push(
  { resolve: "@medusajs/medusa/payment-stripe", id: "stripe", options: stripe },
  { resolve: ${JSON.stringify(join(__dirname, "plain-provider.cjs"))}, id: "plain" },
)
module.exports = { default: config }
`

/** Makes a folder to start Medusa from, with this medusa-config. */
export function folderWith(name: string, config: string): string {
  const folder = join(ROOT, ".medusa", `${name}-${process.pid}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  // Medusa's command line tool requires a package.json that names it.
  writeFileSync(join(folder, "package.json"), '{ "private": true, "devDependencies": { "@medusajs/cli": "*" } }\n')
  writeFileSync(join(folder, "medusa-config.js"), config)
  return folder
}

/**
 * A service that answers every request with a new payment, or with a new payment intent of Stripe. It has its own
 * process, so that its CPU is not counted.
 */
export async function startLoopback(): Promise<{ url: string; port: number; stop: () => Promise<void> }> {
  const child = fork(join(__dirname, "loopback-server.mjs"), { execArgv: [] })
  const ended = once(child, "exit")
  const [port] = (await Promise.race([once(child, "message"), ended])) as [number]
  const stop = async () => {
    if (child.connected) child.disconnect()
    await ended
  }
  return { port, url: `http://127.0.0.1:${port}`, stop }
}

export type BenchStore = Awaited<ReturnType<typeof startStoreBesideStripe>>

/** A seeded store with three payment providers and one server, on its own PostgreSQL that writes commits to disk. */
export async function startStoreBesideStripe(cleanup: ReturnType<typeof createCleanup>) {
  const postgres = await startPostgres({ durable: true })
  cleanup.add(postgres.stop)
  // High enough that the service's cap does not limit the benchmark.
  const sandbox = await startSandbox({ deliveryRetryMs: [], perMinuteCap: 1_000_000 })
  cleanup.add(sandbox.close)
  await postgres.createDatabase(DATABASE)
  const knex = ModulesSdkUtils.createPgConnection({ clientUrl: postgres.url(DATABASE) }) as unknown as Knex
  cleanup.add(() => knex.destroy())
  const stripe = await startLoopback()
  cleanup.add(stripe.stop)
  const [endpointSecret, stripeSecret] = [newSecret(), `whsec_${newSecret()}`]
  const env = {
    ...serverEnv(postgres.url(DATABASE), postgres.scratch),
    ...pluginEnv(sandbox, endpointSecret),
    ADMIN_DISABLED: "true",
    BENCH_STRIPE_SECRET: stripeSecret,
    BENCH_STRIPE_PORT: String(stripe.port),
  }
  await runMedusa(["db:migrate"], { cwd: ROOT, env })
  const seed = await seedByCommand({ email: "admin@example.com", password: newSecret() }, { cwd: ROOT, env })
  const cwd = folderWith("bench", CONFIG)
  cleanup.add(() => rmSync(cwd, { recursive: true, force: true }))
  symlinkSync(join(ROOT, "src"), join(cwd, "src"), "junction")
  const server = await startProbed({ cwd, env }, [join(__dirname, "stripe-by-loopback.cjs")])
  cleanup.add(server.kill)
  /** Adds a provider to the region: the seed's regions have only the plugin's and Medusa's manual one. */
  const offer = (provider: string) =>
    knex("region_payment_provider").insert({
      id: `regpp_${provider}`,
      region_id: seed.regions.usd,
      payment_provider_id: provider,
    })
  return { server, sandbox, seed, knex, endpointSecret, stripeSecret, offer }
}

/** A signed event, its target, and the status of the expected answer. */
export type Delivery = { url: string; header: string; body: string; signature: string; status: number }

/** An event as the service sends it now to the plugin's route. A forged one must be refused. */
export function serviceEvent({ server, endpointSecret }: BenchStore, event: object, genuine = true): Delivery {
  const body = JSON.stringify(event)
  const signature = sign(body, genuine ? endpointSecret : "forged", unixNow())
  return { url: webhookUrl(server.url), header: "service-signature", body, signature, status: genuine ? 200 : 401 }
}

/** Throws on another status, because a refused event costs less and would improve the result. */
export async function deliver({ url, header, body, signature, status }: Delivery): Promise<void> {
  const headers = { "content-type": "application/json", [header]: signature }
  const answer = await request(url, { method: "POST", headers, body })
  await answer.body.dump()
  if (answer.statusCode !== status) throw new Error(`${url} answered ${answer.statusCode} instead of ${status}`)
}

export type Placed = { paymentId: string; orderId: string; sessionId: string; amount: number }

let shoppers = 0

/** Places orders that wait for their payment, each by another shopper. */
export async function placeOrders({ server, seed }: BenchStore, count: number, provider: string): Promise<Placed[]> {
  const store = createStore(server.url, seed)
  const placed: Placed[] = []
  await atOnce(6, Array(count).keys(), async () => {
    const cart = await store.makeCart({ email: `shopper-${++shoppers}@example.com` })
    const { id: sessionId, data, amount } = await store.openSession(cart, { provider })
    const { orderId } = await store.placeOrder(cart)
    placed.push({ paymentId: data.payment_id, orderId, sessionId, amount })
  })
  return placed
}

/**
 * Waits until all orders are captured and have the money in their ledger.
 * @returns the later of both times by order id, in Unix milliseconds
 */
export async function capturedAt({ knex }: BenchStore, orders: readonly Placed[]): Promise<Map<string, number>> {
  const ids = orders.map(({ orderId }) => orderId)
  const entries = async () => {
    const { rows } = await knex.raw(
      `SELECT entry.order_id AS id, greatest(entry.created_at, capture.created_at) AS at
         FROM order_transaction AS entry JOIN capture ON capture.id = entry.reference_id
        WHERE entry.order_id = ANY(?) AND entry.deleted_at IS NULL`,
      [ids],
    )
    return rows.length >= ids.length && (rows as { id: string; at: Date }[])
  }
  const rows = await until("every order is captured", entries, 180_000)
  if (rows.length !== ids.length) throw new Error(`${ids.length} orders have ${rows.length} entries in their ledgers`)
  return new Map(rows.map(({ id, at }) => [id, at.getTime()]))
}
