import { freeExpiredLock } from "../../src/medusa/carts"
import { cryptoPayments, rowInState, rowOf } from "../support/crypto-payments"
import { describeShop, PAID_FIRST } from "../support/medusa"
import { knexOf } from "../support/module-rows"
import { openCart } from "../support/shopper"
import { sweepAt } from "../support/sweep-at"

describeShop("a cart lock in PostgreSQL that a killed process left", PAID_FIRST, (shop) => {
  /** Inserts a lock as Medusa's provider does. */
  const lock = (cartId: string, seconds: number) =>
    knexOf(shop.container).raw(
      "INSERT INTO locking (id, owner_id, expiration) VALUES (?, 'killed', now() + ? * interval '1 s')",
      [cartId, seconds],
    )
  const locked = async (cartId: string): Promise<boolean> =>
    (await knexOf(shop.container)("locking").where({ id: cartId })).length > 0

  it("is removed after it expires, and the payment becomes an order", async () => {
    const { cart, data } = await openCart(shop)
    const { id } = await rowOf(shop.container, data.payment_id)
    shop.sandbox.stopDelivering()
    shop.sandbox.pay(data.payment_id)
    // As after a first try that failed because the lock was still valid.
    await cryptoPayments(shop.container).payments.patch(id, { settle_attempts: 1 }, new Date())
    await lock(cart.id, -1)
    await sweepAt(shop, 1)
    await rowInState(shop.container, data.payment_id, "settled")
    expect(await shop.ordersOfCart(cart.id)).toHaveLength(1)
  })

  it("stays until it expires, and a call for one cart does not remove another cart's expired lock", async () => {
    await lock("cart_alive", 60)
    await lock("cart_other", -60)
    expect(await freeExpiredLock(shop.container, "cart_alive")).toBe(false)
    expect([await locked("cart_alive"), await locked("cart_other")]).toEqual([true, true])
    expect(await freeExpiredLock(shop.container, "cart_other")).toBe(true)
    expect(await locked("cart_other")).toBe(false)
  })
})
