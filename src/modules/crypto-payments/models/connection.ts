import { model } from "@medusajs/framework/utils"

/**
 * One set of credentials with its settings, and the state that all instances share about it. The id is the provider's
 * id in medusa-config; a setting that medusa-config gives is not read from here.
 */
export const CryptoConnection = model.define(
  { name: "CryptoConnection", tableName: "crypto_connection" },
  {
    id: model.id().primaryKey(),
    /** What admins see instead of the id. */
    display_name: model.text().nullable(),
    base_url: model.text().nullable(),
    api_key: model.text().nullable(),
    /** Sealed by the secret box; see secret-box.ts. */
    secret_key_sealed: model.text().nullable(),
    secret_key_set_at: model.dateTime().nullable(),
    /** The admin user or secret API key that entered it. */
    secret_key_set_by: model.text().nullable(),
    endpoint_secret_sealed: model.text().nullable(),
    endpoint_secret_set_at: model.dateTime().nullable(),
    endpoint_secret_set_by: model.text().nullable(),
    /** Tells which endpoint secret last signed a delivery; see `secretTag`. */
    endpoint_secret_proven: model.text().nullable(),
    /** The endpoint secret before the last rotation, valid until the date. */
    previous_endpoint_secret_sealed: model.text().nullable(),
    previous_endpoint_secret_until: model.dateTime().nullable(),
    assets: model.array().nullable(),
    order_placement: model.enum(["checkout", "payment"]).nullable(),
    /** Minutes after which an unpaid order is canceled; 0: "off". */
    unpaid_order_minutes: model.number().nullable(),
    /** Days after which raw events and shoppers' data are deleted; 0: "off". */
    retention_days: model.number().nullable(),
    promotion_code: model.text().nullable(),
    signature_header: model.text().nullable(),
    cleared_statuses: model.array().nullable(),
    seen_statuses: model.array().nullable(),
    unpaid_statuses: model.array().nullable(),
    confirmations_from_start: model.boolean().nullable(),
    /** What a lookup last answered for a payment that an event had completed; null if nothing, or it was forgotten. */
    proven_status: model.text().nullable(),
    /** When that payment was completed, and the account that was asked. */
    proven_status_at: model.dateTime().nullable(),
    proven_status_account: model.text().nullable(),
    /** A data URI; see core/connection/branding.ts. */
    logo: model.text().nullable(),
    accent_color: model.text().nullable(),
    support_link: model.text().nullable(),
    /** What the service's last answer says about these credentials. */
    health: model.enum(["unknown", "working", "keys_refused", "store_disabled"]).default("unknown"),
    /** The account that `health` and the failure columns are about; null if it is not known. See core/connection/account.ts. */
    health_account: model.text().nullable(),
    last_check_at: model.dateTime().nullable(),
    last_error_code: model.text().nullable(),
    /** The first failed call since the last success; `last_check_at` is the latest. See core/connection/health.ts. */
    failing_since: model.dateTime().nullable(),
    /** The same for requests for a payment alone: lookups may work meanwhile. */
    creation_failing_since: model.dateTime().nullable(),
    creation_failed_at: model.dateTime().nullable(),
    creation_error_code: model.text().nullable(),
    /** No instance sends a request to the service before this time: it refused a creation with 429. */
    throttled_until: model.dateTime().nullable(),
    /** Assets (with chain) for which the service has no wallet, each with the time to ask again: {"USDC:base": iso}. */
    unavailable_until: model.json().nullable(),
    /** The start of the minute in which a status lookup was last granted. */
    lookup_minute: model.dateTime().nullable(),
    /** The request budget: see core/connection/request-budget.ts. Null before the first lookup or 429, and after a new base URL. */
    calls_per_minute: model.float().nullable(),
    lookup_tokens: model.float().nullable(),
    tokens_counted_at: model.dateTime().nullable(),
    /** No instance sends a status lookup before this time: the service refused one with 429. */
    lookups_paused_until: model.dateTime().nullable(),
    found_calls_per_minute: model.float().nullable(),
    found_until: model.dateTime().nullable(),
    screened_count: model.number().default(0),
    /** Since when requests for a payment have no address of the payer; null after one that had one. */
    payer_ip_missing_at: model.dateTime().nullable(),
    /** The last delivery that could not be verified; written at most once a minute for each reason and process. */
    last_refused_at: model.dateTime().nullable(),
    last_refused_code: model.text().nullable(),
  },
)
