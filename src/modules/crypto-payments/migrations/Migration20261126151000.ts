import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** The request budget of a connection, what a payment's lookups depend on, and the indexes of the sweep's two claims. */
export class Migration20261126151000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "crypto_connection" add column if not exists "calls_per_minute" real null, add column if not exists "lookup_tokens" real null, add column if not exists "tokens_counted_at" timestamptz null, add column if not exists "lookups_paused_until" timestamptz null, add column if not exists "found_calls_per_minute" real null, add column if not exists "found_until" timestamptz null;`,
    )

    this.addSql(
      `alter table if exists "crypto_payment" add column if not exists "viewed_at" timestamptz null, add column if not exists "looked_up_at" timestamptz null;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_lookup" ON "crypto_payment" ("connection_id", "due_rank", "next_check_at") WHERE next_check_at IS NOT NULL AND status IN ('awaiting_payment', 'expired') AND deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_quote_end" ON "crypto_payment" ("connection_id", "quote_expires_at") WHERE status = 'awaiting_payment' AND next_check_at IS NOT NULL AND deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_paid_due" ON "crypto_payment" ("next_check_at") WHERE next_check_at IS NOT NULL AND status IN ('completed', 'attention') AND due_rank <> 2 AND deleted_at IS NULL;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(
      `alter table if exists "crypto_connection" drop column if exists "calls_per_minute", drop column if exists "lookup_tokens", drop column if exists "tokens_counted_at", drop column if exists "lookups_paused_until", drop column if exists "found_calls_per_minute", drop column if exists "found_until";`,
    )

    this.addSql(`drop index if exists "IDX_crypto_payment_lookup";`)
    this.addSql(`drop index if exists "IDX_crypto_payment_quote_end";`)
    this.addSql(`drop index if exists "IDX_crypto_payment_paid_due";`)
    this.addSql(
      `alter table if exists "crypto_payment" drop column if exists "viewed_at", drop column if exists "looked_up_at";`,
    )
  }
}
