import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Which endpoint secret signed an accepted event, instead of when a rotation's did. No release has the dropped column. */
export class Migration20261125223459 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table if exists "crypto_connection" drop column if exists "endpoint_secret_used_at";`)
    this.addSql(
      `alter table if exists "crypto_connection" add column if not exists "endpoint_secret_proven" text null;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "crypto_connection" drop column if exists "endpoint_secret_proven";`)
    this.addSql(
      `alter table if exists "crypto_connection" add column if not exists "endpoint_secret_used_at" timestamptz null;`,
    )
  }
}
