import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** What a connection's pay page looks like. An old process does not read it. */
export class Migration20261123034000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "crypto_connection" add column if not exists "logo" text null, add column if not exists "accent_color" text null, add column if not exists "support_link" text null;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(
      `alter table if exists "crypto_connection" drop column if exists "logo", drop column if exists "accent_color", drop column if exists "support_link";`,
    )
  }
}
