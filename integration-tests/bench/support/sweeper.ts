import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { CRYPTO_PAYMENTS_MODULE, CryptoPaymentsService } from "../../../src/modules/crypto-payments/service"
import type { Knex } from "../../../src/modules/crypto-payments/stores/rows"
import type { Sandbox } from "../../../src/sandbox"
import { StoreApiClient } from "../../../src/store-api/client"
import { contextOf } from "../../../src/workflows/context"
import { sweep } from "../../../src/workflows/sweep/sweep"
import type { Setting } from "./measure"

const WISH = { asset: "BTC", amount: { minor: 2550, currency: "USD" } } as const

/** Creates payments at the service and lets their quotes expire. Returns the service's ids. */
export async function expiredPayments(sandbox: Sandbox, count: number): Promise<string[]> {
  const ids = await createdPayments(sandbox, count)
  for (const id of ids) sandbox.expire(id)
  return ids
}

/** Creates payments at the service. Returns the service's ids. */
export async function createdPayments(sandbox: Sandbox, count: number): Promise<string[]> {
  const client = new StoreApiClient({ ...sandbox, baseUrl: sandbox.url, allowPrivate: true })
  try {
    const ids: string[] = []
    for (let made = 0; made < count; made++) ids.push((await client.createPayment(WISH)).id)
    return ids
  } finally {
    await client.close()
  }
}

/** Gives these ids of the service to due payments. */
export async function nameDue(knex: Knex, ids: readonly string[], now: Date): Promise<void> {
  await knex.raw(
    `UPDATE crypto_payment AS payment
        SET external_id = given.id
       FROM (SELECT id, row_number() OVER (ORDER BY next_check_at) AS n FROM crypto_payment
              WHERE next_check_at <= ? AND due_rank = 1 AND deleted_at IS NULL
              ORDER BY next_check_at LIMIT ?) AS due
       JOIN unnest(?::text[]) WITH ORDINALITY AS given (id, n) USING (n)
      WHERE payment.id = due.id`,
    [now, ids.length, ids] as never,
  )
}

/**
 * The sweep on a database without Medusa. Due payments that are unpaid are only looked up and given back, which needs
 * nothing of Medusa.
 */
export function sweeperOf(knex: Knex, sandbox: Sandbox, cleanup: Setting["cleanup"]): () => ReturnType<typeof sweep> {
  const options = {
    baseUrl: sandbox.url,
    apiKey: sandbox.apiKey,
    secretKey: sandbox.secretKey,
    endpointSecret: "whsec_of_nobody",
    // The highest value, so that the limit does not slow the benchmark.
    lookupsPerMinute: 10_000,
  }
  const provider = { resolve: require.resolve("../../../src/providers/crypto"), id: "default", options }
  const configModule = { modules: { [Modules.PAYMENT]: { options: { providers: [provider] } } } }
  const module = new CryptoPaymentsService({ __pg_connection__: knex, configModule })
  cleanup.add(module.__hooks.onApplicationShutdown)
  const container = {
    resolve: (name: string) => {
      if (name === CRYPTO_PAYMENTS_MODULE) return module
      throw new Error(`the sweep asked for ${name}`)
    },
  } as unknown as MedusaContainer
  return () => sweep(contextOf(container))
}
