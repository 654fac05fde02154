import { model } from "@medusajs/framework/utils"

/** What a person may do that changes something. */
export const ACTION_KINDS = [
  "settings_changed",
  "secret_rotated",
  "connection_tested",
  "checked",
  "tried_again",
  "settled_onto_order",
  "payout_recorded",
  "closed",
] as const
export type ActionKind = (typeof ACTION_KINDS)[number]

/** One act of an admin, with who and when: kept for good. */
export const CryptoAction = model
  .define(
    { name: "CryptoAction", tableName: "crypto_action" },
    {
      id: model.id({ prefix: "cact" }).primaryKey(),
      kind: model.enum([...ACTION_KINDS]),
      connection_id: model.text(),
      /** Our payment, where it was done to one. */
      payment_id: model.text().nullable(),
      /** The stored event, where it was done to one. */
      event_id: model.text().nullable(),
      /** The admin user. */
      actor_id: model.text(),
      /** What the person wrote. */
      note: model.text().nullable(),
      /** A code for what came of it, the settings that were changed, or until when the secret before is taken (ISO 8601). Null: begun, and broken off. */
      outcome: model.text().nullable(),
    },
  )
  .indexes([
    { name: "IDX_crypto_action_payment", on: ["payment_id", "created_at"], where: "payment_id IS NOT NULL" },
    // Of a connection's settings alone: nearly all acts are on payments, and would be read past.
    {
      name: "IDX_crypto_action_connection",
      on: ["connection_id", "created_at"],
      where: "payment_id IS NULL AND event_id IS NULL",
    },
  ])
