import { model } from "@medusajs/framework/utils"

/** What a person sent back by hand, and the Medusa refund it became. */
export const CryptoPayout = model
  .define(
    { name: "CryptoPayout", tableName: "crypto_payout" },
    {
      id: model.id({ prefix: "cpo" }).primaryKey(),
      /** Our payment row. */
      payment_id: model.text(),
      /** The value in minor units of the order's currency, as in Medusa's ledger. */
      amount_minor: model.text(),
      currency: model.text(),
      /** What was sent, in base units of the asset. */
      sent_base: model.text(),
      asset: model.text(),
      chain: model.text(),
      address: model.text(),
      transaction_id: model.text(),
      note: model.text().nullable(),
      created_by: model.text().nullable(),
      /** The row's former values before each correction, oldest first, with who corrected it and when. */
      corrections: model.json().nullable(),
      /** Null until Medusa's refund exists. */
      medusa_refund_id: model.text().nullable(),
      /** When address, note and former values were deleted, so that they are empty. */
      payee_deleted_at: model.dateTime().nullable(),
      /** When every ledger had it. Until then the sweep tries to finish it; `updated_at` is when it was claimed. */
      booked_at: model.dateTime().nullable(),
    },
  )
  .indexes([
    { name: "IDX_crypto_payout_unfinished", on: ["updated_at"], where: "booked_at IS NULL" },
    { name: "IDX_crypto_payout_created", on: ["created_at", "id"] },
    // Payouts whose payee's data the retention deletes next, oldest first.
    {
      name: "IDX_crypto_payout_payee",
      on: ["created_at", "id"],
      where: "payee_deleted_at IS NULL AND booked_at IS NOT NULL",
    },
    { name: "IDX_crypto_payout_transaction", on: ["payment_id", "transaction_id"], unique: true },
    {
      name: "IDX_crypto_payout_medusa_refund",
      on: ["medusa_refund_id"],
      unique: true,
      where: "medusa_refund_id IS NOT NULL",
    },
  ])

/** The link that asks a shopper where to send the money of a payment back to, and the address that was entered. */
export const CryptoPayoutRequest = model
  .define(
    { name: "CryptoPayoutRequest", tableName: "crypto_payout_request" },
    {
      id: model.id({ prefix: "cpor" }).primaryKey(),
      /** Our payment row. */
      payment_id: model.text(),
      /** SHA-256 of the link's 128 random bits, so that nobody who reads this table can use the link. */
      token_hash: model.text(),
      link_ends_at: model.dateTime(),
      /** The network and the address that the shopper entered; null until then. The first entry stands. */
      chain: model.text().nullable(),
      address: model.text().nullable(),
      entered_at: model.dateTime().nullable(),
    },
  )
  .indexes([
    // A payment has one link. A newer one replaces it.
    { name: "IDX_crypto_payout_request_payment", on: ["payment_id"], unique: true },
    { name: "IDX_crypto_payout_request_token", on: ["token_hash"], unique: true },
    // For the retention time.
    { name: "IDX_crypto_payout_request_created", on: ["created_at"] },
  ])
