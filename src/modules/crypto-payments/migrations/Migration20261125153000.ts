import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** The account that a connection's health is about. An old process does not read it. */
export class Migration20261125153000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table if exists "crypto_connection" add column if not exists "health_account" text null;`)
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "crypto_connection" drop column if exists "health_account";`)
  }
}
