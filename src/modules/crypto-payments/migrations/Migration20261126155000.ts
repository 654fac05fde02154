import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/**
 * Positions of jobs, values of changed settings, and when old data was deleted. An old process reads none of these, and an
 * emptied body or address is an empty text to it.
 */
export class Migration20261126155000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "crypto_job" ("id" text not null, "position" jsonb null, "leased_until" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_job_pkey" primary key ("id"));`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_job_deleted_at" ON "crypto_job" ("deleted_at") WHERE deleted_at IS NULL;`,
    )

    this.addSql(`alter table if exists "crypto_action" add column if not exists "changes" jsonb null;`)

    this.addSql(`alter table if exists "crypto_connection" add column if not exists "retention_days" integer null;`)

    this.addSql(`alter table if exists "crypto_refund" add column if not exists "payee_deleted_at" timestamptz null;`)
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_refund_payee" ON "crypto_refund" ("created_at", "id") WHERE payee_deleted_at IS NULL AND booked_at IS NOT NULL;`,
    )

    this.addSql(
      `alter table if exists "crypto_webhook_event" add column if not exists "body_deleted_at" timestamptz null;`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_webhook_event_body" ON "crypto_webhook_event" ("connection_id", "created_at", "id") WHERE body_deleted_at IS NULL AND state IN ('processed', 'ignored', 'closed');`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "crypto_job" cascade;`)

    this.addSql(`alter table if exists "crypto_action" drop column if exists "changes";`)

    this.addSql(`alter table if exists "crypto_connection" drop column if exists "retention_days";`)

    this.addSql(`drop index if exists "IDX_crypto_refund_payee";`)
    this.addSql(`alter table if exists "crypto_refund" drop column if exists "payee_deleted_at";`)

    this.addSql(`drop index if exists "IDX_crypto_webhook_event_body";`)
    this.addSql(`alter table if exists "crypto_webhook_event" drop column if exists "body_deleted_at";`)
  }
}
