import { model } from "@medusajs/framework/utils"

/** The link to a page that asks for what an order owes, in the asset that the shopper chooses. */
export const CryptoPaymentLink = model
  .define(
    { name: "CryptoPaymentLink", tableName: "crypto_payment_link" },
    {
      id: model.id({ prefix: "clnk" }).primaryKey(),
      order_id: model.text(),
      connection_id: model.text(),
      /** 128 bits that let a shopper pay this order and see nothing else. */
      token: model.text(),
      /** The admin user or secret API key that made the link; null if the shopper of a paid payment asked for the rest. */
      created_by: model.text().nullable(),
      /** A lease: until this time one request opens a payment through this link, and others wait. */
      opening_until: model.dateTime().nullable(),
    },
  )
  .indexes([
    { name: "IDX_crypto_payment_link_token", on: ["token"], unique: true },
    // An order has one link for each connection.
    { name: "IDX_crypto_payment_link_order", on: ["order_id", "connection_id"], unique: true },
  ])
