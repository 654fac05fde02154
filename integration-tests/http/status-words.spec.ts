import { cancelUnpaidAt, expireQuote, minutesFromNow, sweepAt } from "../support/clock"
import { payUntil, placeNoted, rowInState, rowOf } from "../support/crypto-payments"
import { describeShop } from "../support/medusa"
import { knexOf } from "../support/module-rows"
import { payoutsIn } from "../support/payouts-in"
import { expectRefused, openCart, shopperOf } from "../support/shopper"

const HOUR = 60
const DAY = 24 * HOUR
const CONNECTION = "/admin/crypto-payments/connections/default"
const UNCLEAR = { status: "confirming", state: "unclear", confirmations: 0, address: null, uri: null }

describeShop("status words", { orderPlacement: "checkout" }, (shop) => {
  const shopper = () => shopperOf(shop)
  const look = (minutes: number) => sweepAt(shop, minutes)
  const canceled = async (minutes: number) => (await cancelUnpaidAt(shop, minutes)).canceled
  const { path, close, items } = payoutsIn(shop)
  const reasons = async () => (await shop.admin.get("/admin/crypto-payments/health")).health.reasons
  const checklist = async () =>
    (await shop.admin.get(CONNECTION)).connection.checklist.find(
      ({ step }: { step: string }) => step === "status_words_known",
    )
  /** From now on the service says `word` instead of `instead`. */
  const says = (word: string, instead = "completed", confirmations = 0) =>
    shop.sandbox.interfere({
      on: "lookup",
      times: 1000,
      alter: (body) => {
        const answer = body as { status: string }
        return { ...answer, status: answer.status === instead ? word : answer.status, confirmations }
      },
    })
  const forget = (status = 404) =>
    shop.sandbox.interfere({ on: "lookup", status, body: { code: "not_found" }, times: 1000 })
  const lookupsOf = (paymentId: string) =>
    shop.sandbox.requests().filter(({ method, path }) => method === "GET" && path.includes(paymentId)).length
  const expectOneLookup = async (paymentId: string, after = 15 * DAY) => {
    const before = lookupsOf(paymentId)
    for (const minutes of [2, 4, 6]) await look(after + minutes)
    expect(lookupsOf(paymentId) - before).toBe(1)
  }
  const checked = async (paymentId: string) => {
    const { id } = await rowOf(shop.container, paymentId)
    return (await shop.admin.post(path(id, "check"))).outcome
  }
  const statusOf = async (id: string) => (await shop.admin.get(`/admin/orders/${id}?fields=status`)).order.status

  it("that are unknown keep everybody from paying twice until a person accepts them, also after the watch", async () => {
    const { paymentId, token, orderId } = await placeNoted(shop)
    says("paid")
    shop.sandbox.stopDelivering()
    shop.sandbox.pay(paymentId)
    await look(2)
    const created = shopper().created()
    expect(await shopper().view(token)).toMatchObject(UNCLEAR)
    const { id } = await rowOf(shop.container, paymentId)
    const { payment } = await shop.admin.get(`/admin/crypto-payments/payments/${id}`)
    expect(payment).toMatchObject({ seen: true, unclear: true })
    expect(payment.timeline.map(({ type }: { type: string }) => type)).toEqual(["created", "unclear"])
    await expireQuote(shop, paymentId)
    expect(await shopper().renew(token, { asset: "LTC" })).toMatchObject({ token, payment: UNCLEAR })
    expect(shopper().created()).toBe(created)
    expect(await canceled(2 * DAY)).toBe(0)
    expect(await statusOf(orderId)).toBe("pending")
    expect(await reasons()).toContainEqual(
      expect.objectContaining({ code: "unknown_status", level: "degraded", detail: "paid", count: 1 }),
    )

    await look(15 * DAY)
    expect(await rowOf(shop.container, paymentId)).toMatchObject({ next_check_at: null, remote_status: "paid" })
    expect(await items()).toMatchObject([{ reason: "unknown_status", actions: ["check", "record_payout", "close"] }])
    expect(await checklist()).toMatchObject({ done: false, code: "unknown_status", words: ["paid"] })

    await shop.admin.post(CONNECTION, { cleared_statuses: ["completed", "paid"] })
    await look(15 * DAY + 2)
    await look(15 * DAY + 4)
    await rowInState(shop.container, paymentId, "settled")
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
    expect(await items()).toEqual([])
    expect((await reasons()).map(({ code }: { code: string }) => code)).not.toContain("unknown_status")
  })

  it("that are unknown refuse a payment step for another amount, in words for the shopper", async () => {
    const { cart, data } = await openCart(shop)
    says("on_hold", "awaiting_payment")
    await look(2)
    expect(await shopper().view(data.token)).toMatchObject(UNCLEAR)
    expect(await items()).toEqual([])
    expect(await checked(data.payment_id)).toMatchObject({ code: "unclear" })
    expect(await items()).toMatchObject([{ reason: "unknown_status" }])
    await shop.store.post(`/store/carts/${cart.id}/line-items`, { variant_id: shop.seed.variants.plenty, quantity: 1 })
    await expectRefused(shop.store.openSession(cart), "payment_unclear")
    shop.sandbox.clearFaults()
    await expireQuote(shop, data.payment_id)
    shop.sandbox.interfere({ on: "lookup", status: 404, body: { code: "not_found" } })
    expect(await checked(data.payment_id)).toMatchObject({ code: "failed", failure: "unknown_payment" })
    shop.sandbox.clearFaults()
    says("on_hold", "expired", 1)
    const message = expect.stringContaining("on_hold, confirmations: 1.")
    expect(await checked(data.payment_id)).toMatchObject({ code: "unclear", message })
  })

  it("that a person gave up keep nobody from seeing money that comes later", async () => {
    const { paymentId, token, orderId } = await placeNoted(shop)
    says("odd", "awaiting_payment")
    await look(2)
    const then = minutesFromNow(-25 * HOUR)
    const past = { seen_at: then, quote_expires_at: then, renew_at: then }
    await knexOf(shop.container)("crypto_payment").where({ external_id: paymentId }).update(past)
    await look(5)
    const [{ id }] = await items()
    await close(id)
    expect(await shopper().view(token)).toMatchObject({ status: "expired" })
    shop.sandbox.clearFaults()
    shop.sandbox.payLate(paymentId, { complete: false })
    await look(4 * HOUR)
    expect(await shopper().view(token)).toMatchObject({ state: "confirming", address: null })
    expect(await canceled(2 * DAY)).toBe(0)
    expect(await statusOf(orderId)).toBe("pending")
  })

  it("that are unknown put no abandoned quote before those that somebody waits for", async () => {
    const { data } = await openCart(shop)
    await expireQuote(shop, data.payment_id)
    says("closed", "expired")
    await look(2)
    expect(await rowOf(shop.container, data.payment_id)).toMatchObject({ status_unknown: true, lookup_priority: 3 })
  })

  it("of a payment that an event completed are looked up once, and accepted in one press", async () => {
    says("paid")
    const { paymentId } = await placeNoted(shop)
    await payUntil(shop, paymentId, "settled")
    await expectOneLookup(paymentId, 1)
    expect(await rowOf(shop.container, paymentId)).toMatchObject({ status: "settled", remote_status: "paid" })
    expect(await reasons()).toContainEqual(expect.objectContaining({ code: "status_not_cleared", detail: "paid" }))
    expect(await checklist()).toMatchObject({ done: false, code: "unknown_status", words: ["paid"] })
    await shop.admin.post(CONNECTION, { cleared_statuses: ["completed", "paid"] })
    expect(await checklist()).toMatchObject({ done: true, code: null })
    const { actions } = (await shop.admin.get(CONNECTION)).connection
    expect(actions[0]).toMatchObject({ kind: "settings_changed", outcome: "cleared_statuses" })
  })

  it("that mean unpaid hide the address before the quote's end, and the next price has another one", async () => {
    const { paymentId, token, orderId } = await placeNoted(shop)
    says("void", "awaiting_payment")
    await look(2)
    expect(await rowOf(shop.container, paymentId)).toMatchObject({ status: "expired", remote_status: "void" })
    expect(await shopper().view(token)).toMatchObject({ status: "expired", address: null, uri: null })
    const { order } = await shop.admin.get(`/admin/orders/${orderId}?fields=payment_collections.payment_sessions.data`)
    expect(order.payment_collections[0].payment_sessions[0].data).toMatchObject({ address: null, uri: null })
    const { payment } = await shopper().renew(token)
    expect(payment).toMatchObject({ status: "waiting", address: expect.any(String) })
    expect(payment.address).not.toBe((await rowOf(shop.container, paymentId)).address)
    // Money that still comes to the first address is not lost.
    shop.sandbox.clearFaults()
    shop.sandbox.payLate(paymentId)
    expect(await rowInState(shop.container, paymentId, "settled")).toMatchObject({ order_id: orderId })
  })

  describe("a payment that the service forgot", () => {
    it("ends its watch without an outage, and lets its order be canceled", async () => {
      const { paymentId, orderId } = await placeNoted(shop)
      forget(410)
      await look(16)
      expect(await reasons()).toEqual([])
      expect(await canceled(2 * DAY)).toBe(1)
      expect(await statusOf(orderId)).toBe("canceled")
      await look(15 * DAY)
      expect(await rowOf(shop.container, paymentId)).toMatchObject({ status: "expired", next_check_at: null })
      expect(await items()).toEqual([])
    })

    it("is not known yet while its quote is valid, and a web page with a 404 is no answer", async () => {
      const { paymentId, orderId } = await placeNoted(shop)
      forget()
      await look(2)
      const row = await rowOf(shop.container, paymentId)
      expect(row).toMatchObject({ status: "awaiting_payment", next_check_at: expect.any(Date) })
      shop.sandbox.clearFaults()
      shop.sandbox.interfere({ on: "lookup", status: 404, body: "<html>Not found</html>", times: 1000 })
      expect(await canceled(2 * DAY)).toBe(0)
      expect(await statusOf(orderId)).toBe("pending")
    })

    it("stays on its way if money was seen before, and then needs a person", async () => {
      const { paymentId, token, orderId } = await placeNoted(shop)
      shop.sandbox.payLate(paymentId, { complete: false })
      await look(1)
      forget()
      expect(await canceled(2 * DAY)).toBe(0)
      await look(15 * DAY)
      expect(await shopper().view(token)).toMatchObject({ status: "confirming", address: null })
      expect(await items()).toMatchObject([{ reason: "seen_not_cleared" }])
      expect(await statusOf(orderId)).toBe("pending")
      expect(await checked(paymentId)).toMatchObject({ code: "failed", failure: "unknown_payment" })
    })

    const forgottenWithWord = async (word: string) => {
      const placed = await placeNoted(shop)
      says(word, "awaiting_payment")
      await look(2)
      shop.sandbox.clearFaults()
      forget()
      await look(15 * DAY)
      return placed
    }

    it("is looked up once more when its last word becomes known, and then needs nobody if that means unpaid", async () => {
      const { paymentId } = await forgottenWithWord("odd")
      expect(await items()).toMatchObject([{ reason: "unknown_status" }])
      await shop.admin.post(CONNECTION, { unpaid_statuses: ["odd"] })
      await expectOneLookup(paymentId)
      expect(await rowOf(shop.container, paymentId)).toMatchObject({ next_check_at: null, seen_at: null })
      expect(await items()).toEqual([])
    })

    it("is not looked up each minute when its last word becomes known while the service fails", async () => {
      const { paymentId } = await forgottenWithWord("odd")
      shop.sandbox.clearFaults()
      shop.sandbox.interfere({ on: "lookup", status: 500, body: {}, times: 1000 })
      await shop.admin.post(CONNECTION, { unpaid_statuses: ["odd"] })
      await expectOneLookup(paymentId)
      expect(await rowOf(shop.container, paymentId)).toMatchObject({ status_unknown: false, seen_at: null })
    })

    it("needs a person if its last word turns out to mean that it is paid, even if a person gave it up", async () => {
      const { paymentId } = await forgottenWithWord("odd")
      const [{ id }] = await items()
      await close(id)
      await shop.admin.post(CONNECTION, { cleared_statuses: ["completed", "odd"] })
      await expectOneLookup(paymentId)
      expect(await items()).toMatchObject([{ id, reason: "seen_not_cleared" }])
    })
  })

  it("without a confirmation decide alone, if the service counts confirmations from the start", async () => {
    await shop.admin.post(CONNECTION, { confirmations_from_start: true })
    const { data } = await openCart(shop)
    const alter = (body: unknown) => ({ ...(body as object), confirmations: 3 })
    shop.sandbox.interfere({ on: "lookup", times: 1000, alter })
    await look(2)
    expect(await shopper().view(data.token)).toMatchObject({ status: "waiting", address: data.address })
    await shop.admin.post(CONNECTION, { confirmations_from_start: null })
    await look(4)
    expect(await shopper().view(data.token)).toMatchObject({ state: "confirming", address: null })
  })
})
