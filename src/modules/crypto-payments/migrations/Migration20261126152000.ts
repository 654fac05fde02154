import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261126152000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "crypto_connection" add column if not exists "unpaid_statuses" text[] null, add column if not exists "confirmations_from_start" boolean null, add column if not exists "proven_status" text null, add column if not exists "proven_status_at" timestamptz null, add column if not exists "proven_status_account" text null;`,
    )

    this.addSql(
      `alter table if exists "crypto_payment" add column if not exists "status_unknown" boolean not null default false;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(
      `alter table if exists "crypto_connection" drop column if exists "unpaid_statuses", drop column if exists "confirmations_from_start", drop column if exists "proven_status", drop column if exists "proven_status_at", drop column if exists "proven_status_account";`,
    )

    this.addSql(`alter table if exists "crypto_payment" drop column if exists "status_unknown";`)
  }
}
