import { beforeNext, cancelUnpaidAt, minutesFromNow, sweepAt } from "../support/clock"
import { cryptoPayments, placeNoted, rowInState, rowOf } from "../support/crypto-payments"
import { completed, deliver } from "../support/events"
import { heardOf } from "../support/heard"
import { describeShop } from "../support/medusa"
import { knexOf, untilQuiet } from "../support/module-rows"
import { payoutsIn } from "../support/payouts-in"
import { shopperOf } from "../support/shopper"
import { until } from "../support/until"

const HOUR = 60
/** The quote of the sandbox lasts 15 minutes, and a person is told a day after its end. */
const A_DAY_LATER = 25 * HOUR

describeShop("money that is seen and does not clear", { orderPlacement: "checkout" }, (shop) => {
  const { path, payout, record, close, items, refusal } = payoutsIn(shop)
  const shopper = () => shopperOf(shop)
  const look = (minutes: number) => sweepAt(shop, minutes)
  const canceled = async (minutes: number) => (await cancelUnpaidAt(shop, minutes)).canceled
  const bell = async () => (await shop.admin.get("/admin/notifications?channel=feed")).notifications

  /** A placed order whose money the service has seen. */
  const seen = async () => {
    const placed = await placeNoted(shop)
    shop.sandbox.payLate(placed.paymentId, { complete: false })
    await look(1)
    return placed
  }
  /** The same, with quote and sighting more than a day ago. */
  const longAgo = async () => {
    const placed = await seen()
    const then = minutesFromNow(-A_DAY_LATER)
    const past = { seen_at: then, quote_expires_at: then, renew_at: then }
    await knexOf(shop.container)("crypto_payment").where({ id: placed.id }).update(past)
    return { ...placed, since: then.toISOString() }
  }
  const stuck = async () => {
    const placed = await longAgo()
    await look(5)
    expect(await items()).toMatchObject([{ id: placed.id, reason: "seen_not_cleared" }])
    return placed
  }

  it("needs a person a day after its quote, once, with the actions that can help", async () => {
    const heard = heardOf(shop, "crypto_payment.needs_attention")
    const { id, token } = await seen()
    await look(24 * HOUR)
    expect(await items()).toEqual([])
    await look(A_DAY_LATER)
    await look(A_DAY_LATER + 4 * HOUR)
    const payment = { id, seen: true, status: "expired", seen_at: expect.any(String) }
    const actions = ["check", "record_payout", "close"]
    expect(await items()).toMatchObject([{ reason: "seen_not_cleared", actions, payment }])
    const rung = await until("the bell has rung", async () => (await bell()).length > 0 && bell())
    expect(rung).toMatchObject([{ resource_id: id }])
    expect(heard).toMatchObject([{ id, attention_reason: "seen_not_cleared" }])
    expect(await shopper().view(token)).toMatchObject({ status: "confirming", address: null })
  })

  it("needs a person too if an admin's check finds it", async () => {
    const { id, since } = await longAgo()
    const { payment, outcome } = await shop.admin.post(path(id, "check"))
    expect(outcome).toMatchObject({ code: "seen" })
    expect(payment).toMatchObject({ attention: { reason: "seen_not_cleared" }, seen_at: since })
    expect(payment.timeline).toContainEqual({ type: "seen", at: since })
  })

  it.each([
    ["while it waits for a person", false],
    ["after a person closed it", true],
  ])("is settled when it clears %s, and leaves nothing to do", async (_, isClosed) => {
    const { id, paymentId, orderId } = await stuck()
    if (isClosed) {
      await close(id)
      shop.sandbox.confirm(paymentId, 9)
      await look(4 * HOUR)
    } else await deliver(shop, completed(paymentId))
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
    const settled = { attention_reason: null, closed_at: null }
    expect(await rowInState(shop.container, paymentId, "settled")).toMatchObject(settled)
    expect(await items()).toEqual([])
  })

  it("keeps nobody from a new price or from canceling its unpaid order once it is closed, and is looked up as before", async () => {
    const { id, paymentId, token, orderId } = await stuck()
    expect(await canceled(25 * HOUR)).toBe(0)
    await close(id)
    expect(await items()).toEqual([])
    expect(await shopper().view(token)).toMatchObject({ status: "expired" })
    const newer = await shopper().renew(token)
    expect(newer.payment).toMatchObject({ status: "waiting", address: expect.any(String) })
    expect(newer.token).not.toBe(token)
    await look(30 * HOUR)
    expect(await items()).toEqual([])
    expect(await rowOf(shop.container, paymentId)).toMatchObject({ next_check_at: expect.any(Date) })
    expect(await canceled(30 * HOUR)).toBe(1)
    expect((await shop.orderOf(orderId)).status).toBe("canceled")
    expect((await shop.admin.post(path(id, "check"))).outcome).toMatchObject({ code: "seen" })
  })

  it("is not recorded as sent back while it clears, and then the order has it", async () => {
    const { id, orderId } = await stuck()
    const { payouts, payments } = cryptoPayments(shop.container)
    beforeNext(payouts, "byTransaction", () => {
      const now = new Date()
      return payments.move(id, "service_completed", { completed_at: now, next_check_at: now, leased_until: null }, now)
    })
    expect(await refusal(record(id, payout("25.50")))).toMatchObject({ status: 409, code: "busy" })
    await look(A_DAY_LATER)
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
    await record(id, payout("25.50"))
    expect((await shop.orderOf(orderId)).collections[0]?.payments[0]?.refunds).toHaveLength(1)
  })

  it("waits for a person again with its rest if it is closed while the service reports it", async () => {
    const { id, paymentId } = await stuck()
    await record(id, payout("10"))
    beforeNext(cryptoPayments(shop.container).payments, "bookCompletion", () => close(id))
    await deliver(shop, completed(paymentId))
    await untilQuiet(shop.container)
    const waiting = { status: "attention", attention_reason: "partly_paid_out", closed_at: null }
    expect(await rowOf(shop.container, paymentId)).toMatchObject({ ...waiting, completed_at: expect.any(Date) })
  })

  it("waits for a person with the rest of what was sent back, is closed by the last payout, and a later report only counts it as received", async () => {
    const { id, paymentId, token } = await stuck()
    const part = await record(id, payout("10"))
    const attention = { reason: "partly_paid_out", message: expect.stringMatching(/nobody knows how much came/) }
    const rest = { attention, refundable: { display: "15.50" }, send_back: null, actions: ["record_payout", "close"] }
    expect(part.payment).toMatchObject({ status: "attention", ...rest })
    const { payment } = await record(id, payout("15.50"))
    expect(payment).toMatchObject({ status: "closed", attention: null, refundable: null })
    const heard = heardOf(shop, "crypto_payment.completed")
    const report = (id: string) => deliver(shop, { ...completed(paymentId), id })
    beforeNext(cryptoPayments(shop.container).payments, "bookCompletion", async () => {
      await report("evt_late_1")
      await until("the other report is counted", async () => (await rowOf(shop.container, paymentId))?.completed_at)
    })
    await report("evt_late_0")
    await untilQuiet(shop.container)
    expect(heard).toMatchObject([{ id }])
    const counted = { status: "closed", completed_at: expect.any(Date), attention_reason: null }
    expect(await rowOf(shop.container, paymentId)).toMatchObject(counted)
    expect(await items()).toEqual([])
    expect(await shopper().view(token)).toMatchObject({ sent_back_at: expect.any(String) })
  })

  it("needs a person again for a rest of what was sent back that a person gave up and that clears later", async () => {
    const { id, paymentId } = await stuck()
    await record(id, payout("10"))
    await close(id)
    const heard = heardOf(shop, "crypto_payment.needs_attention")
    await deliver(shop, completed(paymentId))
    await untilQuiet(shop.container)
    expect(await items()).toMatchObject([{ reason: "partly_paid_out", payment: { paid_out: { display: "10.00" } } }])
    expect(await rowOf(shop.container, paymentId)).toMatchObject({ completed_at: expect.any(Date), closed_at: null })
    expect(heard).toMatchObject([{ id, attention_reason: "partly_paid_out" }])
    expect((await record(id, payout("15.50"))).payment).toMatchObject({ status: "closed", attention: null })
  })
})
