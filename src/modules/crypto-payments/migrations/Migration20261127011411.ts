import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261127011411 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "crypto_action" ("id" text not null, "kind" text check ("kind" in ('settings_changed', 'secret_rotated', 'connection_tested', 'checked', 'tried_again', 'settled_onto_order', 'payout_recorded', 'address_asked', 'address_reopened', 'closed')) not null, "connection_id" text not null, "payment_id" text null, "event_id" text null, "actor_id" text not null, "note" text null, "outcome" text null, "changes" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_action_pkey" primary key ("id"));`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_action_deleted_at" ON "crypto_action" ("deleted_at") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_action_payment" ON "crypto_action" ("payment_id", "created_at") WHERE payment_id IS NOT NULL AND deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_action_connection" ON "crypto_action" ("connection_id", "created_at") WHERE payment_id IS NULL AND event_id IS NULL AND deleted_at IS NULL;`,
    )

    this.addSql(
      `create table if not exists "crypto_connection" ("id" text not null, "display_name" text null, "base_url" text null, "api_key" text null, "secret_key_sealed" text null, "secret_key_set_at" timestamptz null, "secret_key_set_by" text null, "endpoint_secret_sealed" text null, "endpoint_secret_set_at" timestamptz null, "endpoint_secret_set_by" text null, "endpoint_secret_proven" text null, "previous_endpoint_secret_sealed" text null, "previous_endpoint_secret_until" timestamptz null, "assets" text[] null, "order_placement" text check ("order_placement" in ('checkout', 'payment')) null, "unpaid_order_minutes" integer null, "retention_days" integer null, "promotion_code" text null, "signature_header" text null, "cleared_statuses" text[] null, "seen_statuses" text[] null, "unpaid_statuses" text[] null, "confirmations_from_start" boolean null, "proven_status" text null, "proven_status_at" timestamptz null, "proven_status_account" text null, "logo" text null, "accent_color" text null, "support_link" text null, "health" text check ("health" in ('unknown', 'working', 'keys_refused', 'store_disabled')) not null default 'unknown', "health_account" text null, "last_check_at" timestamptz null, "last_error_code" text null, "failing_since" timestamptz null, "creation_failing_since" timestamptz null, "creation_failed_at" timestamptz null, "creation_error_code" text null, "throttled_until" timestamptz null, "unavailable_until" jsonb null, "lookup_minute" timestamptz null, "calls_per_minute" real null, "lookup_tokens" real null, "tokens_counted_at" timestamptz null, "lookups_paused_until" timestamptz null, "found_calls_per_minute" real null, "found_until" timestamptz null, "screened_count" integer not null default 0, "payer_ip_missing_at" timestamptz null, "last_refused_at" timestamptz null, "last_refused_code" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_connection_pkey" primary key ("id"));`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_connection_deleted_at" ON "crypto_connection" ("deleted_at") WHERE deleted_at IS NULL;`,
    )

    this.addSql(
      `create table if not exists "crypto_job" ("id" text not null, "position" jsonb null, "leased_until" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_job_pkey" primary key ("id"));`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_job_deleted_at" ON "crypto_job" ("deleted_at") WHERE deleted_at IS NULL;`,
    )

    this.addSql(
      `create table if not exists "crypto_payment" ("id" text not null, "connection_id" text not null, "external_id" text not null, "test_mode" boolean not null, "account" text not null, "payment_collection_id" text not null, "session_id" text null, "cart_id" text null, "order_id" text null, "asset" text not null, "chain" text not null, "asked_chain" text null, "address" text not null, "uri" text not null, "pay_amount_base" text not null, "decimals" integer not null, "amount_minor" text not null, "currency" text not null, "rate" text not null, "quote_expires_at" timestamptz not null, "renew_at" timestamptz not null, "status" text check ("status" in ('awaiting_payment', 'expired', 'completed', 'attention', 'settled', 'closed')) not null default 'awaiting_payment', "remote_status" text null, "status_unknown" boolean not null default false, "confirmations" integer not null default 0, "seen_at" timestamptz null, "token" text not null, "next_check_at" timestamptz null, "lookup_priority" integer not null default 0, "viewed_at" timestamptz null, "looked_up_at" timestamptz null, "leased_until" timestamptz null, "holds_order" boolean not null default false, "unpaid_check_at" timestamptz null, "canceling_at" timestamptz null, "confirmed_at" timestamptz null, "found_unpaid_at" timestamptz null, "renewing_until" timestamptz null, "order_note_due_at" timestamptz null, "awaiting_event_sent_at" timestamptz null, "settle_attempts" integer not null default 0, "completed_by" text null, "completed_at" timestamptz null, "settled_at" timestamptz null, "superseded_at" timestamptz null, "closed_at" timestamptz null, "goes_back_at" timestamptz null, "attention_reason" text null, "attention_detail" text null, "attention_at" timestamptz null, "attention_log" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_payment_pkey" primary key ("id"));`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_deleted_at" ON "crypto_payment" ("deleted_at") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_payment_external" ON "crypto_payment" ("connection_id", "external_id") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_payment_token" ON "crypto_payment" ("token") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_collection" ON "crypto_payment" ("payment_collection_id") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_session" ON "crypto_payment" ("session_id") WHERE session_id IS NOT NULL AND deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_order" ON "crypto_payment" ("order_id") WHERE order_id IS NOT NULL AND deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_payment_settled_session" ON "crypto_payment" ("session_id") WHERE status = 'settled' AND deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_lookup" ON "crypto_payment" ("connection_id", "lookup_priority", "next_check_at") WHERE next_check_at IS NOT NULL AND status IN ('awaiting_payment', 'expired') AND deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_quote_end" ON "crypto_payment" ("connection_id", "quote_expires_at") WHERE status = 'awaiting_payment' AND next_check_at IS NOT NULL AND deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_paid_due" ON "crypto_payment" ("next_check_at") WHERE next_check_at IS NOT NULL AND status IN ('completed', 'attention') AND lookup_priority <> 2 AND deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_unfinished" ON "crypto_payment" ("connection_id", "lookup_priority", "quote_expires_at") WHERE next_check_at IS NOT NULL AND deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_order_note" ON "crypto_payment" ("order_note_due_at") WHERE order_note_due_at IS NOT NULL AND deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_unpaid_check" ON "crypto_payment" ("connection_id", "unpaid_check_at") WHERE unpaid_check_at IS NOT NULL AND deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_waiting" ON "crypto_payment" ("created_at") WHERE order_id IS NOT NULL AND unpaid_check_at IS NOT NULL AND status IN ('awaiting_payment', 'expired') AND deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_unsettled" ON "crypto_payment" ("completed_at") WHERE status = 'completed' AND deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_completed" ON "crypto_payment" ("completed_at") WHERE completed_at IS NOT NULL AND deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_attention" ON "crypto_payment" ("attention_reason") WHERE attention_reason IS NOT NULL AND deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_created" ON "crypto_payment" ("created_at", "id") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_status" ON "crypto_payment" ("status", "created_at", "id") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_seen" ON "crypto_payment" ("created_at", "id") WHERE status IN ('awaiting_payment', 'expired') AND (seen_at IS NOT NULL OR confirmations > 0) AND deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_asset" ON "crypto_payment" ("asset", "created_at", "id") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_connection" ON "crypto_payment" ("connection_id", "created_at", "id") WHERE deleted_at IS NULL;`,
    )
    // By hand: the beginning of an id or an address finds its payment, whatever the database's collation. Addresses
    // are compared in small letters, since wallets write some of them in either case.
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_external_prefix" ON "crypto_payment" (external_id text_pattern_ops) WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_address_prefix" ON "crypto_payment" (lower(address) text_pattern_ops) WHERE deleted_at IS NULL;`,
    )
    // Without it PostgreSQL takes any beginning of an address for one payment in two hundred, and rather reads all of
    // them in the list's order. Statistics of an expression are there since PostgreSQL 14.
    this.addSql(
      `DO $$ BEGIN
         IF current_setting('server_version_num')::int >= 140000 THEN
           EXECUTE 'CREATE STATISTICS IF NOT EXISTS "crypto_payment_address_text" ON lower(address) FROM "crypto_payment"';
         END IF;
       END $$;`,
    )

    // By hand: room on each page for new versions of its rows, so that a lease leaves the indexes as they are.
    this.addSql(`ALTER TABLE "crypto_payment" SET (fillfactor = 80);`)

    this.addSql(
      `create table if not exists "crypto_payment_link" ("id" text not null, "order_id" text not null, "connection_id" text not null, "token" text not null, "created_by" text null, "opening_until" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_payment_link_pkey" primary key ("id"));`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_link_deleted_at" ON "crypto_payment_link" ("deleted_at") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_payment_link_token" ON "crypto_payment_link" ("token") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_payment_link_order" ON "crypto_payment_link" ("order_id", "connection_id") WHERE deleted_at IS NULL;`,
    )

    this.addSql(
      `create table if not exists "crypto_payout" ("id" text not null, "payment_id" text not null, "amount_minor" text not null, "currency" text not null, "sent_base" text not null, "asset" text not null, "chain" text not null, "address" text not null, "transaction_id" text not null, "note" text null, "created_by" text null, "corrections" jsonb null, "medusa_refund_id" text null, "payee_deleted_at" timestamptz null, "booked_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_payout_pkey" primary key ("id"));`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payout_deleted_at" ON "crypto_payout" ("deleted_at") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payout_unfinished" ON "crypto_payout" ("updated_at") WHERE booked_at IS NULL AND deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payout_created" ON "crypto_payout" ("created_at", "id") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payout_payee" ON "crypto_payout" ("created_at", "id") WHERE payee_deleted_at IS NULL AND booked_at IS NOT NULL;`,
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_payout_transaction" ON "crypto_payout" ("payment_id", "transaction_id") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_payout_medusa_refund" ON "crypto_payout" ("medusa_refund_id") WHERE medusa_refund_id IS NOT NULL AND deleted_at IS NULL;`,
    )
    // By hand, as with the payments' ids: hashes are looked for by their beginnings.
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payout_transaction_prefix" ON "crypto_payout" (transaction_id text_pattern_ops) WHERE deleted_at IS NULL;`,
    )

    this.addSql(
      `create table if not exists "crypto_payout_request" ("id" text not null, "payment_id" text not null, "token_hash" text not null, "link_ends_at" timestamptz not null, "chain" text null, "address" text null, "entered_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_payout_request_pkey" primary key ("id"));`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payout_request_deleted_at" ON "crypto_payout_request" ("deleted_at") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_payout_request_payment" ON "crypto_payout_request" ("payment_id") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_payout_request_token" ON "crypto_payout_request" ("token_hash") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payout_request_created" ON "crypto_payout_request" ("created_at") WHERE deleted_at IS NULL;`,
    )

    this.addSql(
      `create table if not exists "crypto_webhook_event" ("id" text not null, "connection_id" text not null, "digest" text not null, "kind" text null, "test_only" boolean not null default false, "body" text not null, "body_deleted_at" timestamptz null, "state" text check ("state" in ('received', 'processed', 'ignored', 'unmatched', 'failed', 'closed')) not null default 'received', "attempts" integer not null default 0, "next_attempt_at" timestamptz null, "last_error" text null, "payment_id" text null, "duplicates" integer not null default 0, "processed_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_webhook_event_pkey" primary key ("id"));`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_webhook_event_deleted_at" ON "crypto_webhook_event" ("deleted_at") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_webhook_event_digest" ON "crypto_webhook_event" ("connection_id", "digest") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_webhook_event_due" ON "crypto_webhook_event" ("next_attempt_at") WHERE next_attempt_at IS NOT NULL AND deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_webhook_event_connection" ON "crypto_webhook_event" ("connection_id", "created_at") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_webhook_event_payment" ON "crypto_webhook_event" ("payment_id") WHERE payment_id IS NOT NULL AND deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_webhook_event_created" ON "crypto_webhook_event" ("created_at", "id") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_webhook_event_body" ON "crypto_webhook_event" ("connection_id", "created_at", "id") WHERE body_deleted_at IS NULL AND state IN ('processed', 'ignored', 'closed');`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_webhook_event_attention" ON "crypto_webhook_event" ("created_at") WHERE state IN ('unmatched', 'failed') AND deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_webhook_event_trouble" ON "crypto_webhook_event" ("state", "attempts") WHERE state IN ('unmatched', 'failed') AND deleted_at IS NULL;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "crypto_action" cascade;`)

    this.addSql(`drop table if exists "crypto_connection" cascade;`)

    this.addSql(`drop table if exists "crypto_job" cascade;`)

    this.addSql(`drop table if exists "crypto_payment" cascade;`)

    this.addSql(`drop table if exists "crypto_payment_link" cascade;`)

    this.addSql(`drop table if exists "crypto_payout" cascade;`)

    this.addSql(`drop table if exists "crypto_payout_request" cascade;`)

    this.addSql(`drop table if exists "crypto_webhook_event" cascade;`)
  }
}
