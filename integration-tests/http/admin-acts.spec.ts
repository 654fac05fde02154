import { MedusaError, Modules } from "@medusajs/framework/utils"
import { collectionFor } from "../../src/medusa/collections"
import { openSessionFor } from "../../src/medusa/session-writes"
import { beforeNext, expireQuote, minutesFromNow, sweepAt } from "../support/clock"
import { MANUAL_PROVIDER } from "../support/constants"
import { cryptoPayments, payUntil, placeNoted, rowInState, rowOf } from "../support/crypto-payments"
import { completed, deliver } from "../support/events"
import { expectErrors, NO_REFUND_BY_SOFTWARE } from "../support/expect-errors"
import type { HttpProblem } from "../support/http"
import { describeShop } from "../support/medusa"
import { newEvent } from "../support/module-database"
import { knexOf, storeUnmatched } from "../support/module-rows"
import { payoutsIn } from "../support/payouts-in"
import { expectRefused, openCart } from "../support/shopper"
import { until } from "../support/until"

type Json = Record<string, unknown>

describeShop("admin actions on payments and events", { orderPlacement: "checkout" }, (shop) => {
  expectErrors(NO_REFUND_BY_SOFTWARE)

  const act = (id: string, what: string, body: Json = {}) =>
    shop.admin.post(`/admin/crypto-payments/payments/${id}/${what}`, body)
  const eventAct = (id: string, what: string, body: Json = {}) =>
    shop.admin.post(`/admin/crypto-payments/events/${id}/${what}`, body)
  const { refusal } = payoutsIn(shop)
  /** The audit log of a payment. */
  const actsOn = async (id: string) => {
    const me = (await shop.admin.get("/admin/users/me")).user.id
    const acts = await cryptoPayments(shop.container).actions.ofPayment(id)
    for (const { actor_id, created_at } of acts) {
      expect(actor_id).toBe(me)
      expect(Math.abs(Date.now() - Number(created_at))).toBeLessThan(60_000)
    }
    return acts.map(({ kind, outcome, note }) => ({ kind, outcome, note }))
  }

  const place = () => placeNoted(shop)
  const inAttention = (paymentId: string) => payUntil(shop, paymentId, "attention")
  /** The shopper pays, although the order was placed with another provider, which has not captured yet. */
  const paidBesides = async () => {
    const { cart, data: bitcoin } = await openCart(shop)
    const dollars = await shop.store.openSession(cart, { asset: "USDC", chain: "base" })
    await shop.store.openSession(cart, { provider: MANUAL_PROVIDER })
    const { orderId } = await shop.store.placeOrder(cart)
    const { id, attention_reason } = await inAttention(bitcoin.payment_id)
    expect(attention_reason).toBe("order_paid_otherwise")
    return { id, orderId, other: dollars.data.payment_id }
  }
  /** Its total and its payment session do not change. */
  const giveFreeShipping = ({ id }: { id: string }) => {
    const method = { name: "Free", amount: 0, shipping_option_id: shop.seed.shippingOption }
    return shop.container.resolve(Modules.CART).addShippingMethods(id, [method])
  }
  const linkedCollections = async (orderId: string) => (await shop.orderOf(orderId)).collections.length

  describe("check now", () => {
    it("finds and settles money without an event, even after the plugin stopped watching the address", async () => {
      const { id, paymentId, orderId } = await place()
      await expireQuote(shop, paymentId)
      await sweepAt(shop, 2)
      await cryptoPayments(shop.container).payments.patch(id, { next_check_at: null }, new Date())
      const unpaid = await act(id, "check")
      expect(unpaid.outcome).toMatchObject({ code: "not_paid", message: expect.stringMatching(/not paid/) })
      expect(unpaid.payment).toMatchObject({ status: "expired", next_check_at: null })
      shop.sandbox.interfere({ on: "lookup", status: 404, body: { code: "not_found" } })
      const forgotten = await act(id, "check")
      const message = "The service no longer knows this payment, so it was not paid."
      expect(forgotten.outcome).toEqual({ code: "forgotten", message })

      shop.sandbox.stopDelivering()
      shop.sandbox.payLate(paymentId)
      const emit = jest.spyOn(shop.container.resolve(Modules.EVENT_BUS), "emit")
      const paid = await act(id, "check")
      expect(paid.outcome.code).toBe("paid")
      expect(paid.payment).toMatchObject({ status: "settled", order: { id: orderId } })
      const names = emit.mock.calls.flatMap(([events]) => events).map(({ name }) => name)
      expect(names.filter((name) => name === "crypto_payment.completed")).toHaveLength(1)
      expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
      const acts = ["not_paid", "forgotten", "paid"].map((outcome) => ({ kind: "checked", outcome, note: null }))
      expect(await actsOn(id)).toEqual(acts)
      expect(await refusal(act(id, "check"))).toMatchObject({ status: 409, code: "not_possible" })
    })

    it("says that it is paid if an event settles it during the lookup", async () => {
      const { id, paymentId } = await place()
      shop.sandbox.stopDelivering()
      shop.sandbox.payLate(paymentId)
      beforeNext(cryptoPayments(shop.container).payments, "move", async () => {
        await deliver(shop, completed(paymentId))
        await rowInState(shop.container, paymentId, "settled")
      })
      expect((await act(id, "check")).outcome.code).toBe("paid")
    })

    it("reports a failing service, a throttled connection and missing settings", async () => {
      const { id } = await place()
      shop.sandbox.interfere({ on: "lookup", status: 500, body: { error: "boom" } })
      const message = "The service answered with an error. Try again later."
      expect((await act(id, "check")).outcome).toEqual({ code: "failed", failure: "outage", message })
      const module = cryptoPayments(shop.container)
      await module.connections.throttle("default", { until: minutesFromNow(1), call: "creation" }, new Date())
      const calls = shop.sandbox.requests().length
      expect((await act(id, "check")).outcome).toMatchObject({ code: "failed", message: expect.stringMatching(/wait/) })
      expect(shop.sandbox.requests()).toHaveLength(calls)
      jest.spyOn(module, "settingsOf").mockResolvedValue(undefined)
      expect(await refusal(act(id, "check"))).toMatchObject({ status: 409, code: "connection_not_ready" })
      expect(await actsOn(id)).toHaveLength(2)
    })
  })

  it("try again answers busy while a worker works, says that the cart cannot be completed, and settles after it is corrected", async () => {
    const { cart, data } = await openCart(shop, {}, { shipping: false })
    const { id, attention_detail } = await inAttention(data.payment_id)
    expect(attention_detail).toMatch(/shipping/i)
    const { paymentLeases } = cryptoPayments(shop.container)
    const held = await paymentLeases.claim(id, new Date())
    expect((await act(id, "settle")).outcome.code).toBe("busy")
    expect(await refusal(act(id, "close", { note: "Done" }))).toMatchObject({ status: 409, code: "busy" })
    await paymentLeases.release(held as NonNullable<typeof held>, new Date())
    const early = await act(id, "settle")
    expect(early.outcome).toMatchObject({ code: "attention", message: expect.stringMatching(/cannot be completed/) })
    await giveFreeShipping(cart)
    const now = await act(id, "settle")
    expect(now.outcome.code).toBe("settled")
    expect(now.payment).toMatchObject({ status: "settled", attention: null })
    expect((await shop.paidOrder(now.payment.order.id)).captures).toHaveLength(1)
    expect((await actsOn(id)).map(({ outcome }) => outcome)).toEqual(["busy", "attention", "settled"])
    expect(await refusal(act(id, "settle"))).toMatchObject({ status: 409, code: "not_possible" })
  })

  describe("settle onto the order", () => {
    it("is refused for an older quote that settled automatically, and for the newer quote, which exceeds the rest", async () => {
      const { cart, data: first } = await openCart(shop)
      await shop.store.changeQuantity(cart, 2)
      const { data: newer } = await shop.store.openSession(cart)
      const { orderId } = await shop.store.placeOrder(cart)
      const { id } = await payUntil(shop, first.payment_id, "settled")
      expect(await refusal(act(id, "settle-onto-order"))).toMatchObject({ status: 409, code: "not_possible" })
      const paid = await until("the ledger follows", async () => {
        const order = await shop.orderOf(orderId)
        return order.summary.paid > 0 && order
      })
      expect(paid.summary).toMatchObject({ paid: 25.5, pending: 15.5 })
      expect(paid.captures.map(({ amount }) => amount)).toEqual([25.5])
      expect(paid.collections.map(({ capturedAmount }) => capturedAmount).sort()).toEqual([0, 25.5])
      expect((await shop.admin.get(`/admin/orders/${orderId}`)).order.payment_status).toBe("partially_captured")

      const twice = await inAttention(newer.payment_id)
      expect(twice.attention_reason).toBe("amount_differs")
      await sweepAt(shop, 30)
      expect((await shop.orderOf(orderId)).captures).toHaveLength(1)
      expect(await refusal(act(twice.id, "settle-onto-order"))).toMatchObject({ status: 409, code: "order_differs" })
    })

    it("settles one of two payments next to a payment that another provider authorized, once, even if all is pressed at once", async () => {
      const { id, orderId, other } = await paidBesides()
      const second = await inAttention(other)
      const press = (one: string) => act(one, "settle-onto-order").catch((error: HttpProblem) => error.body)
      const pressed = await Promise.all([id, id, second.id, second.id].map(press))
      const [settled, ...more] = pressed.filter((one) => one.outcome?.code === "settled")
      expect(more).toEqual([])
      const order = await shop.paidOrder(orderId)
      expect(order.captures.map(({ amount }) => amount)).toEqual([25.5])
      expect(order.summary).toMatchObject({ paid: 25.5, pending: 0 })
      expect(order.transactions).toHaveLength(1)
      expect(await linkedCollections(orderId)).toBe(2)
      await sweepAt(shop, 30)
      expect((await shop.orderOf(orderId)).captures).toHaveLength(1)
      const again = refusal(act(settled.payment.id, "settle-onto-order"))
      expect(await again).toMatchObject({ status: 409, code: "not_possible" })
    })

    /** As a process leaves it that dies between moving the payment to a collection and capturing it. */
    async function diesMidway(by: "person" | "settling"): Promise<{ id: string; orderId: string }> {
      const { id, orderId } = await paidBesides()
      const { payments } = cryptoPayments(shop.container)
      const row = await payments.byId(id)
      if (!row) throw new Error("there is no such row")
      const collection = await collectionFor(shop.container, row, orderId)
      expect(await collectionFor(shop.container, row, orderId, by === "person")).toEqual(collection)
      const where = { payment_collection_id: collection.id, order_id: orderId, session_id: null }
      await payments.patch(id, { ...where, next_check_at: new Date() }, new Date())
      await openSessionFor(shop.container, row, collection.id)
      await sweepAt(shop, 2)
      return { id, orderId }
    }

    it("is finished by the sweep if the process dies midway, and captures once", async () => {
      const { id, orderId } = await diesMidway("person")
      expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
      expect(await cryptoPayments(shop.container).payments.byId(id)).toMatchObject({ status: "settled" })
    })

    it("is not assumed if settling made the collection, and another provider authorized the money meanwhile", async () => {
      const { id, orderId } = await diesMidway("settling")
      expect(await cryptoPayments(shop.container).payments.byId(id)).toMatchObject({ status: "attention" })
      expect((await shop.orderOf(orderId)).captures).toEqual([])
    })

    it("changes nothing if Medusa refuses the session, and keeps in the audit log who started it, even if it fails midway", async () => {
      const { id, orderId } = await paidBesides()
      const before = await cryptoPayments(shop.container).payments.byId(id)
      const creating = jest.spyOn(shop.container.resolve(Modules.PAYMENT), "createPaymentSession")
      creating.mockRejectedValueOnce(new MedusaError(MedusaError.Types.NOT_ALLOWED, "Not this one"))
      const { body } = await expectRefused(act(id, "settle-onto-order"), "not_possible")
      expect(body.message).toContain("Not this one")
      const { updated_at: _, ...same } = before ?? ({} as never)
      expect(await cryptoPayments(shop.container).payments.byId(id)).toMatchObject(same)
      expect(await linkedCollections(orderId)).toBe(1)
      expect(await actsOn(id)).toEqual([])

      expectErrors(/the process died/)
      creating.mockRejectedValueOnce(new Error("the process died"))
      expect(await refusal(act(id, "settle-onto-order"))).toMatchObject({ status: 500 })
      expect(await actsOn(id)).toEqual([{ kind: "settled_onto_order", outcome: null, note: null }])
      expect((await act(id, "settle-onto-order")).outcome.code).toBe("settled")
      expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
    })
  })

  describe("close", () => {
    it("requires a note, closes the payment once, and nothing settles it afterwards", async () => {
      const { cart, data } = await openCart(shop, {}, { shipping: false })
      const { id } = await inAttention(data.payment_id)
      for (const body of [{}, { note: "   " }]) {
        expect(await refusal(act(id, "close", body))).toMatchObject({ status: 400, code: "note_wanted" })
      }
      for (const body of [{ note: "x".repeat(2001) }, { note: 7 }, { note: "Done", more: 1 }]) {
        expect(await refusal(act(id, "close", body))).toMatchObject({ status: 400, type: "invalid_data" })
      }
      const note = "  Sent back by the wallet's own app  "
      const { attention, seen } = (await shop.admin.get(`/admin/crypto-payments/payments/${id}`)).payment
      const expected = { reason: attention.reason, detail: attention.detail, seen }
      for (const other of [{ reason: "payout_due" }, { detail: "+5.00 USD" }, { seen: !seen }]) {
        const changed = act(id, "close", { note, expected: { ...expected, ...other } })
        expect(await refusal(changed)).toMatchObject({ status: 409, code: "item_changed" })
      }
      const pressed = await Promise.allSettled(
        Array(2)
          .fill(0)
          .map(() => act(id, "close", { note, expected })),
      )
      expect(pressed.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
      expect(await rowOf(shop.container, data.payment_id)).toMatchObject({
        ...{ status: "closed", closed_at: expect.any(Date), next_check_at: null, attention_reason: null },
      })
      expect(await actsOn(id)).toEqual([{ kind: "closed", outcome: "cart_will_not_complete", note: note.trim() }])
      const told = /,closed,cart_will_not_complete,.*,admin@example\.com,Sent back by the wallet's own app,/
      expect(await shop.admin.get("/admin/crypto-payments/export")).toMatch(told)

      await giveFreeShipping(cart)
      await shop.sandbox.deliver(data.payment_id)
      await sweepAt(shop, 60)
      const { orderId } = await shop.store.placeOrder(cart)
      expect((await shop.orderOf(orderId)).captures).toEqual([])
      expect(await rowOf(shop.container, data.payment_id)).toMatchObject({ status: "closed" })
      expect(await refusal(act(id, "settle"))).toMatchObject({ status: 409, code: "not_possible" })
      expect(await refusal(act(id, "close", { note: "Again" }))).toMatchObject({ status: 409, code: "not_possible" })
    })

    it("closes nothing if the audit log cannot be written", async () => {
      const { data } = await openCart(shop, {}, { shipping: false })
      const { id } = await inAttention(data.payment_id)
      const knex = knexOf(shop.container)
      await knex.raw("ALTER TABLE crypto_action ADD CONSTRAINT no_room CHECK (kind <> 'closed')")
      expectErrors(/no_room/)
      const refused = refusal(act(id, "close", { note: "Done" }))
      const answer = await refused.finally(() => knex.raw("ALTER TABLE crypto_action DROP CONSTRAINT no_room"))
      expect(answer).toMatchObject({ status: 500 })
      expect(await rowOf(shop.container, data.payment_id)).toMatchObject({ status: "attention", closed_at: null })
      expect((await act(id, "close", { note: "Done" })).payment.status).toBe("closed")
    })
  })

  it("answer 404 to an unknown payment or event, and 400 to an unknown field", async () => {
    const { id } = await place()
    for (const what of ["check", "settle", "settle-onto-order", "close"]) {
      const body = what === "close" ? { note: "Done" } : {}
      expect(await refusal(act("cpay_none", what, body))).toMatchObject({ status: 404, code: "unknown_payment" })
      expect(await refusal(act(id, what, { ...body, more: 1 }))).toMatchObject({ status: 400 })
    }
    for (const what of ["retry", "close"]) {
      const body = what === "close" ? { note: "Done" } : {}
      expect(await refusal(eventAct("cevt_none", what, body))).toMatchObject({ status: 404, code: "unknown_event" })
    }
  })

  describe("a stored event", () => {
    const unmatched = (paymentId: string) =>
      storeUnmatched(shop.container, { type: "payment.completed", data: { id: paymentId } })
    const stored = async (id: string) => knexOf(shop.container)("crypto_webhook_event").where({ id }).first()

    it("is processed again at once by a retry, and the audit log keeps who did it", async () => {
      const { paymentId, orderId } = await place()
      const eventId = await unmatched("pay_of_nobody")
      expect((await eventAct(eventId, "retry")).event).toMatchObject({
        state: "unmatched",
        actions: ["close", "try_again"],
      })
      const body = JSON.stringify({ type: "payment.completed", data: { id: paymentId } })
      await knexOf(shop.container)("crypto_webhook_event").where({ id: eventId }).update({ body })
      expect((await eventAct(eventId, "retry")).event).toMatchObject({ state: "processed", actions: [] })
      expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
      expect(await refusal(eventAct(eventId, "retry"))).toMatchObject({ status: 409, code: "not_possible" })
      const acts = await knexOf(shop.container)("crypto_action").where({ event_id: eventId }).orderBy("created_at")
      expect(acts).toMatchObject([
        { kind: "tried_again", outcome: "unmatched", actor_id: expect.stringMatching(/^user_/) },
        { kind: "tried_again", outcome: "processed" },
      ])
    })

    it("is closed with a note, and stays closed when it is delivered again", async () => {
      const eventId = await unmatched("pay_of_nobody")
      expect(await refusal(eventAct(eventId, "close"))).toMatchObject({ status: 400, code: "note_wanted" })
      const { event } = await eventAct(eventId, "close", { note: "Another shop's" })
      expect(event).toMatchObject({ state: "closed", next_attempt_at: null, actions: [] })
      const { digest, body } = await stored(eventId)
      await cryptoPayments(shop.container).events.store(newEvent({ digest, body }), new Date())
      await sweepAt(shop, 60)
      expect(await stored(eventId)).toMatchObject({ state: "closed", next_attempt_at: null })
      expect(await refusal(eventAct(eventId, "close", { note: "Again" }))).toMatchObject({ code: "not_possible" })
      expect(await knexOf(shop.container)("crypto_action").where({ event_id: eventId })).toMatchObject([
        { kind: "closed", note: "Another shop's", outcome: "unmatched" },
      ])
    })
  })
})
