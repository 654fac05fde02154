import { model } from "@medusajs/framework/utils"
import { PAYMENT_STATES } from "../../../core/payment/payment-life"

/** One payment request at the service. Amounts are integers as text: exact, whatever their size. */
export const CryptoPayment = model
  .define(
    { name: "CryptoPayment", tableName: "crypto_payment" },
    {
      id: model.id({ prefix: "cpay" }).primaryKey(),
      connection_id: model.text(),
      /** The service's payment id. */
      external_id: model.text().searchable(),
      test_mode: model.boolean(),
      /** Fingerprint of the account that asked for it (core/connection/account.ts); null for rows older than this column. */
      account: model.text().nullable(),
      payment_collection_id: model.text(),
      session_id: model.text().nullable(),
      cart_id: model.text().nullable(),
      order_id: model.text().nullable(),
      asset: model.text(),
      /** The chain as the service named it. */
      chain: model.text(),
      /** The chain that was asked for; null if the service infers the only one. */
      asked_chain: model.text().nullable(),
      address: model.text().searchable(),
      uri: model.text(),
      pay_amount_base: model.text(),
      decimals: model.number(),
      amount_minor: model.text(),
      /** ISO 4217, in capitals. */
      currency: model.text(),
      /** Price of one whole unit of the asset, as the service wrote it. */
      rate: model.text(),
      quote_expires_at: model.dateTime(),
      /** From then on the quote is replaced rather than shown again. */
      renew_at: model.dateTime(),
      status: model.enum([...PAYMENT_STATES]).default("awaiting_payment"),
      /** The service's last status word, kept as it was. */
      remote_status: model.text().nullable(),
      confirmations: model.number().default(0),
      /** When a look-up first found money on its way; null if the last one found none. */
      seen_at: model.dateTime().nullable(),
      /** 128 bits that let a shopper see this payment and nothing else. */
      token: model.text(),
      /** When to look or try to settle next; null when nothing happens automatically. */
      next_check_at: model.dateTime().nullable(),
      /**
       * 0: paid and to be settled, or its quote lives or just ran out; 1: watched for latecomers. Zero goes first.
       * 2: parked until its connection is registered again.
       */
      due_rank: model.number().default(0),
      /** A lease: a worker holds this row until then. */
      leased_until: model.dateTime().nullable(),
      /** While the lease lasts, no other payment of the same order is captured. */
      holds_order: model.boolean().default(false),
      /** When to judge next whether to cancel the unpaid order; null: nothing is left to judge. Claiming the row moves it. */
      unpaid_check_at: model.dateTime().nullable(),
      /** When we began to cancel the order: after a crash the store is still owed the event. */
      canceling_at: model.dateTime().nullable(),
      /** The shopper last confirmed it as the payment of an order that was about to be placed. */
      confirmed_at: model.dateTime().nullable(),
      /** When the service last answered for this address, if one look at all addresses of an order to cancel takes several turns. */
      found_unpaid_at: model.dateTime().nullable(),
      /** A lease on a collection's first payment: one request asks for a new quote until then, and others wait. */
      renewing_until: model.dateTime().nullable(),
      /** When to note the payment on its order and tell the store; null: done. Claiming the row moves it. */
      note_at: model.dateTime().nullable(),
      /** When the store was told that this is awaited, once per payment collection. */
      told_at: model.dateTime().nullable(),
      settle_attempts: model.number().default(0),
      /** What first reported the money: an event or a look-up. */
      completed_by: model.text().nullable(),
      completed_at: model.dateTime().nullable(),
      settled_at: model.dateTime().nullable(),
      superseded_at: model.dateTime().nullable(),
      closed_at: model.dateTime().nullable(),
      attention_reason: model.text().nullable(),
      attention_detail: model.text().nullable(),
      attention_at: model.dateTime().nullable(),
      /** Every reason so far with the time when it began, oldest first. */
      attention_log: model.json().nullable(),
    },
  )
  .indexes([
    { name: "IDX_crypto_payment_external", on: ["connection_id", "external_id"], unique: true },
    { name: "IDX_crypto_payment_token", on: ["token"], unique: true },
    { name: "IDX_crypto_payment_collection", on: ["payment_collection_id"] },
    { name: "IDX_crypto_payment_session", on: ["session_id"], where: "session_id IS NOT NULL" },
    { name: "IDX_crypto_payment_order", on: ["order_id"], where: "order_id IS NOT NULL" },
    // One session is settled once: a second address paid for it is money that came twice.
    { name: "IDX_crypto_payment_settled_session", on: ["session_id"], unique: true, where: "status = 'settled'" },
    // The sweep's own: only what is unfinished is in it, in the order in which it is taken.
    { name: "IDX_crypto_payment_due", on: ["due_rank", "next_check_at"], where: "next_check_at IS NOT NULL" },
    // What waits on a connection that medusa-config no longer registers, and what of it was parked.
    {
      name: "IDX_crypto_payment_unfinished",
      on: ["connection_id", "due_rank", "quote_expires_at"],
      where: "next_check_at IS NOT NULL",
    },
    { name: "IDX_crypto_payment_note", on: ["note_at"], where: "note_at IS NOT NULL" },
    // By connection, since each has its own setting. In it are carts until shortly after their quote, and orders that wait.
    {
      name: "IDX_crypto_payment_unpaid_check",
      on: ["connection_id", "unpaid_check_at"],
      where: "unpaid_check_at IS NOT NULL",
    },
    // The orders alone, for the health page.
    {
      name: "IDX_crypto_payment_waiting",
      on: ["created_at"],
      where: "order_id IS NOT NULL AND unpaid_check_at IS NOT NULL AND status IN ('awaiting_payment', 'expired')",
    },
    // Paid and on no order yet, the oldest first: a handful, unless something is wrong.
    { name: "IDX_crypto_payment_unsettled", on: ["completed_at"], where: "status = 'completed'" },
    // What came in within a range of time.
    { name: "IDX_crypto_payment_completed", on: ["completed_at"], where: "completed_at IS NOT NULL" },
    // What needs a person, and how much of it for one reason.
    { name: "IDX_crypto_payment_attention", on: ["attention_reason"], where: "attention_reason IS NOT NULL" },
    // The admin's list, newest first, whole or by one of its filters. Two more, for prefixes of ids and addresses,
    // are in the migration alone, since the model has no word for their operator class.
    { name: "IDX_crypto_payment_created", on: ["created_at", "id"] },
    { name: "IDX_crypto_payment_status", on: ["status", "created_at", "id"] },
    { name: "IDX_crypto_payment_asset", on: ["asset", "created_at", "id"] },
    { name: "IDX_crypto_payment_connection", on: ["connection_id", "created_at", "id"] },
  ])
