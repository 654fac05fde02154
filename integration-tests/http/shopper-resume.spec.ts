import { Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { handlePlacedOrder } from "../../src/workflows/checkout/handle-placed-order"
import { contextOf } from "../../src/workflows/context"
import { expireQuote, sweepAt } from "../support/clock"
import { MANUAL_PROVIDER } from "../support/constants"
import { cryptoPayments, payUntil, placeNoted, rowOf, rowOfToken } from "../support/crypto-payments"
import { expectErrors } from "../support/expect-errors"
import { heardOf } from "../support/heard"
import { describeShop } from "../support/medusa"
import { knexOf, paymentRows } from "../support/module-rows"
import { openCart, shopperOf, statusPath } from "../support/shopper"
import { until } from "../support/until"

describeShop("a shopper who left a waiting order", { orderPlacement: "checkout" }, (shop) => {
  expectErrors(/sweep skipped an item/)

  const metadataOf = async (orderId: string) =>
    (await shop.admin.get(`/admin/orders/${orderId}?fields=metadata`)).order.metadata ?? {}
  const setMetadata = (id: string, metadata: object | null) =>
    knexOf(shop.container)("order").where({ id }).update({ metadata })
  /** An order as after a crash between placing it and the work that follows. */
  const placeForgotten = async () => {
    const placed = await placeNoted(shop)
    const patch = { order_id: null, awaiting_event_sent_at: null }
    await cryptoPayments(shop.container).payments.patch(placed.id, patch, new Date())
    await setMetadata(placed.orderId, { erp: 7 })
    return placed
  }

  it("finds the pay link next to the metadata of twenty concurrent writers", async () => {
    const { orderId } = await placeNoted(shop)
    const knex = knexOf(shop.container)
    await setMetadata(orderId, null)
    await Promise.all([
      ...Array.from({ length: 20 }, (_, i) =>
        knex.raw(`UPDATE "order" SET metadata = COALESCE(metadata, '{}') || ?::jsonb WHERE id = ?`, [
          JSON.stringify({ [`writer_${i}`]: i }),
          orderId,
        ]),
      ),
      ...Array.from({ length: 5 }, () => handlePlacedOrder(contextOf(shop.container), orderId)),
    ])
    expect(Object.keys(await metadataOf(orderId))).toHaveLength(21)
  })

  it("triggers one awaiting_payment event and gets the pay link after a crash before both, and after the event bus was down", async () => {
    const { data, orderId } = await placeForgotten()
    const told = heardOf(shop, "crypto_payment.awaiting_payment")
    jest.spyOn(shop.container.resolve(Modules.EVENT_BUS), "emit").mockRejectedValueOnce(new Error("down"))
    await sweepAt(shop, 1)
    expect(told).toEqual([])
    await Promise.all([1, 2, 3].map(() => sweepAt(shop, 2)))
    await until("the store is told", () => told.length > 0)
    const link = { token: data.token, pay_url: data.pay_url }
    expect(await metadataOf(orderId)).toEqual({ erp: 7, crypto_payment: link })
    expect(await rowOf(shop.container, data.payment_id)).toMatchObject({ order_id: orderId, order_note_due_at: null })
    await sweepAt(shop, 4)
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({ order_id: orderId, pay_url: data.pay_url })
  })

  it("triggers one awaiting_payment event when the quote is renewed right after placing", async () => {
    const told = heardOf(shop, "crypto_payment.awaiting_payment")
    const { cart, data } = await openCart(shop)
    const { orderId } = await shop.store.placeOrder(cart)
    await shopperOf(shop).renew(data.token, { asset: "LTC" })
    const noted = async () =>
      (await paymentRows(shop.container)).some(({ awaiting_event_sent_at }) => awaiting_event_sent_at !== null)
    await until("the store is told, and it is written down", noted)
    await sweepAt(shop, 1)
    expect(told.map(({ order_id }) => order_id)).toEqual([orderId])
  })

  it("triggers no awaiting_payment event when the order is canceled or paid, its money is on its way, or another provider pays it", async () => {
    const [canceled, paid, seen] = [await placeForgotten(), await placeForgotten(), await placeForgotten()]
    const { cart, data } = await openCart(shop)
    await shop.store.openSession(cart, { provider: MANUAL_PROVIDER })
    const told = heardOf(shop, "crypto_payment.awaiting_payment")
    await cancelOrderWorkflow(shop.container).run({ input: { order_id: canceled.orderId } })
    await payUntil(shop, paid.paymentId, "settled")
    shop.sandbox.payLate(seen.paymentId, { complete: false })
    await cryptoPayments(shop.container).payments.patch(seen.id, { seen_at: new Date() }, new Date())
    const { orderId } = await shop.store.placeOrder(cart)
    await until("the row knows", async () => (await rowOf(shop.container, data.payment_id)).order_id)
    await sweepAt(shop, 1)
    expect(told).toEqual([])
    expect(await metadataOf(orderId)).toEqual({})
    for (const { paymentId } of [canceled, seen])
      expect((await rowOf(shop.container, paymentId)).order_note_due_at).toBeNull()
  })

  it("reaches the current payment from an old link, and later the paid one", async () => {
    const { data, orderId } = await placeNoted(shop)
    const shopper = shopperOf(shop)
    const ltc = await shopper.renew(data.token, { asset: "LTC" })
    const created = shopper.created()
    expect(await shopper.renew(data.token)).toMatchObject({ token: ltc.token, payment: { asset: "LTC" } })
    expect(shopper.created()).toBe(created)
    const replaced = { token: ltc.token, payment: { state: "replaced" } }
    expect(await shop.store.get(statusPath(data.token))).toMatchObject(replaced)
    await sweepAt(shop, 1)
    expect((await metadataOf(orderId)).crypto_payment.token).toBe(ltc.token)

    await expireQuote(shop, (await rowOfToken(shop.container, ltc.token)).external_id)
    const next = await shopper.renew(data.token)
    expect(next.payment).toMatchObject({ asset: "LTC", status: "waiting" })
    await payUntil(shop, (await rowOfToken(shop.container, next.token)).external_id, "settled")
    for (const token of [data.token, ltc.token, next.token])
      expect((await shop.store.get(statusPath(token))).token).toBe(next.token)
  })
})
