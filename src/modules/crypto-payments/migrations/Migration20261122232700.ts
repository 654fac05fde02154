import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** A connection's display name. An old process does not read it. */
export class Migration20261122232700 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table if exists "crypto_connection" add column if not exists "display_name" text null;`)
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "crypto_connection" drop column if exists "display_name";`)
  }
}
