import { model } from "@medusajs/framework/utils"

/** One action of an admin, with who and when. Only the entry of an action that was refused is deleted. */
export const CryptoAction = model
  .define(
    { name: "CryptoAction", tableName: "crypto_action" },
    {
      id: model.id({ prefix: "cact" }).primaryKey(),
      kind: model.enum([
        "settings_changed",
        "secret_rotated",
        "connection_tested",
        "checked",
        "tried_again",
        "settled_onto_order",
        "payout_recorded",
        "address_asked",
        "address_reopened",
        "closed",
      ]),
      connection_id: model.text(),
      /** Our payment, if the action is on one. */
      payment_id: model.text().nullable(),
      /** The stored event, if the action is on one. */
      event_id: model.text().nullable(),
      /** The admin user, the secret API key, or the command. */
      actor_id: model.text(),
      /** The admin's note. */
      note: model.text().nullable(),
      /** A code, the changed settings, a payout's amounts, or the former secret's end. Null: it did not finish. */
      outcome: model.text().nullable(),
      /** The changed settings with their former and new values; null for other actions. */
      changes: model.json().nullable(),
    },
  )
  .indexes([
    { name: "IDX_crypto_action_payment", on: ["payment_id", "created_at"], where: "payment_id IS NOT NULL" },
    // Only actions on settings, because nearly all actions are on payments.
    {
      name: "IDX_crypto_action_connection",
      on: ["connection_id", "created_at"],
      where: "payment_id IS NULL AND event_id IS NULL",
    },
  ])
