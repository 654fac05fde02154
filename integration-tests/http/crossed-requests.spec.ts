import type { IOrderModuleService, IPaymentModuleService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { contextOf } from "../../src/workflows/context"
import { lookUpPayment } from "../../src/workflows/lookups/look-up-payment"
import { settlePayment } from "../../src/workflows/settle/settle-payment"
import { clockAhead, sweepAt } from "../support/clock"
import { CRYPTO_PROVIDER } from "../support/constants"
import { cryptoPayments, payUnsettled, placeNoted, rowInState, rowOf } from "../support/crypto-payments"
import { expectErrors } from "../support/expect-errors"
import { describeShop } from "../support/medusa"
import { openCart } from "../support/shopper"
import { until } from "../support/until"

/** Medusa's errors if two requests replace the same payment session at once. */
const DELETED_BY_THE_OTHER =
  /trying to delete payment session - payses_\w+ - Error: PaymentSession .* was not found|Could not delete all payment sessions/

describeShop("the plugin under concurrent requests and interruptions", { orderPlacement: "checkout" }, (shop) => {
  it.each([
    ["placed the order and paid", true],
    ["paid", false],
  ])("captures once if the shopper opened the payment step twice at once and then %s", async (_, places) => {
    expectErrors(DELETED_BY_THE_OTHER)
    const { cart, data } = await openCart(shop)
    // Medusa takes no lock, so this may make two sessions.
    await Promise.allSettled([shop.store.openSession(cart), shop.store.openSession(cart)])
    if (places) await shop.store.placeOrder(cart)
    shop.sandbox.pay(data.payment_id)
    await shop.sandbox.drain()
    for (const minutes of [1, 2]) await sweepAt(shop, minutes)
    const { order_id } = await rowInState(shop.container, data.payment_id, "settled")
    expect(await shop.ordersOfCart(cart.id)).toEqual([order_id])
    expect((await shop.paidOrder(order_id as string)).captures).toHaveLength(1)
  })

  it("leaves an order one address, the confirmed one, if two quotes were made at once for its cart", async () => {
    const { cart, collection } = await openCart(shop)
    const wish = { provider_id: CRYPTO_PROVIDER, amount: cart.total, currency_code: "usd", data: { asset: "LTC" } }
    await shop.container.resolve(Modules.PAYMENT).createPaymentSession(collection, wish as never)
    const { orderId } = await shop.store.placeOrder(cart)
    const noted = await until("the order has its link", async () => {
      return (await shop.admin.get(`/admin/orders/${orderId}?fields=metadata`)).order.metadata?.crypto_payment
    })
    const made = await cryptoPayments(shop.container).payments.byCollection(collection)
    const shown = made.filter(({ superseded_at }) => superseded_at === null)
    expect([made.length, shown]).toMatchObject([2, [{ token: noted.token, confirmed_at: expect.any(Date) }]])
  })

  it("settles with the captured session, even if a concurrent session took over the payment", async () => {
    const { cart, collection, data } = await openCart(shop)
    const paymentModule = shop.container.resolve(Modules.PAYMENT)
    const wish = { provider_id: CRYPTO_PROVIDER, amount: cart.total, currency_code: "usd", data: { asset: "BTC" } }
    await paymentModule.createPaymentSession(collection, wish as never)
    const { payments, paymentLeases } = cryptoPayments(shop.container)
    const { id } = await payUnsettled(shop, data.payment_id)
    const now = new Date()
    const claimed = await paymentLeases.claim(id, now)
    if (!claimed) throw new Error("somebody else is at it")
    const done = await shop.store.placeOrder(cart)

    const sessions = await paymentModule.listPaymentSessions(
      { payment_collection_id: collection },
      { relations: ["payment"] },
    )
    const captured = sessions.find(({ payment }) => payment)
    const other = sessions.find(({ payment }) => !payment)
    // The slower request found the payment before the capture, and attaches it to its own session only now.
    await payments.attachSession(id, other?.id as string, now)
    await paymentLeases.release(claimed, now)
    await settlePayment(contextOf(shop.container), id)
    expect((await rowInState(shop.container, data.payment_id, "settled")).session_id).toBe(captured?.id)
    expect((await shop.paidOrder(done.orderId)).captures).toHaveLength(1)
  })

  it("writes the order's ledger later if Medusa was killed between the capture and the ledger", async () => {
    const { paymentId, sessionId, orderId } = await placeNoted(shop)
    const { id } = await payUnsettled(shop, paymentId)
    await shop.container.resolve(Modules.PAYMENT).authorizePaymentSession(sessionId, {})
    expect(await shop.orderOf(orderId)).toMatchObject({ captures: [{ amount: 25.5 }], transactions: [] })

    const orders: IOrderModuleService = shop.container.resolve(Modules.ORDER)
    const writing = jest.spyOn(orders, "addOrderTransactions")
    await settlePayment(contextOf(shop.container, clockAhead(1)), id)
    const [entries] = writing.mock.lastCall ?? []
    // Another process read that the entry is missing, stood still, and writes it only now.
    await expect(orders.addOrderTransactions(entries as never)).rejects.toThrow(/already exists/)
    const order = await shop.paidOrder(orderId)
    expect(order.captures).toHaveLength(1)
    expect(order.transactions).toHaveLength(1)
    await rowInState(shop.container, paymentId, "settled")
  })

  it("waits as planned after a failed attempt that gave the payment a new session", async () => {
    expectErrors(/Medusa is down/)
    const { paymentId, sessionId } = await placeNoted(shop)
    const { id } = await payUnsettled(shop, paymentId)
    const now = new Date()
    const mark = { attention_reason: "settling_failed", settle_attempts: 5, next_check_at: now }
    await cryptoPayments(shop.container).payments.move(id, "cannot_settle", mark, now)
    const medusa: IPaymentModuleService = shop.container.resolve(Modules.PAYMENT)
    await medusa.deletePaymentSession(sessionId)
    jest.spyOn(medusa, "authorizePaymentSession").mockRejectedValueOnce(new Error("Medusa is down"))
    await settlePayment(contextOf(shop.container), id)
    const row = await rowOf(shop.container, paymentId)
    expect(row).toMatchObject({ status: "attention", attention_reason: "settling_failed", settle_attempts: 6 })
    expect(row.session_id).not.toBe(sessionId)
    expect(row.next_check_at?.getTime()).toBeGreaterThan(now.getTime() + 30 * 60_000)
  })

  it("keeps an event's status if an older answer to a lookup arrives after it", async () => {
    const { paymentId } = await placeNoted(shop)
    const module = cryptoPayments(shop.container)
    const row = await rowOf(shop.container, paymentId)
    jest.spyOn(await module.clientOf("default"), "getPayment").mockImplementationOnce(async (id) => {
      const news = { remote_status: "completed", confirmations: 6 }
      await module.payments.move(row.id, "service_completed", news, new Date())
      return { id, status: "seen", confirmations: 1 }
    })
    await lookUpPayment(contextOf(shop.container), row)
    expect(await rowOf(shop.container, paymentId)).toMatchObject({ remote_status: "completed", confirmations: 6 })
  })

  it("looks up the other payments if one lookup fails", async () => {
    const first = await placeNoted(shop)
    const second = await placeNoted(shop)
    shop.sandbox.stopDelivering()
    shop.sandbox.pay(second.paymentId)
    const broken = await rowOf(shop.container, first.paymentId)
    // PostgreSQL cannot store the NUL in this status. The lookups run at the same time, in any order.
    const alter = (body: unknown) =>
      (body as { id: string }).id === first.paymentId ? { ...(body as object), status: "odd\0word" } : body
    shop.sandbox.interfere({ on: "lookup", alter, times: 10 })
    await sweepAt(shop, 1)
    await sweepAt(shop, 3)
    expect((await shop.paidOrder(second.orderId)).captures).toHaveLength(1)
    expect((await rowOf(shop.container, broken.external_id)).status).toBe("awaiting_payment")
  })
})
