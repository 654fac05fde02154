import { model } from "@medusajs/framework/utils"

export const WEBHOOK_EVENT_STATES = ["received", "processed", "ignored", "unmatched", "failed", "closed"] as const

/**
 * A verified event as it was received. `received` must be processed; `processed` and `ignored` are done; `unmatched`
 * names no known payment and, after some retries, waits for a person; `failed` is retried; `closed` was closed by a
 * person.
 */
export const CryptoWebhookEvent = model
  .define(
    { name: "CryptoWebhookEvent", tableName: "crypto_webhook_event" },
    {
      id: model.id({ prefix: "cevt" }).primaryKey(),
      connection_id: model.text(),
      digest: model.text(),
      kind: model.text().nullable(),
      /** Signed with the secret that every sandbox has, so it says nothing about live money. */
      test_only: model.boolean().default(false),
      /** Empty once `body_deleted_at` is set. The digest stays, so a repeated event is still recognized. */
      body: model.text(),
      body_deleted_at: model.dateTime().nullable(),
      state: model.enum([...WEBHOOK_EVENT_STATES]).default("received"),
      attempts: model.number().default(0),
      next_attempt_at: model.dateTime().nullable(),
      last_error: model.text().nullable(),
      /** Our payment, once found. */
      payment_id: model.text().nullable(),
      /** Number of repeated deliveries. */
      duplicates: model.number().default(0),
      processed_at: model.dateTime().nullable(),
    },
  )
  .indexes([
    { name: "IDX_crypto_webhook_event_digest", on: ["connection_id", "digest"], unique: true },
    { name: "IDX_crypto_webhook_event_due", on: ["next_attempt_at"], where: "next_attempt_at IS NOT NULL" },
    { name: "IDX_crypto_webhook_event_connection", on: ["connection_id", "created_at"] },
    { name: "IDX_crypto_webhook_event_payment", on: ["payment_id"], where: "payment_id IS NOT NULL" },
    { name: "IDX_crypto_webhook_event_created", on: ["created_at", "id"] },
    // Bodies to delete, oldest first, by connection, because each has its own setting.
    {
      name: "IDX_crypto_webhook_event_body",
      on: ["connection_id", "created_at", "id"],
      where: "body_deleted_at IS NULL AND state IN ('processed', 'ignored', 'closed')",
    },
    // Events that may need a person, for one list with such payments, newest first.
    {
      name: "IDX_crypto_webhook_event_attention",
      on: ["created_at"],
      where: "state IN ('unmatched', 'failed')",
    },
    // Counts by state, and of those that failed a given number of times.
    {
      name: "IDX_crypto_webhook_event_trouble",
      on: ["state", "attempts"],
      where: "state IN ('unmatched', 'failed')",
    },
  ])
