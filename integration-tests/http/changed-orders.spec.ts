import { Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import type { AttentionReason } from "../../src/core/payment/attention-reasons"
import { loadOrderBalance } from "../../src/medusa/balance"
import { contextOf } from "../../src/workflows/context"
import { findChangedOrders } from "../../src/workflows/review-order/find-changed-orders"
import { reviewOrder } from "../../src/workflows/review-order/review-order"
import { expireQuote, sweepAt } from "../support/clock"
import { MANUAL_PROVIDER } from "../support/constants"
import { cryptoPayments, placeNoted, placePaid, rowInState, rowOf } from "../support/crypto-payments"
import { expectErrors, NO_REFUND_BY_SOFTWARE } from "../support/expect-errors"
import { heardOf } from "../support/heard"
import { describeShop } from "../support/medusa"
import { knexOf, untilQuiet } from "../support/module-rows"
import { openOn, orderChanges } from "../support/order-changes"
import { payoutsIn } from "../support/payouts-in"
import { expectRefused, openCart, refusalOf, shopperOf } from "../support/shopper"
import { until } from "../support/until"

describeShop("an order that changes before or after its payment", { orderPlacement: "checkout" }, (shop) => {
  expectErrors(NO_REFUND_BY_SOFTWARE, /Error was thrown trying to authorize payment session/)

  /** An order of 25.50 USD that waits for its money. */
  const place = () => placeNoted(shop)
  /** As after an order change that read the transactions before the capture and wrote the summary after it. */
  const loseCapture = async (orderId: string, owed: number) => {
    const numbers = { paid_total: 0, transaction_total: 0, pending_difference: owed }
    const [none, all] = [{ value: "0" }, { value: String(owed) }]
    const raw = { raw_paid_total: none, raw_transaction_total: none, raw_pending_difference: all }
    const knex = knexOf(shop.container)
    const { version } = await knex("order").where({ id: orderId }).first("version")
    const totals = knex.raw("totals || ?::jsonb", [JSON.stringify({ ...numbers, ...raw })])
    await knex("order_summary").where({ order_id: orderId, version }).update({ totals })
  }
  const attention = async (paymentId: string, reason: AttentionReason) => {
    const row = await rowInState(shop.container, paymentId, "attention")
    expect(row.attention_reason).toBe(reason)
    return row
  }
  /** Waits until the payment is settled and its order is reviewed, which follows the last change of the row. */
  const settled = async (paymentId: string) => {
    const row = await rowInState(shop.container, paymentId, "settled")
    await cryptoPayments(shop.container).drain.idle()
    return row
  }
  const captured = async (orderId: string) => (await shop.orderOf(orderId)).captures.map(({ amount }) => amount)
  const untilMarked = (paymentId: string, reason: AttentionReason | null) =>
    until(`the payment is marked ${reason}`, async () => {
      const row = await rowOf(shop.container, paymentId)
      return row.attention_reason === reason && row
    })
  const { payout, path, record, paymentOf, close, items } = payoutsIn(shop)

  it("asks for nothing while money for less than it owes by now waits to be settled, on any of its pages", async () => {
    const { paymentId, orderId } = await place()
    const { id, payment_collection_id } = await rowOf(shop.container, paymentId)
    await orderChanges(shop).editQuantity(orderId, 2)
    const { data } = await openOn(shop, payment_collection_id)
    const now = new Date()
    await cryptoPayments(shop.container).payments.move(id, "service_completed", { completed_at: now }, now)
    const arrived = { state: "part", address: null, outstanding: { minor: 1550 } }
    expect(await shopperOf(shop).view(data.token)).toMatchObject(arrived)
    await expectRefused(openOn(shop, payment_collection_id, undefined, { asset: "LTC" }), "payment_seen")
  })

  it("captures the quoted amount after an edit raised the total, the rest through another session, and is then overpaid", async () => {
    const { paymentId, token, orderId } = await place()
    await orderChanges(shop).editQuantity(orderId, 2)
    const heard = heardOf(shop, "crypto_payment.settled")
    shop.sandbox.pay(paymentId)
    const { id } = await settled(paymentId)
    await until("the store is told", () => heard.some((one) => one.id === id))
    expect(heard.find((one) => one.id === id)).toMatchObject({ outstanding: { minor: 1550, currency: "USD" } })
    expect((await paymentOf(id)).outstanding).toMatchObject({ minor: "1550", currency: "USD" })
    expect(await (await shopperOf(shop).ask(`/crypto-payments/${token}`)).text()).toContain("still to be paid")
    const order = await shop.orderOf(orderId)
    expect(order.summary).toMatchObject({ paid: 25.5, pending: 15.5 })
    const amounts = Object.fromEntries(order.collections.map(({ status, amount }) => [status, amount]))
    expect(amounts).toEqual({ completed: 25.5, not_paid: 15.5 })
    const rest = order.collections.find(({ status }) => status === "not_paid")
    const { data } = await openOn(shop, rest?.id as string)
    shop.sandbox.pay(data.payment_id)
    expect((await shop.paidOrder(orderId)).captures.map(({ amount }) => amount).sort()).toEqual([15.5, 25.5])

    // Of two payments that overpaid it, the one is marked that no admin closed.
    const newer = await settled(data.payment_id)
    await cryptoPayments(shop.container).payments.patch(newer.id, { closed_at: new Date() }, new Date())
    await orderChanges(shop).creditSilently(orderId, 5)
    await findChangedOrders(contextOf(shop.container))
    await untilMarked(paymentId, "order_overpaid")

    // What an admin accepted on one of them does not come back on the other.
    await close(id)
    await cryptoPayments(shop.container).payments.patch(newer.id, { closed_at: null }, new Date())
    expect(await findChangedOrders(contextOf(shop.container))).toBe(0)
    expect(await rowOf(shop.container, data.payment_id)).toMatchObject({ attention_reason: null })
  })

  it("asks in a renewed quote for what it owes at that moment, and renews no quote if it owes nothing", async () => {
    const { paymentId, token, orderId } = await place()
    const { editQuantity, payByHand } = orderChanges(shop)
    await editQuantity(orderId, 3)
    // The valid quote asks for less than the order owes now, so nobody must pay it.
    const asked = { amount: { display: "56.50" } }
    expect(await shopperOf(shop).view(token)).toMatchObject({ address: null, state: "changed", ...asked })
    await until("the session's data shows no address", async () => {
      const sessions = await knexOf(shop.container)("payment_session").select("data")
      return sessions.every(({ data }) => data.address === null)
    })
    await expireQuote(shop, paymentId)
    const up = await shopperOf(shop).renew(token)
    expect(up.payment.amount).toMatchObject({ minor: 5650, currency: "USD" })

    await payByHand(orderId, 56.5)
    expect(await shopperOf(shop).view(up.token)).toMatchObject({ address: null, uri: null, state: "alreadyPaid" })
    await expectRefused(shopperOf(shop).renew(up.token), "already_paid")
    const page = await (await shopperOf(shop).ask(`/crypto-payments/${up.token}`)).text()
    expect(page).toContain("There is nothing left to pay")
    expect(page).not.toContain(up.payment.address as string)
  })

  it("captures only one of two payments that complete at the same time on two payment collections", async () => {
    const { paymentId, orderId } = await place()
    const link = await orderChanges(shop).askFor(orderId, 25.5)
    const { data } = await openOn(shop, link)
    expect(data.payment_id).not.toBe(paymentId)
    shop.sandbox.pay(paymentId)
    shop.sandbox.pay(data.payment_id)
    await shop.sandbox.drain()
    // Otherwise a sweep with a later clock would take over leases that are still valid.
    await untilQuiet(shop.container)
    for (const minutes of [1, 3]) await sweepAt(shop, minutes)
    const rows = await Promise.all([paymentId, data.payment_id].map((id) => rowOf(shop.container, id)))
    expect(rows.map(({ status }) => status).sort()).toEqual(["attention", "settled"])
    expect(await captured(orderId)).toEqual([25.5])
  })

  it("captures money that it owes even if another provider's session replaced the payment's session", async () => {
    const { paymentId, collection, orderId } = await place()
    await openOn(shop, collection, MANUAL_PROVIDER, {})
    shop.sandbox.pay(paymentId)
    await settled(paymentId)
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
  })

  it("captures nothing on an admin's authorize request if it owes less than the payment", async () => {
    const { cart, data, id } = await openCart(shop, {}, { quantity: 3 })
    const done = await shop.store.placeOrder(cart)
    await orderChanges(shop).editQuantity(done.orderId, 1)
    shop.sandbox.pay(data.payment_id)
    await attention(data.payment_id, "amount_differs")
    const path = `/admin/orders/${done.orderId}/payment-sessions/authorize`
    await refusalOf(shop.admin.post(path, { payment_session_id: id }))
    expect(await captured(done.orderId)).toEqual([])
  })

  it("shows what is overpaid when it is read, limits a payout to it, and asks before a payout when a credit took it away", async () => {
    const { paymentId, orderId } = await placePaid(shop, { quantity: 3 })
    const { editQuantity, creditSilently } = orderChanges(shop)
    await editQuantity(orderId, 1)
    const { id } = await untilMarked(paymentId, "order_overpaid")
    const unconfirmed = (amount: string, sent: string) => record(id, payout(amount, { sent, confirm_amount: false }))
    const { body: said } = await expectRefused(unconfirmed("32.56", "0.00054266"), "amount_above_overpaid", 400)
    expect(said.message).toMatch(/\(overpaid: 31\.00 USD\)$/)
    await creditSilently(orderId, -10)
    expect(await items()).toMatchObject([{ reason: "order_overpaid", detail: "+21.00 USD" }])
    const { payments } = await shop.admin.get("/admin/crypto-payments/payments")
    expect(payments[0].attention.detail).toBe("+21.00 USD")
    await creditSilently(orderId, -21)
    await expectRefused(unconfirmed("31.00", "0.00051666"), "nothing_overpaid")
    expect(await items()).toEqual([])
    expect(await paymentOf(id)).toMatchObject({ attention: null, overpaid: null, payouts: [] })
    const body = payout("31.00")
    await record(id, { ...body, confirm_not_overpaid: true })
    expect(await orderChanges(shop).pending(orderId)).toBe(0)
    // The same payout again is known, and needs no confirmation.
    await expectRefused(record(id, body), "payout_recorded_already")
  })

  it("closes the page when an admin deletes its unpaid collection, and money that still comes names it", async () => {
    const { cart, orderId } = await place()
    const collection = await orderChanges(shop).askFor(orderId, 25.5)
    const { data } = await openOn(shop, collection)
    const { payment_id: paymentId, token } = data
    expect(await shopperOf(shop).view(token)).toMatchObject({ status: "waiting", address: data.address })
    await shop.admin.delete(`/admin/payment-collections/${collection}`)
    expect(await shopperOf(shop).view(token)).toMatchObject({ status: "expired", address: null, uri: null })
    await expectRefused(shopperOf(shop).renew(token), "session_gone")
    // The order is found even if the row knows only its cart.
    const { id } = await rowOf(shop.container, paymentId)
    await cryptoPayments(shop.container).payments.patch(id, { order_id: null, cart_id: cart.id }, new Date())
    shop.sandbox.pay(paymentId)
    expect((await attention(paymentId, "collection_gone")).order_id).toBe(orderId)
    const [item] = await items()
    expect(item).toMatchObject({ reason: "collection_gone", payment: { order: { id: orderId } } })
    expect(item.actions).toEqual(expect.arrayContaining(["settle_onto_order", "record_payout"]))

    await shop.admin.post(path(id, "settle-onto-order"))
    expect((await shop.paidOrder(orderId)).captures.map(({ amount }) => amount)).toEqual([25.5])
  })

  it("is found overpaid without an event, and again after an admin closed it if it is overpaid by more, until it is canceled", async () => {
    const { id, paymentId, orderId } = await placePaid(shop)
    await orderChanges(shop).creditSilently(orderId, 5)
    expect(await findChangedOrders(contextOf(shop.container))).toBe(1)
    await untilMarked(paymentId, "order_overpaid")
    const actions = ["record_payout", "ask_address", "close"]
    expect(await items()).toMatchObject([{ reason: "order_overpaid", actions }])
    await close(id)
    expect(await findChangedOrders(contextOf(shop.container))).toBe(0)
    await orderChanges(shop).creditSilently(orderId, 3)
    expect(await findChangedOrders(contextOf(shop.container))).toBe(1)
    expect((await untilMarked(paymentId, "order_overpaid")).attention_detail).toBe("+8.00 USD")
    await close(id)
    expect(await findChangedOrders(contextOf(shop.container))).toBe(0)
    await orderChanges(shop).payByHand(orderId, 1)
    await untilMarked(paymentId, "order_overpaid")
    await close(id)
    await cancelOrderWorkflow(shop.container).run({ input: { order_id: orderId } })
    await untilMarked(paymentId, "payout_due")
    await close(id)
    expect(await findChangedOrders(contextOf(shop.container))).toBe(0)
  })

  it("is found overpaid anew after a payment ended the overpayment that an admin closed", async () => {
    const { id, paymentId, orderId } = await placePaid(shop)
    await orderChanges(shop).creditSilently(orderId, 5)
    expect(await findChangedOrders(contextOf(shop.container))).toBe(1)
    await untilMarked(paymentId, "order_overpaid")
    await close(id)
    await orderChanges(shop).editQuantity(orderId, 2)
    const rest = (await shop.orderOf(orderId)).collections.find(({ status }) => status === "not_paid")
    const { data } = await openOn(shop, rest?.id as string)
    shop.sandbox.pay(data.payment_id)
    await settled(data.payment_id)
    await orderChanges(shop).creditSilently(orderId, 5)
    expect(await findChangedOrders(contextOf(shop.container))).toBe(1)

    // The order is overpaid and not a payment, so no two people send the same money back.
    const { payments, marks } = cryptoPayments(shop.container)
    const second = await rowOf(shop.container, data.payment_id)
    const [item] = await items()
    const other = item.payment.id === id ? second.id : id
    const mark = { detail: "+5.00 USD", reopen: true }
    expect(await marks.openPayoutItem(other, "order_overpaid", new Date(), mark)).toBeUndefined()
    const marked = {
      attention_reason: "order_overpaid" as const,
      attention_detail: mark.detail,
      attention_at: new Date(),
    }
    await payments.patch(other, marked, new Date())
    expect(await items()).toHaveLength(2)
    await reviewOrder(contextOf(shop.container), orderId)
    expect(await items()).toHaveLength(1)
  })

  it("owes nothing, and is found overpaid after a credit, although Medusa's summary lost the capture, and corrects the summary", async () => {
    const { paymentId, orderId } = await placePaid(shop)
    await loseCapture(orderId, 25.5)
    expect((await shop.orderOf(orderId)).summary).toMatchObject({ paid: 0, pending: 25.5 })
    expect((await loadOrderBalance(shop.container, orderId))?.outstanding).toBeNull()
    await reviewOrder(contextOf(shop.container), orderId)
    expect((await shop.orderOf(orderId)).summary).toMatchObject({ paid: 25.5, pending: 0 })

    await orderChanges(shop).creditSilently(orderId, 5)
    await loseCapture(orderId, 20.5)
    expect((await shop.orderOf(orderId)).summary).toMatchObject({ paid: 0, pending: 20.5 })
    expect(await findChangedOrders(contextOf(shop.container))).toBe(1)
    await untilMarked(paymentId, "order_overpaid")
    expect((await shop.orderOf(orderId)).summary).toMatchObject({ paid: 25.5, pending: -5 })
    expect(await findChangedOrders(contextOf(shop.container))).toBe(0)
  })

  it("shows no address, renews no quote and opens no payment step after its cart was deleted", async () => {
    const { cart, data, collection } = await openCart(shop)
    await shop.container.resolve(Modules.CART).deleteCarts([cart.id])
    const { view, renew } = shopperOf(shop)
    expect(await view(data.token)).toMatchObject({ state: "closed", address: null, uri: null })
    await expectRefused(renew(data.token), "session_gone")
    await expectRefused(openOn(shop, collection), "session_gone")
  })
})
