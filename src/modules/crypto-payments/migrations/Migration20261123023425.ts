import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** What came in within a range of time, for the totals. An old process does without the index. */
export class Migration20261123023425 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_completed" ON "crypto_payment" ("completed_at") WHERE completed_at IS NOT NULL AND deleted_at IS NULL;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_crypto_payment_completed";`)
  }
}
