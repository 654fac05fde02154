import { model } from "@medusajs/framework/utils"
import { PAYMENT_STATES } from "../../../core/payment/lifecycle"

/** One payment request at the service. Amounts are integers as text, so that any size is exact. */
export const CryptoPayment = model
  .define(
    { name: "CryptoPayment", tableName: "crypto_payment" },
    {
      id: model.id({ prefix: "cpay" }).primaryKey(),
      connection_id: model.text(),
      /** The service's payment id. */
      external_id: model.text().searchable(),
      test_mode: model.boolean(),
      /** Fingerprint of the account that requested it (core/connection/account.ts). */
      account: model.text(),
      payment_collection_id: model.text(),
      session_id: model.text().nullable(),
      cart_id: model.text().nullable(),
      order_id: model.text().nullable(),
      asset: model.text(),
      /** The chain as the service named it. */
      chain: model.text(),
      /** The chain in the request; null if the service infers the only one. */
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
      /** From this time on, the quote is replaced and no longer shown again. */
      renew_at: model.dateTime(),
      status: model.enum([...PAYMENT_STATES]).default("awaiting_payment"),
      /** The service's last status word, unchanged. */
      remote_status: model.text().nullable(),
      /** The last lookup's word is in none of the connection's lists, so it may be paid; `seen_at` is set too. */
      status_unknown: model.boolean().default(false),
      confirmations: model.number().default(0),
      /** When a lookup first found money on its way; null if the last lookup found none. See also `closed_at`. */
      seen_at: model.dateTime().nullable(),
      /** 128 bits that let a shopper see this payment and nothing else. */
      token: model.text(),
      /** When to look up or settle next; null if nothing happens automatically. */
      next_check_at: model.dateTime().nullable(),
      /**
       * The rank of lookups: 0 paid and not settled, money on its way, or viewed or confirmed; 1 a valid quote; 2 parked
       * until its connection is registered again; 3 the rest.
       */
      lookup_priority: model.number().default(0),
      /** When its status was first asked for, or its page opened. */
      viewed_at: model.dateTime().nullable(),
      /** When a lookup of the sweep, or a shopper's whose age matters, was last answered. */
      looked_up_at: model.dateTime().nullable(),
      /** A lease: a worker holds this row until this time. */
      leased_until: model.dateTime().nullable(),
      /** While the lease lasts, no other payment of the same order is captured. */
      holds_order: model.boolean().default(false),
      /** When to decide next whether to cancel the unpaid order; null: never again. Also the lease of that work. */
      unpaid_check_at: model.dateTime().nullable(),
      /** When the plugin began to cancel the order. After a crash the store must still get the event. */
      canceling_at: model.dateTime().nullable(),
      /** The shopper last confirmed it as the payment of an order that was about to be placed. */
      confirmed_at: model.dateTime().nullable(),
      /** When a lookup last found it unpaid, if looking up all addresses of an order to cancel takes several rounds. */
      found_unpaid_at: model.dateTime().nullable(),
      /** A lease on a collection's oldest payment: until this time one request asks for a new quote, and others wait. */
      renewing_until: model.dateTime().nullable(),
      /** When to write the order note and notify the store; null: done. Also the lease of that work. */
      order_note_due_at: model.dateTime().nullable(),
      /** When the store was notified that this payment is awaited, once per payment collection. */
      awaiting_event_sent_at: model.dateTime().nullable(),
      /** Failed attempts to settle since the last change of the reason or session; postponing sets it to 1. */
      settle_attempts: model.number().default(0),
      /** What first reported the money: `event <id>` or `lookup`. */
      completed_by: model.text().nullable(),
      completed_at: model.dateTime().nullable(),
      settled_at: model.dateTime().nullable(),
      superseded_at: model.dateTime().nullable(),
      /** When a person closed what needed attention. Unpaid: what was seen until then no longer counts as on its way. */
      closed_at: model.dateTime().nullable(),
      /** The shopper entered where the money goes back to, so it pays for no order until a person asks anew. */
      goes_back_at: model.dateTime().nullable(),
      attention_reason: model.text().nullable(),
      attention_detail: model.text().nullable(),
      attention_at: model.dateTime().nullable(),
      /** Every reason so far with the time when it began, oldest first; null before the first. */
      attention_log: model.json().nullable(),
    },
  )
  .indexes([
    { name: "IDX_crypto_payment_external", on: ["connection_id", "external_id"], unique: true },
    { name: "IDX_crypto_payment_token", on: ["token"], unique: true },
    { name: "IDX_crypto_payment_collection", on: ["payment_collection_id"] },
    { name: "IDX_crypto_payment_session", on: ["session_id"], where: "session_id IS NOT NULL" },
    { name: "IDX_crypto_payment_order", on: ["order_id"], where: "order_id IS NOT NULL" },
    // One session is settled once. A second payment for it is a double payment.
    { name: "IDX_crypto_payment_settled_session", on: ["session_id"], unique: true, where: "status = 'settled'" },
    // For the sweep: the addresses that a connection watches, in the order in which they are looked up.
    {
      name: "IDX_crypto_payment_lookup",
      on: ["connection_id", "lookup_priority", "next_check_at"],
      where: "next_check_at IS NOT NULL AND status IN ('awaiting_payment', 'expired')",
    },
    // For the sweep: quotes whose end must be marked. An expired one leaves this index.
    {
      name: "IDX_crypto_payment_quote_end",
      on: ["connection_id", "quote_expires_at"],
      where: "status = 'awaiting_payment' AND next_check_at IS NOT NULL",
    },
    // For the sweep: money to settle, in the order in which it is claimed. These are few.
    {
      name: "IDX_crypto_payment_paid_due",
      on: ["next_check_at"],
      where: "next_check_at IS NOT NULL AND status IN ('completed', 'attention') AND lookup_priority <> 2",
    },
    // Unfinished payments of a connection that medusa-config no longer registers, and those that were parked.
    {
      name: "IDX_crypto_payment_unfinished",
      on: ["connection_id", "lookup_priority", "quote_expires_at"],
      where: "next_check_at IS NOT NULL",
    },
    { name: "IDX_crypto_payment_order_note", on: ["order_note_due_at"], where: "order_note_due_at IS NOT NULL" },
    // By connection, because each has its own setting. Contains carts until shortly after their quote expires, and
    // orders that wait for their payment.
    {
      name: "IDX_crypto_payment_unpaid_check",
      on: ["connection_id", "unpaid_check_at"],
      where: "unpaid_check_at IS NOT NULL",
    },
    // Only the waiting orders, for the health page.
    {
      name: "IDX_crypto_payment_waiting",
      on: ["created_at"],
      where: "order_id IS NOT NULL AND unpaid_check_at IS NOT NULL AND status IN ('awaiting_payment', 'expired')",
    },
    // Paid and not on an order yet, oldest first. These are few, unless something is wrong.
    { name: "IDX_crypto_payment_unsettled", on: ["completed_at"], where: "status = 'completed'" },
    // Payments that were completed within a range of time.
    { name: "IDX_crypto_payment_completed", on: ["completed_at"], where: "completed_at IS NOT NULL" },
    // Payments that need a person, and their number for one reason.
    { name: "IDX_crypto_payment_attention", on: ["attention_reason"], where: "attention_reason IS NOT NULL" },
    // The admin's list, newest first, whole or by one of its filters. Two more indexes, for prefixes of ids and
    // addresses, are only in the migration, because a model cannot declare their operator class.
    { name: "IDX_crypto_payment_created", on: ["created_at", "id"] },
    { name: "IDX_crypto_payment_status", on: ["status", "created_at", "id"] },
    // Money on its way: few payments among many unpaid ones.
    {
      name: "IDX_crypto_payment_seen",
      on: ["created_at", "id"],
      where: "status IN ('awaiting_payment', 'expired') AND (seen_at IS NOT NULL OR confirmations > 0)",
    },
    { name: "IDX_crypto_payment_asset", on: ["asset", "created_at", "id"] },
    { name: "IDX_crypto_payment_connection", on: ["connection_id", "created_at", "id"] },
  ])

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
