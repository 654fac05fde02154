import { Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { loadOrderBalance } from "../../src/medusa/balance"
import { contextOf } from "../../src/workflows/context"
import { correctPaidOut, findChangedOrders } from "../../src/workflows/review-order/find-changed-orders"
import { settlePayment } from "../../src/workflows/settle/settle-payment"
import { sweepAt } from "../support/clock"
import { cryptoPayments, payUnsettled, payUntil, rowOf } from "../support/crypto-payments"
import { expectErrors, NO_REFUND_BY_SOFTWARE, WHATEVER_MEETS } from "../support/expect-errors"
import { describeShop } from "../support/medusa"
import { newPayout } from "../support/module-database"
import { knexOf, untilQuiet } from "../support/module-rows"
import { payoutsIn } from "../support/payouts-in"
import { until } from "../support/until"

describeShop("an interrupted payout", { orderPlacement: "checkout" }, (shop) => {
  expectErrors(NO_REFUND_BY_SOFTWARE, /payout_unfinished/, /the process died/)

  const { payout, path, record, refusal, settled, canceled, books, booksWith } = payoutsIn(shop)
  const ALL_BACK = booksWith(25.5)

  describe("by a crash", () => {
    /** Makes the next call of this method fail, as if the process ended there. */
    const dieAt = (thing: object, method: string) => {
      const broken = jest.spyOn(thing as never, method as never) as unknown as jest.SpyInstance
      broken.mockImplementationOnce(() => {
        throw new Error("the process died")
      })
    }
    const orders = () => shop.container.resolve(Modules.ORDER)
    type Place = () => [thing: object, method: string]
    /** The steps of a payout before which the process ends. */
    const LEDGER: [string, Place] = ["the order's ledger was written", () => [orders(), "addOrderTransactions"]]
    const CREDIT: [string, Place] = ["the order's credit was opened", () => [orders(), "addOrderAction"]]
    const BOOKED: [string, Place] = [
      "the payout was marked as booked",
      () => [cryptoPayments(shop.container), "inOneTransaction"],
    ]

    // The sweep below finishes it by the same steps, also at the others.
    it.each([["the order's credit was confirmed", () => [orders(), "confirmOrderChange"]] as [string, Place], BOOKED])(
      "is finished by recording it again if the crash came before %s",
      async (_, place) => {
        const { id, orderId } = await settled()
        const body = payout("10")
        dieAt(...place())
        expect(await refusal(record(id, body))).toMatchObject({ status: 500 })
        // The order may say that it owes what was just sent back, and nobody is asked for that.
        const link = `/admin/crypto-payments/orders/${orderId}/payment-link`
        expect(await refusal(shop.admin.post(link, {}))).toMatchObject({ code: "nothing_owed" })
        await record(id, body)
        expect(await refusal(record(id, body))).toMatchObject({ code: "payout_recorded_already" })
        expect(await cryptoPayments(shop.container).actions.ofPayment(id)).toHaveLength(1)
        expect(await books(orderId)).toEqual(booksWith(10))
        await record(id, payout("15.5"))
        expect(await books(orderId)).toMatchObject({ transactions: [-10, -15.5], summary: { pending: 0 } })
      },
    )

    it("is finished by recording it again if its refund is missing, and Medusa's refund button cannot use it", async () => {
      const { id, orderId, row } = await settled()
      const body = payout("10")
      const { id: created_by } = (await shop.admin.get("/admin/users/me")).user
      const { address, transaction_id } = body as Record<string, string>
      const half = { payment_id: id, sent_base: "10000", chain: row.chain, address, transaction_id, created_by }
      await cryptoPayments(shop.container).payouts.insert(newPayout(half), null, new Date())
      const order = await shop.orderOf(orderId)
      const button = shop.admin.post(`/admin/payments/${order.collections[0]?.payments[0]?.id}/refund`, { amount: 10 })
      expect(await refusal(button)).toMatchObject({ status: 400, code: "refund_by_hand" })
      await record(id, body)
      expect(await books(orderId)).toMatchObject({ refunds: [10], transactions: [-10], summary: { refunded: 10 } })
    })

    it("is not kept from being recorded by a refund of Medusa's button, of which a killed process sent nothing", async () => {
      const { id, orderId } = await settled()
      const [payment] = (await shop.orderOf(orderId)).collections.flatMap(({ payments }) => payments)
      const amount = { amount: 25.5, raw_amount: JSON.stringify({ value: "25.5", precision: 20 }) }
      const refund = { id: "ref_unsent", payment_id: payment?.id, ...amount }
      await knexOf(shop.container)("refund").insert(refund)
      expect((await loadOrderBalance(shop.container, orderId))?.outstanding).toBeNull()
      await record(id, payout("25.5"))
      expect(await books(orderId)).toEqual(ALL_BACK)
      await knexOf(shop.container)("refund").insert({ ...refund, id: "ref_unsent_again" })
      await cancelOrderWorkflow(shop.container).run({ input: { order_id: orderId } })
      await until("it is deleted", async () => (await books(orderId)).refunds.length === 1)
    })

    it("reuses the refund that Medusa stored for it before the crash", async () => {
      const { id, orderId } = await settled()
      const body = payout("25.5")
      jest.spyOn(shop.container.resolve(Modules.PAYMENT), "refundPayment").mockImplementationOnce(async (data) => {
        await knexOf(shop.container)("refund").insert({
          id: "ref_ghost",
          payment_id: (data as { payment_id: string }).payment_id,
          amount: 25.5,
          raw_amount: JSON.stringify({ value: "25.5", precision: 20 }),
          metadata: JSON.stringify((data as { metadata: object }).metadata),
        })
        throw new Error("the process died")
      })
      expect(await refusal(record(id, body))).toMatchObject({ status: 500 })
      const { payout: recorded } = await record(id, body)
      expect(recorded.medusa_refund_id).toBe("ref_ghost")
      expect(await books(orderId)).toEqual(ALL_BACK)
    })

    it("keeps no later payment of its order, which seems to owe the money again", async () => {
      const cart = await shop.store.makeCart()
      const { data: other } = await shop.store.openSession(cart, { asset: "LTC" })
      const { data } = await shop.store.openSession(cart)
      const { orderId } = await shop.store.placeOrder(cart)
      const { id } = await payUntil(shop, data.payment_id, "settled")
      dieAt(...CREDIT[1]())
      expect(await refusal(record(id, payout("25.5")))).toMatchObject({ status: 500 })
      const late = await payUnsettled(shop, other.payment_id)
      for (let attempt = 1; attempt <= 3; attempt++) await settlePayment(contextOf(shop.container), late.id)
      expect(await rowOf(shop.container, other.payment_id)).toMatchObject({ attention_reason: "settling_failed" })
      expect(await shop.admin.post(path(late.id, "settle-onto-order"), {})).toMatchObject({ outcome: { code: "busy" } })
      await sweepAt(shop, 5)
      await sweepAt(shop, 10)
      expect(await rowOf(shop.container, other.payment_id)).toMatchObject({ attention_reason: "order_paid_otherwise" })
      expect(await books(orderId)).toEqual(ALL_BACK)
    })

    it.each<[string, Place, "settled" | "canceled"]>([
      ["Medusa made the refund", () => [shop.container.resolve(Modules.PAYMENT), "refundPayment"], "settled"],
      [...LEDGER, "settled"],
      [...CREDIT, "canceled"],
      [...BOOKED, "canceled"],
    ])("is finished once by the sweep for the same admin if the crash came before %s", async (_, place, kind) => {
      const { id, orderId } = await { settled, canceled }[kind]()
      dieAt(...place())
      const said = await refusal(record(id, payout("25.5")))
      const message = expect.stringMatching(/We will retry/)
      expect(said).toMatchObject({ status: 500, code: "payout_unfinished", message })
      await sweepAt(shop)
      expect((await knexOf(shop.container)("crypto_payout"))[0].booked_at).toBeNull()
      await Promise.all([sweepAt(shop, 1), sweepAt(shop, 1)])
      await sweepAt(shop, 5)
      expect(await books(orderId)).toEqual(ALL_BACK)
      const row = await cryptoPayments(shop.container).payments.byId(id)
      expect(row).toMatchObject({ status: "settled", attention_reason: null, closed_at: expect.any(Date) })
      const admin = (await shop.admin.get("/admin/users/me")).user.id
      expect(await cryptoPayments(shop.container).actions.ofPayment(id)).toMatchObject([
        { kind: "payout_recorded", actor_id: admin, outcome: "25.50 USD (0.0001 BTC)" },
      ])
    })
  })

  it.each([1, 2, 3])("is booked once when its order is canceled at the same time (run %d)", async () => {
    const { id, orderId } = await settled()
    expectErrors(WHATEVER_MEETS)
    const body = payout("25.5")
    await Promise.allSettled([
      record(id, body),
      cancelOrderWorkflow(shop.container).run({ input: { order_id: orderId } }),
    ])
    // Medusa's own attempt at a refund may have blocked the payout. It was refused then, and is recorded again.
    const isRecorded = async () => (await knexOf(shop.container)("crypto_payout")).length === 1
    await until("it is recorded", async () => (await isRecorded()) || record(id, body).catch(() => false))
    await untilQuiet(shop.container)
    // Medusa may have refused to cancel the order while the payout changed it, or to change it for the payout.
    await until("the ledger is corrected", async () => {
      await sweepAt(shop, 1)
      await findChangedOrders(contextOf(shop.container))
      await correctPaidOut(contextOf(shop.container))
      return (await books(orderId)).summary.pending === 0
    })
    expect(await books(orderId)).toEqual(ALL_BACK)
  })

  it("gets correct order summaries and items again after Medusa refused or repeated a simultaneous cancellation", async () => {
    const { id, orderId } = await settled()
    for (const part of ["10", "15.5"]) await record(id, payout(part))
    const knex = knexOf(shop.container)
    const right = { paid: 25.5, refunded: 25.5, pending: 0 }
    // As a refused cancellation in Medusa: it removes its ledger entry, but not the entry's amount from the summary.
    const entry = { order_id: orderId, reference: "refund", reference_id: "pay_of_medusas", currency_code: "usd" }
    const wrong = await shop.container.resolve(Modules.ORDER).addOrderTransactions({ ...entry, amount: -25.5 })
    await knex("order_transaction")
      .where({ id: [wrong].flat()[0]?.id })
      .delete()
    expect((await books(orderId)).summary).toEqual({ paid: 25.5, refunded: 51, pending: 25.5 })
    await correctPaidOut(contextOf(shop.container))
    expect(await books(orderId)).toMatchObject({ transactions: [-10, -15.5], summary: right })

    const { version } = await knex("order").where({ id: orderId }).first()
    const [summary] = await knex("order_summary").where({ order_id: orderId, version })
    const doubled = { current_order_total: 25.5, refunded_total: 51, transaction_total: -25.5, pending_difference: 51 }
    const totals = JSON.stringify({ ...summary.totals, ...doubled })
    await knex("order_summary").insert({ ...summary, id: "ordsum_of_a_canceling", totals })
    await correctPaidOut(contextOf(shop.container))
    const corrected = await knex("order_summary").where({ order_id: orderId, version })
    const counted = { current_order_total: 0, paid_total: 25.5, refunded_total: 25.5, pending_difference: 0 }
    expect(corrected.map((row) => row.totals)).toEqual([counted, counted].map((one) => expect.objectContaining(one)))

    // As when Medusa confirms two order changes at once: both write the next version.
    for (const [table, count] of Object.entries({ order_item: 1, order_shipping: 1, order_credit_line: 2 })) {
      const rows = await knex(table).where({ order_id: orderId, version })
      expect(rows).toHaveLength(count)
      await knex(table).insert(rows.map((row) => ({ ...row, id: `${row.id}_copy` })))
    }
    await correctPaidOut(contextOf(shop.container))
    expect((await books(orderId)).summary).toEqual(right)
    const { order } = await shop.admin.get(`/admin/orders/${orderId}?fields=total,items.quantity,shipping_methods.id`)
    expect([order.items.length, order.shipping_methods.length]).toEqual([1, 1])
  })

  it("is finished from the order's ledger even if the order summary is wrong", async () => {
    const { id, orderId } = await settled()
    const orders = shop.container.resolve(Modules.ORDER)
    jest.spyOn(orders, "createOrderChange").mockRejectedValueOnce(new Error("beside a canceling"))
    expect(await refusal(record(id, payout("25.5")))).toMatchObject({ code: "payout_unfinished" })
    const wrong = { pending_difference: 0, raw_pending_difference: { value: "0", precision: 20 } }
    await knexOf(shop.container).raw("UPDATE order_summary SET totals = totals || ?::jsonb WHERE order_id = ?", [
      JSON.stringify(wrong),
      orderId,
    ])
    await sweepAt(shop, 1)
    expect(await books(orderId)).toEqual(ALL_BACK)
  })
})
