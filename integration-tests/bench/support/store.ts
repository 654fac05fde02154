import { fork } from "node:child_process"
import { once } from "node:events"
import { join, resolve } from "node:path"
import { request } from "undici"
import type { createCleanup } from "../../support/cleanup"
import { sign, unixNow } from "../../support/events"
import { createHome } from "../../support/home"
import { startOwnStore } from "../../support/own-store"
import { newSecret, webhookUrl } from "../../support/plugin-env"
import { environmentOf, type Postgres, startPostgres } from "../../support/postgres"
import { createStore } from "../../support/store"
import { tellsUsage } from "../../support/usage"

export const ROOT = resolve(__dirname, "../../..")

/** Adds two providers to medusa-config, and sends Stripe's requests to the loopback service, over http as ours. */
const MORE_PROVIDERS = `const { BENCH_STRIPE_PORT: port, BENCH_STRIPE_SECRET: webhookSecret } = process.env
const { resolve } = require
const stripe = require(resolve("stripe", { paths: [resolve("@medusajs/payment-stripe")] }))
stripe.prototype.getApiField = function (name) {
  return { protocol: "http", host: "127.0.0.1", port }[name] ?? this._api[name]
}
config.modules.payment.options.providers.push(
  { resolve: "@medusajs/medusa/payment-stripe", id: "stripe", options: { apiKey: "sk_test_of_nobody", webhookSecret } },
  { resolve: ${JSON.stringify(join(__dirname, "plain-provider.cjs"))}, id: "plain" },
)`

export type Cleanup = ReturnType<typeof createCleanup>

/** Answers with new payments, or Stripe's payment intents, in its own process, so that its CPU is not counted. */
export async function startLoopback(cleanup: Cleanup): Promise<number> {
  const server = join(__dirname, "loopback-server.ts")
  const child = fork(join(ROOT, "integration-tests/support/run-typescript.cjs"), [server], { execArgv: [] })
  const ended = once(child, "exit")
  cleanup.add(async () => {
    if (child.connected) child.disconnect()
    await ended
  })
  const [port] = await Promise.race([once(child, "message"), ended])
  return port
}

/** A PostgreSQL that writes commits to disk, found by the helpers of tests. */
export async function startDatabases(cleanup: Cleanup): Promise<Postgres> {
  const postgres = await startPostgres({ durable: true })
  cleanup.add(postgres.stop)
  Object.assign(process.env, environmentOf(postgres), { XDG_CONFIG_HOME: postgres.scratch })
  return postgres
}

/** A seeded store on its own PostgreSQL. @param edit changes its medusa-config; see `createHome` */
export async function startBenchStore(cleanup: Cleanup, edit: string) {
  await startDatabases(cleanup)
  const own = await startOwnStore("bench")
  cleanup.add(own.close)
  const home = createHome(ROOT, edit)
  cleanup.add(home.remove)
  const start = (env: Record<string, string>) => own.start(env, () => undefined, home.folder)
  return { ...own, start, folder: home.folder }
}

export type BenchStore = Awaited<ReturnType<typeof startStoreBesideStripe>>

/** A store with three payment providers and one server. */
export async function startStoreBesideStripe(cleanup: Cleanup) {
  const own = await startBenchStore(cleanup, MORE_PROVIDERS)
  const stripeSecret = `whsec_${newSecret()}`
  const server = await own.start({
    ...tellsUsage,
    BENCH_STRIPE_SECRET: stripeSecret,
    BENCH_STRIPE_PORT: String(await startLoopback(cleanup)),
  })
  const region_id = own.seed.regions.usd
  const offered = ["pp_stripe_stripe", "pp_plain_plain"].map((id) => ({ id, region_id, payment_provider_id: id }))
  await own.knex("region_payment_provider").insert(offered)
  return { ...own, server, stripeSecret, shop: createStore(server.url, own.seed) }
}

/** A signed event, its target, and the status of the expected answer. */
export type Delivery = { url: string; headers: Record<string, string>; body: string; status: number }

/** An event as the service sends it now to the plugin's route. A forged one must be refused. */
export function serviceEvent({ server, endpointSecret }: BenchStore, event: object, genuine = true): Delivery {
  const body = JSON.stringify(event)
  const headers = { "service-signature": sign(body, genuine ? endpointSecret : "forged", unixNow()) }
  return { url: webhookUrl(server.url), headers, body, status: genuine ? 200 : 401 }
}

/** Throws on another status, because a refused event costs less and would improve the result. */
export async function deliver({ url, headers, body, status }: Delivery): Promise<void> {
  const sent = { "content-type": "application/json", ...headers }
  const answer = await request(url, { method: "POST", headers: sent, body })
  await answer.body.dump()
  if (answer.statusCode !== status) throw new Error(`${url} answered ${answer.statusCode} instead of ${status}`)
}
