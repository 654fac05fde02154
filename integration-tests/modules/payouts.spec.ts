import { PayoutLists } from "../../src/modules/crypto-payments/stores/lists"
import { OrderLeases } from "../../src/modules/crypto-payments/stores/money-leases"
import { formerOf, type NewPayout } from "../../src/modules/crypto-payments/stores/payouts"
import type { PayoutRow } from "../../src/modules/crypto-payments/stores/rows"
import { describeModule, later, NOW, newPayment, newPayout, twenty } from "../support/module-database"

describeModule("payouts in the database", (database) => {
  const record = async (wish: Partial<NewPayout> = {}) =>
    (await database.payouts.insert(newPayout(wish), null, NOW)).id as string
  const claim = (id: string, refundId: string, amountMinor = "1000", paymentId = "cpay_1") =>
    database.payouts.claimPayout({ id, payment_id: paymentId, amount_minor: amountMinor }, refundId, NOW)
  const spentOn = async (id: string) => (await database.payouts.byId(id))?.medusa_refund_id

  it("are each claimed by only one of twenty concurrent refunds, which can claim it again", async () => {
    const [id, other] = [await record(), await record()]
    const claims = await twenty((worker) => claim(id, `ref_${worker}`))
    expect(claims.filter(Boolean)).toHaveLength(1)
    const winner = `ref_${claims.indexOf(true)}`
    expect([await claim(id, winner), await claim(id, "ref_late")]).toEqual([true, false])
    expect([await spentOn(id), await spentOn(other)]).toEqual([winner, null])
  })

  it("cannot be claimed for another amount or another payment", async () => {
    const id = await record()
    expect(await claim(id, "ref_1", "999")).toBe(false)
    expect(await claim(id, "ref_1", "1000", "cpay_2")).toBe(false)
    expect(await spentOn(id)).toBeNull()
  })

  it("are recorded only once for a transaction of a payment", async () => {
    await record({ transaction_id: "tx_same" })
    await expect(record({ transaction_id: "tx_same" })).rejects.toMatchObject({ code: "23505" })
    await record({ transaction_id: "tx_same", payment_id: "cpay_2" })
  })

  it("keep their former values at each correction, also if two corrections run at once", async () => {
    const id = await record({ transaction_id: "tx_typo", note: null })
    await record({ transaction_id: "tx_other" })
    await Promise.all([
      database.payouts.correct(id, { address: "tb1qright" }, "user_1", NOW),
      database.payouts.correct(id, { note: "Checked" }, "user_2", NOW),
    ])
    const row = await database.payouts.byId(id)
    expect(row).toMatchObject({ address: "tb1qright", note: "Checked", transaction_id: "tx_typo" })
    const former = formerOf(row as PayoutRow)
    expect(former).toHaveLength(2)
    const first = { at: NOW.toISOString(), address: "tb1qpayer", transaction_id: "tx_typo", note: null }
    expect(former[0]).toMatchObject(first)
    const taken = database.payouts.correct(id, { transaction_id: "tx_other" }, "user_1", NOW)
    await expect(taken).rejects.toMatchObject({ code: "23505" })
    expect(await database.payouts.correct("cpo_none", { note: "x" }, "user_1", NOW)).toBeUndefined()
  })

  it("are summed by payment", async () => {
    const lists = new PayoutLists(database.knex)
    await record({ payment_id: "cpay_3", amount_minor: "9007199254740991" })
    await record({ payment_id: "cpay_3", amount_minor: "9007199254740991" })
    await record({ payment_id: "cpay_4", amount_minor: "5" })
    expect(await lists.paidOut(["cpay_3", "cpay_4", "cpay_none"])).toEqual(
      new Map([
        ["cpay_3", { minor: "18014398509481982", at: expect.any(Date) }],
        ["cpay_4", { minor: "5", at: expect.any(Date) }],
      ]),
    )
    expect(await lists.paidOut([])).toEqual(new Map())
  })

  it("are removed if no refund claimed them, and kept if a refund did", async () => {
    const [refused, booked] = [await record(), await record()]
    await claim(booked, "ref_1")
    await database.payouts.remove(refused)
    await database.payouts.remove(booked)
    expect(await database.payouts.byId(refused)).toBeUndefined()
    expect(await spentOn(booked)).toBe("ref_1")
  })

  it("stop the rest of money without an order from settling, and change nothing if they are not stored", async () => {
    const { id } = await database.payments.insert(newPayment(NOW), NOW)
    await database.payments.move(id, "service_completed", { completed_at: NOW }, NOW)
    await database.payments.move(id, "cannot_settle", { attention_reason: "session_gone", next_check_at: NOW }, NOW)
    await database.payouts.insert(newPayout({ payment_id: id, transaction_id: "tx_once" }), null, NOW)
    expect(await database.payments.byId(id)).toMatchObject({ attention_reason: "session_gone" })
    const again = newPayout({ payment_id: id, transaction_id: "tx_once" })
    await expect(database.payouts.insert(again, "partly_paid_out", NOW)).rejects.toMatchObject({ code: "23505" })
    expect(await database.payments.byId(id)).toMatchObject({ attention_reason: "session_gone" })
    await database.payouts.insert(newPayout({ payment_id: id }), "partly_paid_out", NOW)
    const attention_log = ["session_gone", "partly_paid_out"].map((reason) => ({ reason, at: expect.any(String) }))
    const now = { attention_reason: "partly_paid_out", attention_at: NOW, next_check_at: null }
    expect(await database.payments.byId(id)).toMatchObject({ ...now, attention_log })
    // A second part is no new reason, and the bell must not ring again for it.
    await database.payouts.insert(newPayout({ payment_id: id }), "partly_paid_out", later(60))
    expect(await database.payments.byId(id)).toMatchObject({ attention_at: NOW })
  })
})

describeModule("the lease of an order", (database) => {
  const leases = () => new OrderLeases(database.knex)
  const paid = async (orderId: string | null) => {
    const { id } = await database.payments.insert(newPayment(NOW), NOW)
    await database.payments.move(id, "service_completed", { completed_at: NOW, order_id: orderId }, NOW)
    return id
  }

  it("is granted to one of twenty concurrent requests, once for all paid payments of the order, and apart for another", async () => {
    const only = await paid("order_3")
    expect((await twenty(() => leases().claim(only, "order_3", NOW))).filter(Boolean)).toHaveLength(1)
    const payments = await Promise.all([paid("order_1"), paid("order_1"), paid(null), paid("order_1")])
    const taken = await Promise.all(payments.map((id) => leases().claim(id, "order_1", NOW)))
    expect(taken.filter(Boolean)).toHaveLength(1)
    expect(await leases().claim(await paid("order_2"), "order_2", NOW)).toBeDefined()
    expect(await leases().claim("cpay_none", null, NOW)).toBeUndefined()
  })

  it("keeps its payments from being claimed until it is freed, and is refused while one is claimed", async () => {
    const [id, sibling] = [await paid("order_1"), await paid("order_1")]
    const lease = await leases().claim(id, "order_1", NOW)
    expect(await database.paymentLeases.claim(sibling, NOW)).toBeUndefined()
    await leases().release(lease as NonNullable<typeof lease>)
    expect(await database.paymentLeases.claim(sibling, NOW)).toBeDefined()
    expect(await leases().claim(id, "order_1", NOW)).toBeUndefined()
  })

  it("expires within a minute after a crash, and the old holder cannot release the next one", async () => {
    const id = await paid("order_1")
    const lost = await leases().claim(id, "order_1", NOW)
    expect(await leases().claim(id, "order_1", later(39))).toBeUndefined()
    expect(await leases().claim(id, "order_1", later(41))).toBeDefined()
    await leases().release(lost as NonNullable<typeof lost>)
    expect(await leases().claim(id, "order_1", later(42))).toBeUndefined()
  })

  it("belongs to the latest claim of a payment, and is busy for an earlier claim", async () => {
    const id = await paid("order_1")
    const first = await database.paymentLeases.claim(id, NOW)
    const next = await database.paymentLeases.claim(id, later(41))
    const hold = (claimed: typeof first, at: Date) =>
      leases().hold(claimed as NonNullable<typeof claimed>, "order_1", at)
    expect(await hold(next, later(41))).toBe("alone")
    expect(await hold(first, later(42))).toBe("busy")
    expect(await hold(next, later(43))).toBe("alone")
  })
})
