import type { InferTypeOf } from "@medusajs/framework/types"
import { CryptoAction } from "../models/action"
import { CryptoConnection } from "../models/connection"
import { CryptoJob } from "../models/job"
import { CryptoPayment, CryptoPaymentLink } from "../models/payment"
import { CryptoPayout, CryptoPayoutRequest } from "../models/payout"
import { CryptoWebhookEvent } from "../models/webhook-event"

export type ActionRow = InferTypeOf<typeof CryptoAction>
export type ConnectionRow = InferTypeOf<typeof CryptoConnection>
export type JobRow = InferTypeOf<typeof CryptoJob>
export type PaymentRow = InferTypeOf<typeof CryptoPayment>
export type PaymentLinkRow = InferTypeOf<typeof CryptoPaymentLink>
export type WebhookEventRow = InferTypeOf<typeof CryptoWebhookEvent>
export type PayoutRow = InferTypeOf<typeof CryptoPayout>
export type PayoutRequestRow = InferTypeOf<typeof CryptoPayoutRequest>

/** Medusa's shared knex, for hand-written statements. */
export type Knex = import("@medusajs/framework/mikro-orm/knex").Knex

export type Query = ReturnType<Knex>

/** Recognized by PostgreSQL's SQLSTATE. */
export const isUniqueViolation = (error: unknown): boolean => (error as { code?: unknown }).code === "23505"

export const MODELS = {
  CryptoAction,
  CryptoConnection,
  CryptoJob,
  CryptoPayment,
  CryptoPaymentLink,
  CryptoPayout,
  CryptoPayoutRequest,
  CryptoWebhookEvent,
}

/** Recognizes PostgreSQL's codes for a table and a column that do not exist. */
export const lacksSchema = (error: unknown): boolean =>
  ["42P01", "42703"].includes(String((error as { code?: unknown } | null | undefined)?.code))

/**
 * Whether a table of the plugin does not exist, because none of its migrations ran. PostgreSQL names the table in the
 * language of `lc_messages`, and knex puts the statement and " - " before it.
 */
export const lacksOwnTable = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  error.code === "42P01" &&
  /\bcrypto_/.test(error.message.split(" - ").at(-1) ?? "")

/** The first table that is missing or lacks a column, because migrations did not run; undefined if none does. */
export async function tableToMigrate(knex: Knex): Promise<string | undefined> {
  for (const model of Object.values(MODELS)) {
    const { tableName, schema } = model.parse()
    try {
      await knex(tableName).select(Object.keys(schema)).limit(0)
    } catch (error) {
      if (lacksSchema(error)) return tableName
      throw error
    }
  }
  return undefined
}
