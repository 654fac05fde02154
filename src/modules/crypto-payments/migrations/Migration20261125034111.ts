import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261125034111 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_seen" ON "crypto_payment" ("created_at", "id") WHERE status IN ('awaiting_payment', 'expired') AND (seen_at IS NOT NULL OR confirmations > 0) AND deleted_at IS NULL;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_crypto_payment_seen";`)
  }
}
