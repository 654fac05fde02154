import { Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { placeNoted, placePaid, rowOf } from "../support/crypto-payments"
import { describeShop } from "../support/medusa"
import { knexOf } from "../support/module-rows"
import { orderChanges } from "../support/order-changes"
import { openCart, shopperOf } from "../support/shopper"
import { until } from "../support/until"

type Data = Record<string, unknown>

describeShop("a shopper who writes into a payment session through a later Medusa", {}, (shop) => {
  const payments = () => shop.container.resolve(Modules.PAYMENT)
  const dataOf = async (id: string): Promise<Data> => (await payments().retrievePaymentSession(id)).data as Data

  /** As Medusa's store route for session data does since 2.22.1: merges the shopper's data into `data.client`. */
  const merge = async (id: string, client: Data, more: Data = {}): Promise<Data> => {
    const session = await payments().retrievePaymentSession(id)
    const { currency_code } = session
    const amount = (session as unknown as { raw_amount: number }).raw_amount
    const data = { ...session.data, ...more, client: { ...(session.data?.client as Data), ...client } }
    return (await payments().updatePaymentSession({ id, data, amount, currency_code })).data as Data
  }
  const created = () => shopperOf(shop).created()

  it("keeps the address, even by writing that it is hidden, and what was written through a new price, a confirmation and the capture", async () => {
    const { cart, id, data } = await openCart(shop)
    const asked = created()
    expect(await merge(id, { note: "gift" })).toEqual({ ...data, client: { note: "gift" } })
    expect(await merge(id, {}, { hidesAddress: true })).toMatchObject({ address: data.address })
    expect(created()).toBe(asked)
    const renewed = await shopperOf(shop).renew(data.token, { asset: "LTC" })
    expect(await dataOf(id)).toMatchObject({ token: renewed.token, client: { note: "gift" } })
    const { orderId } = await shop.store.placeOrder(cart)
    expect(await dataOf(id)).toMatchObject({ client: { note: "gift" } })
    shop.sandbox.pay((await dataOf(id)).payment_id as string)
    await shop.paidOrder(orderId)
    expect(await dataOf(id)).toMatchObject({ client: { note: "gift" } })
  })

  it("gets no new quote for a paid order, and sees its payment", async () => {
    const { paymentId, sessionId } = await placePaid(shop)
    const asked = created()
    const data = await merge(sessionId, { asset: "LTC" }, { asset: "LTC", chain: null })
    expect(data).toMatchObject({ payment_id: paymentId, status: "settled", address: null, client: { asset: "LTC" } })
    expect(created()).toBe(asked)
  })

  it("gets a withdrawn address back neither after a cancellation nor after a change of the order", async () => {
    const [canceled, lowered] = [await placeNoted(shop), await placeNoted(shop, { quantity: 2 })]
    await cancelOrderWorkflow(shop.container).run({ input: { order_id: canceled.orderId } })
    await orderChanges(shop).editQuantity(lowered.orderId, 1)
    const codes = { [canceled.sessionId]: "order_canceled", [lowered.sessionId]: "amount_changed" }
    for (const [sessionId, code] of Object.entries(codes)) {
      await until("the address is withdrawn", async () => (await dataOf(sessionId)).address === null)
      await expect(merge(sessionId, { note: "please" })).rejects.toMatchObject({ code })
      expect(await dataOf(sessionId)).toMatchObject({ address: null, uri: null })
    }
  })

  it("gets a hidden address back neither after its cart was deleted nor after the keys changed", async () => {
    const [gone, changed] = [await openCart(shop), await openCart(shop)]
    await shop.container.resolve(Modules.CART).deleteCarts([gone.cart.id])
    await expect(merge(gone.id, { note: "please" })).rejects.toMatchObject({ code: "session_gone" })
    const row = { external_id: changed.data.payment_id }
    await knexOf(shop.container)("crypto_payment").where(row).update({ account: "of other keys" })
    expect(await merge(changed.id, { note: "please" })).toMatchObject({ address: null, client: { note: "please" } })
  })

  it("cannot move another cart's quote to this session with its token", async () => {
    const [own, foreign] = [await openCart(shop), await openCart(shop)]
    const before = await rowOf(shop.container, foreign.data.payment_id)
    await expect(merge(own.id, {}, { token: foreign.data.token })).rejects.toMatchObject({ code: "unknown_payment" })
    const { session_id, payment_collection_id } = before
    expect(await rowOf(shop.container, foreign.data.payment_id)).toMatchObject({ session_id, payment_collection_id })
    expect(await dataOf(own.id)).toMatchObject({ payment_id: own.data.payment_id })
  })
})
