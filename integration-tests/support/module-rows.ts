import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { ConnectionSettings } from "../../src/core/connection/settings"
import type { ConnectionRow, Knex, PaymentRow, WebhookEventRow } from "../../src/modules/crypto-payments/stores/rows"
import { cryptoPayments } from "./crypto-payments"
import type { Shop } from "./medusa"
import { newEvent } from "./module-database"
import { until } from "./until"

/** Medusa's own connection to the database. */
export const knexOf = (container: MedusaContainer): Knex => container.resolve(ContainerRegistrationKeys.PG_CONNECTION)

/** Every event that was stored, oldest first. */
export const storedEvents = async (container: MedusaContainer): Promise<WebhookEventRow[]> =>
  knexOf(container)("crypto_webhook_event").orderBy("created_at")

/** Stores an event that names no payment of the store and is no longer retried. Returns its id. */
export async function storeUnmatched(container: MedusaContainer, body: object, at = new Date()): Promise<string> {
  const text = JSON.stringify(body)
  const { id } = await cryptoPayments(container).events.store(newEvent({ digest: text.slice(0, 64), body: text }), at)
  const given = { state: "unmatched", attempts: 5, next_attempt_at: null, last_error: "unknown_payment" }
  await knexOf(container)("crypto_webhook_event").where({ id }).update(given)
  return id
}

/** Every payment of ours, oldest first. */
export const paymentRows = async (container: MedusaContainer): Promise<PaymentRow[]> =>
  knexOf(container)("crypto_payment").orderBy("created_at")

/** Whether no worker holds an event or a payment. */
export async function isQuiet(container: MedusaContainer): Promise<boolean> {
  const knex = knexOf(container)
  const events = await knex("crypto_webhook_event").where({ state: "received" })
  const payments = await knex("crypto_payment").where("leased_until", ">", new Date())
  return events.length + payments.length === 0
}

/** Resolves when no worker holds an event or a payment, so that no work continues after a test. */
export const untilQuiet = (container: MedusaContainer): Promise<true> =>
  until("all work on events and payments is done", async () => {
    if (!(await isQuiet(container))) return false
    // Nothing is held between an event's end and the claim of its payment.
    await cryptoPayments(container).drain.idle()
    return isQuiet(container)
  })

/** Changes the row of the default connection, and lets its settings be read anew. */
export async function patchConnection({ container }: Pick<Shop, "container">, patch: Partial<ConnectionRow>) {
  const module = cryptoPayments(container)
  await module.connections.patch("default", patch, new Date())
  module.forget("default")
}

/** Works with other settings of the default connection. */
export async function withSettings<T>(
  { container }: Pick<Shop, "container">,
  change: Partial<ConnectionSettings>,
  work: () => Promise<T>,
): Promise<T> {
  const module = cryptoPayments(container)
  const settings = await module.settingsOf("default")
  if (!settings) throw new Error("the connection is not set up")
  const other = jest.spyOn(module, "settingsOf").mockResolvedValue({ ...settings, ...change })
  return work().finally(() => other.mockRestore())
}
