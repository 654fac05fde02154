import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** What a payout said before a person corrected it. */
export class Migration20261122230900 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table if exists "crypto_refund" add column if not exists "corrections" jsonb null;`)
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "crypto_refund" drop column if exists "corrections";`)
  }
}
