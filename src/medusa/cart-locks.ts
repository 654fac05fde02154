import type { Knex } from "../modules/crypto-payments/stores/rows"

/**
 * Medusa's locks in PostgreSQL (2.21.2) keep a row for each lock and never look at whether its time is over: what a
 * killed process had locked stays so for everybody. Redis and memory forget such a lock by themselves.
 */
export class CartLocks {
  constructor(private readonly knex: Knex) {}

  /**
   * Frees a cart where the time of its lock is over, so that its payment can be settled. A lock that is alive stays, and
   * so do all others. By the database's clock, which is the one that gave the lock its time.
   * @returns whether there was one; never where Medusa keeps its locks elsewhere
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
