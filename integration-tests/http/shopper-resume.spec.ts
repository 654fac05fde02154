import { Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { notePlacedOrder } from "../../src/workflows/checkout/note-placed-order"
import { contextOf } from "../../src/workflows/context"
import { MANUAL_PROVIDER } from "../support/constants"
import { cryptoPayments, expireQuote, payUntil, rowOf, untilNoted } from "../support/crypto-payments"
import { expectErrors } from "../support/expect-errors"
import { heardOf } from "../support/heard"
import { describeShop, type Shop } from "../support/medusa"
import { knexOf, paymentRows } from "../support/module-rows"
import { openCart, shopperOf } from "../support/shopper"
import type { SessionWish } from "../support/store"
import { sweepAt } from "../support/sweep-at"
import { until } from "../support/until"

type Metadata = Record<string, unknown> & { crypto_payment?: { token: string; pay_url: string } }

const metadataOf = async (shop: Shop, orderId: string): Promise<Metadata> =>
  (await shop.admin.get(`/admin/orders/${orderId}?fields=metadata`)).order.metadata ?? {}

const untilNamed = (shop: Shop, orderId: string) =>
  until("the order names its payment", async () => (await metadataOf(shop, orderId)).crypto_payment)

describeShop("a shopper who left a waiting order", { orderPlacement: "checkout" }, (shop) => {
  expectErrors(/sweep skipped an item/)

  const place = async (session: SessionWish = {}, metadata?: object) => {
    const cart = await shop.store.makeCart()
    if (metadata) await shop.store.post(`/store/carts/${cart.id}`, { metadata })
    const { data } = await shop.store.openSession(cart, session)
    const done = await shop.store.placeOrder(cart)
    return { data, orderId: done.orderId }
  }
  /** As after a crash between placing the order and the work that follows. */
  const forgetOrder = async (orderId: string, paymentId: string) => {
    const { id } = await untilNoted(shop.container, paymentId)
    const forgotten = { order_id: null, awaiting_event_sent_at: null }
    await cryptoPayments(shop.container).payments.patch(id, forgotten, new Date())
    await knexOf(shop.container)("order")
      .where({ id: orderId })
      .update({ metadata: { erp: 7 } })
  }

  it("finds the pay link in the order's metadata, next to the cart's own, and in the session of the order in the store API", async () => {
    const { data, orderId } = await place({}, { gift: "yes" })
    const named = await untilNamed(shop, orderId)
    expect(named).toEqual({ token: data.token, pay_url: data.pay_url })
    expect(await metadataOf(shop, orderId)).toEqual({ gift: "yes", crypto_payment: named })
    const fields = "id,*payment_collections.payment_sessions"
    const { order } = await shop.store.get(`/store/orders/${orderId}?fields=${fields}`)
    expect(order.payment_collections[0].payment_sessions[0].data.pay_url).toBe(data.pay_url)
  })

  it("finds the pay link next to the metadata of twenty concurrent writers", async () => {
    const { orderId } = await place()
    await untilNamed(shop, orderId)
    const knex = knexOf(shop.container)
    await knex("order").where({ id: orderId }).update({ metadata: null })
    await Promise.all([
      ...Array.from({ length: 20 }, (_, i) =>
        knex.raw(`UPDATE "order" SET metadata = COALESCE(metadata, '{}') || ?::jsonb WHERE id = ?`, [
          JSON.stringify({ [`writer_${i}`]: i }),
          orderId,
        ]),
      ),
      ...Array.from({ length: 5 }, () => notePlacedOrder(contextOf(shop.container), orderId)),
    ])
    expect(Object.keys(await metadataOf(shop, orderId))).toHaveLength(21)
  })

  it("triggers one awaiting_payment event and gets the pay link after a crash before both, and after the event bus was down", async () => {
    const { data, orderId } = await place()
    await forgetOrder(orderId, data.payment_id)
    const told = heardOf(shop, "crypto_payment.awaiting_payment")
    jest.spyOn(shop.container.resolve(Modules.EVENT_BUS), "emit").mockRejectedValueOnce(new Error("down"))
    await sweepAt(shop, 1)
    expect(told).toEqual([])
    await Promise.all([1, 2, 3].map(() => sweepAt(shop, 2)))
    await until("the store is told", () => told.length > 0)
    const link = { token: data.token, pay_url: data.pay_url }
    expect(await metadataOf(shop, orderId)).toEqual({ erp: 7, crypto_payment: link })
    expect(await rowOf(shop.container, data.payment_id)).toMatchObject({ order_id: orderId, order_note_due_at: null })
    await sweepAt(shop, 4)
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({ order_id: orderId, pay_url: data.pay_url })
  })

  it("triggers one awaiting_payment event when the quote is renewed right after placing", async () => {
    const told = heardOf(shop, "crypto_payment.awaiting_payment")
    const { data, orderId } = await place()
    await shopperOf(shop).renew(data.token, { asset: "LTC" })
    const noted = async () =>
      (await paymentRows(shop.container)).some(({ awaiting_event_sent_at }) => awaiting_event_sent_at !== null)
    await until("the store is told, and it is written down", noted)
    await sweepAt(shop, 1)
    expect(told.map(({ order_id }) => order_id)).toEqual([orderId])
  })

  it("triggers no awaiting_payment event when the order is canceled or paid, or its money is on its way", async () => {
    const [canceled, paid, seen] = [await place(), await place(), await place()]
    for (const { orderId, data } of [canceled, paid, seen]) await forgetOrder(orderId, data.payment_id)
    const told = heardOf(shop, "crypto_payment.awaiting_payment")
    await cancelOrderWorkflow(shop.container).run({ input: { order_id: canceled.orderId } })
    await payUntil(shop, paid.data.payment_id, "settled")
    shop.sandbox.payLate(seen.data.payment_id, { complete: false })
    const { id } = await rowOf(shop.container, seen.data.payment_id)
    await cryptoPayments(shop.container).payments.patch(id, { seen_at: new Date() }, new Date())
    await sweepAt(shop, 1)
    expect(told).toEqual([])
    for (const { data } of [canceled, seen])
      expect((await rowOf(shop.container, data.payment_id)).order_note_due_at).toBeNull()
  })

  it("reaches the current payment from an old link, and later the paid one", async () => {
    const { data, orderId } = await place()
    await untilNamed(shop, orderId)
    const shopper = shopperOf(shop)
    const ltc = await shopper.renew(data.token, { asset: "LTC" })
    const created = shopper.created()
    expect(await shopper.renew(data.token)).toMatchObject({ token: ltc.token, payment: { asset: "LTC" } })
    expect(shopper.created()).toBe(created)
    expect(await shop.store.get(`/store/crypto-payments/${data.token}`)).toMatchObject({
      token: ltc.token,
      payment: { state: "replaced" },
    })
    await sweepAt(shop, 1)
    expect((await metadataOf(shop, orderId)).crypto_payment?.token).toBe(ltc.token)

    const row = await cryptoPayments(shop.container).payments.byToken(ltc.token)
    await expireQuote(shop, row?.external_id as string)
    const next = await shopper.renew(data.token)
    expect(next.payment).toMatchObject({ asset: "LTC", status: "waiting" })
    const last = await cryptoPayments(shop.container).payments.byToken(next.token)
    await payUntil(shop, last?.external_id as string, "settled")
    for (const token of [data.token, ltc.token, next.token]) {
      expect((await shop.store.get(`/store/crypto-payments/${token}`)).token).toBe(next.token)
    }
  })

  it("triggers no event and gets no pay link after switching to another provider", async () => {
    const { cart, data } = await openCart(shop)
    await shop.store.openSession(cart, { provider: MANUAL_PROVIDER })
    const told = heardOf(shop, "crypto_payment.awaiting_payment")
    const done = await shop.store.placeOrder(cart)
    await until("the row knows", async () => (await rowOf(shop.container, data.payment_id)).order_id)
    await sweepAt(shop, 1)
    expect(await metadataOf(shop, done.orderId)).toEqual({})
    expect(told).toEqual([])
  })
})
