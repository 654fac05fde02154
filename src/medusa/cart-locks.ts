import type { Knex } from "../modules/crypto-payments/stores/rows"

/**
 * Medusa's PostgreSQL locks (2.21.2) ignore their expiry, so a killed process leaves its lock for ever. Redis and memory
 * drop such a lock automatically.
 */
export class CartLocks {
  constructor(private readonly knex: Knex) {}

  /**
   * Deletes a cart's lock if it has expired by the database's clock, so that its payment can be settled.
   * @returns whether there was one; false if Medusa keeps its locks elsewhere
   */
  async freeExpired(cartId: string): Promise<boolean> {
    const { rows } = await this.knex.raw("SELECT to_regclass('locking') IS NOT NULL AS here")
    if (!rows[0].here) return false
    const freed = await this.knex("locking")
      .where({ id: cartId })
      .where("expiration", "<=", this.knex.raw("now()"))
      .delete()
    return freed > 0
  }
}
