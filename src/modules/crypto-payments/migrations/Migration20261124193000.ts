import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Whether an event was signed with the new endpoint secret of a rotation. An old process does not read it. */
export class Migration20261124193000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "crypto_connection" add column if not exists "endpoint_secret_used_at" timestamptz null;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "crypto_connection" drop column if exists "endpoint_secret_used_at";`)
  }
}
