import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Every reason that a payment needed a person for. */
export class Migration20261122234300 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table if exists "crypto_payment" add column if not exists "attention_log" jsonb null;`)
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "crypto_payment" drop column if exists "attention_log";`)
  }
}
