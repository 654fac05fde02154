import { MedusaError, Modules } from "@medusajs/framework/utils"
import { createPaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"
import { contextOf } from "../../src/workflows/context"
import { settlePayment } from "../../src/workflows/settle/settle-payment"
import { beforeNext, sweepAt } from "../support/clock"
import { CRYPTO_PROVIDER, MANUAL_PROVIDER } from "../support/constants"
import { cryptoPayments, payUnsettled, payUntil, placeNoted, placePaid, rowInState } from "../support/crypto-payments"
import { expectErrors, NO_REFUND_BY_SOFTWARE } from "../support/expect-errors"
import { describeShop } from "../support/medusa"
import { untilQuiet } from "../support/module-rows"
import { openOn } from "../support/order-changes"
import { payoutsIn } from "../support/payouts-in"
import { expectRefused, openCart, refusalOf } from "../support/shopper"

describeShop("a session that holds captured money", { orderPlacement: "checkout" }, (shop) => {
  expectErrors(
    /the ledger is down|This payment has arrived and cannot be canceled/,
    NO_REFUND_BY_SOFTWARE,
    /Error was thrown trying to (authorize|refund) payment/,
    /This is paid already/,
  )

  const place = () => placeNoted(shop)

  it("stays when shopper, admin or other code of the store open another session on its collection", async () => {
    const { collection, sessionId, orderId } = await placePaid(shop)
    const path = `/admin/payment-collections/${collection}/payment-sessions`
    for (const provider_id of [CRYPTO_PROVIDER, MANUAL_PROVIDER]) {
      const data = { asset: "BTC" }
      const refusals = [
        await refusalOf(openOn(shop, collection, provider_id)),
        await refusalOf(shop.admin.post(path, { provider_id, data })),
      ]
      for (const refusal of refusals)
        expect(refusal).toMatchObject({ status: 409, body: { type: "not_allowed", code: "already_paid" } })
      const input = { payment_collection_id: collection, provider_id, data }
      const { errors } = await createPaymentSessionsWorkflow(shop.container).run({ input, throwOnError: false })
      expect(errors.length).toBeGreaterThan(0)
    }
    await untilQuiet(shop.container)
    const order = await shop.orderOf(orderId)
    expect(order.collections[0]?.sessions).toEqual([expect.objectContaining({ id: sessionId })])
    expect(order.summary).toMatchObject({ paid: 25.5, pending: 0 })
  })

  const check = ({ orderId, sessionId }: { orderId: string; sessionId: string }) =>
    shop.admin.post(`/admin/orders/${orderId}/payment-sessions/authorize`, { payment_session_id: sessionId })

  it("is not captured by an admin's check while the shopper enters where the money goes back to", async () => {
    const { payments, paymentLeases } = cryptoPayments(shop.container)
    const placed = await place()
    const { id } = await payUnsettled(shop, placed.paymentId)
    await payments.move(id, "cannot_settle", { attention_reason: "settling_failed", next_check_at: null }, new Date())
    beforeNext(paymentLeases, "claim", () => payments.patch(id, { goes_back_at: new Date() }, new Date()))
    await check(placed)
    expect((await shop.orderOf(placed.orderId)).captures).toEqual([])
  })

  it("is captured once if an admin's check and a worker find the payment at the same time", async () => {
    const [checked, settling] = [await place(), await place()]
    const { payments, paymentLeases } = cryptoPayments(shop.container)
    for (const { paymentId } of [checked, settling]) await payUnsettled(shop, paymentId)
    await check(checked)
    expect(await settlePayment(contextOf(shop.container), checked.id)).toEqual({ state: "busy" })

    const now = new Date()
    const held = await paymentLeases.claim(settling.id, now)
    await check(settling)
    expect((await shop.orderOf(settling.orderId)).captures).toEqual([])
    await paymentLeases.release(held as NonNullable<typeof held>, now)

    await sweepAt(shop, 1)
    for (const { orderId } of [checked, settling]) {
      expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
      expect((await shop.orderOf(orderId)).summary).toMatchObject({ paid: 25.5, pending: 0 })
    }
    expect(await payments.byId(checked.id)).toMatchObject({ status: "settled", attention_reason: null })
  })

  it("is settled through its captured payment if Medusa deleted the session at the same time as the capture", async () => {
    const { paymentId, sessionId, collection, orderId } = await place()
    const payments = shop.container.resolve(Modules.PAYMENT)
    await payUnsettled(shop, paymentId)
    await payments.authorizePaymentSession(sessionId, {})
    // As if Medusa had asked the provider before the capture if it may delete the session, and deletes it after it.
    // biome-ignore lint/suspicious/noExplicitAny: Medusa's types leave out the service of the model
    await (payments as any).paymentSessionService_.delete(sessionId)
    const second = await payments.createPaymentSession(collection, {
      ...{ provider_id: MANUAL_PROVIDER, amount: 25.5, currency_code: "usd", data: {} },
    } as never)
    await sweepAt(shop, 1)
    await rowInState(shop.container, paymentId, "settled")
    const order = await shop.paidOrder(orderId)
    expect(order.captures).toHaveLength(1)
    expect(order.collections[0]?.sessions).toEqual([expect.objectContaining({ id: second.id })])
  })

  /** A paid cart, for which Medusa captured the money and then placed no order. */
  const captured = async () => {
    const { cart, data } = await openCart(shop)
    const { id } = await payUnsettled(shop, data.payment_id)
    const orders = shop.container.resolve(Modules.ORDER)
    jest.spyOn(orders, "addOrderTransactions").mockRejectedValueOnce(new Error("the ledger is down"))
    await shop.store.complete(cart).catch(() => undefined)
    return { id, cart, data }
  }

  it("is captured once if the shopper completes the cart again after placing the order failed", async () => {
    const { cart, data } = await captured()
    const done = await shop.store.placeOrder(cart)
    await sweepAt(shop, 1)
    await sweepAt(shop, 3)
    await rowInState(shop.container, data.payment_id, "settled")
    const order = await shop.paidOrder(done.orderId)
    expect(order.captures).toHaveLength(1)
    expect(order.collections[0]?.capturedAmount).toBe(25.5)
  })

  it("still pays for its order after Medusa refused the refund of a payout", async () => {
    const { id, data } = await captured()
    const mark = { attention_reason: "settling_failed", next_check_at: null }
    await cryptoPayments(shop.container).payments.move(id, "cannot_settle", mark, new Date())

    const refusal = new MedusaError(MedusaError.Types.INVALID_DATA, "The refund is refused")
    jest.spyOn(shop.container.resolve(Modules.PAYMENT), "refundPayment").mockRejectedValueOnce(refusal)
    const { payout, record } = payoutsIn(shop)
    await expectRefused(record(id, payout("2.00", { confirm_amount: true })), "refund_refused")
    await sweepAt(shop, 1)
    const row = await rowInState(shop.container, data.payment_id, "settled")
    expect((await shop.paidOrder(row.order_id as string)).captures).toHaveLength(1)
  })

  it("prevents a new session also if another provider captured the money, until it refunded all of it", async () => {
    const { cart, collection } = await openCart(shop, { provider: MANUAL_PROVIDER })
    const payments = shop.container.resolve(Modules.PAYMENT)
    const [session] = await payments.listPaymentSessions({ payment_collection_id: collection })
    const authorized = await payments.authorizePaymentSession(session?.id as string, {})
    const payment_id = authorized?.id as string
    await payments.capturePayment({ payment_id })
    await expectRefused(openOn(shop, collection), "already_paid")
    expect(await payments.listPaymentSessions({ payment_collection_id: collection })).toHaveLength(1)
    await payments.refundPayment({ payment_id, amount: 25.5 })

    const { data } = await shop.store.openSession(cart)
    const row = await payUntil(shop, data.payment_id, "settled")
    expect((await shop.paidOrder(row.order_id as string)).captures.map(({ amount }) => amount)).toContain(25.5)
  })
})
