import type { InferTypeOf } from "@medusajs/framework/types"
import type { CryptoAction } from "../models/action"
import type { CryptoConnection } from "../models/connection"
import type { CryptoJob } from "../models/job"
import type { CryptoPayment } from "../models/payment"
import type { CryptoPaymentLink } from "../models/payment-link"
import type { CryptoPayout } from "../models/payout"
import type { CryptoPayoutRequest } from "../models/payout-request"
import type { CryptoWebhookEvent } from "../models/webhook-event"

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
