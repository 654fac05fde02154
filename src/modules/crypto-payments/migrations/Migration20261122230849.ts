import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261122230849 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table if exists "crypto_connection" add column if not exists "seen_statuses" text[] null;`)

    this.addSql(`alter table if exists "crypto_payment" add column if not exists "seen_at" timestamptz null;`)
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "crypto_connection" drop column if exists "seen_statuses";`)

    this.addSql(`alter table if exists "crypto_payment" drop column if exists "seen_at";`)
  }
}
