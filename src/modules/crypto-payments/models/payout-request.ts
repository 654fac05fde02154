import { model } from "@medusajs/framework/utils"

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
