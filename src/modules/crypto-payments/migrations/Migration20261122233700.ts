import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Links that admins make for their orders. */
export class Migration20261122233700 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "crypto_payment_link" ("id" text not null, "order_id" text not null, "connection_id" text not null, "token" text not null, "created_by" text not null, "opening_until" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_payment_link_pkey" primary key ("id"));`,
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_link_deleted_at" ON "crypto_payment_link" ("deleted_at") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_payment_link_token" ON "crypto_payment_link" ("token") WHERE deleted_at IS NULL;`,
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_payment_link_order" ON "crypto_payment_link" ("order_id", "connection_id") WHERE deleted_at IS NULL;`,
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "crypto_payment_link" cascade;`)
  }
}
