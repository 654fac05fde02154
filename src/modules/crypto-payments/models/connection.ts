import { model } from "@medusajs/framework/utils"

/**
 * One set of credentials with its settings, and what all instances must know of it together. The id is
 * the provider's id in medusa-config. What medusa-config sets is read from there and stays null here.
 */
export const CryptoConnection = model.define(
  { name: "CryptoConnection", tableName: "crypto_connection" },
  {
    id: model.id().primaryKey(),
    base_url: model.text().nullable(),
    api_key: model.text().nullable(),
    /** Sealed by the secret box; see secret-box.ts. */
    secret_key_sealed: model.text().nullable(),
    endpoint_secret_sealed: model.text().nullable(),
    /** The endpoint secret before the last rotation, valid until the date. */
    previous_endpoint_secret_sealed: model.text().nullable(),
    previous_endpoint_secret_until: model.dateTime().nullable(),
    assets: model.array().nullable(),
    order_placement: model.enum(["checkout", "payment"]).nullable(),
    signature_header: model.text().nullable(),
    cleared_statuses: model.array().nullable(),
    /** working, credentials_broken or store_disabled: what the service last said of these credentials. */
    health: model.enum(["unknown", "working", "credentials_broken", "store_disabled"]).default("unknown"),
    last_check_at: model.dateTime().nullable(),
    last_error_code: model.text().nullable(),
    /** Until then no instance sends the service anything. */
    throttled_until: model.dateTime().nullable(),
    /** Assets (with chain) that the service has no wallet for, each with the time to ask again: {"USDC:base": iso}. */
    unavailable_until: model.json().nullable(),
    /** Status lookups taken in the minute that began at lookup_minute. */
    lookup_minute: model.dateTime().nullable(),
    lookups_taken: model.number().default(0),
    screened_count: model.number().default(0),
  },
)
