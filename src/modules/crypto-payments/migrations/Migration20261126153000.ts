import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** When the payer's address was last missing. An old process does not read it. */
export class Migration20261126153000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "crypto_connection" add column if not exists "payer_ip_missing_at" timestamptz null;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "crypto_connection" drop column if exists "payer_ip_missing_at";`)
  }
}
