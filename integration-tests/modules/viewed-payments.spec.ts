import { RenewalLocks, UnpaidOrderStore } from "../../src/modules/crypto-payments/stores/payment-queue"
import type { PaymentRow } from "../../src/modules/crypto-payments/stores/rows"
import { describeModule, later, NOW, newPayment, twenty } from "../support/module-database"

describeModule("payments that a shopper views", (database) => {
  /** A payment that was looked up 30 seconds ago, and whose next lookup comes in 30 seconds. */
  const insert = async (patch: Partial<PaymentRow> = {}): Promise<PaymentRow> => {
    const { id } = await database.payments.insert(newPayment(later(-300)), later(-300))
    const usual = { next_check_at: later(30), looked_up_at: later(-30), viewed_at: later(-60) }
    await database.forcePayment(id, { ...usual, ...patch })
    return (await database.payments.byId(id)) as PaymentRow
  }
  const view = async (row: PaymentRow) => {
    await database.paymentQueue.markViewed(row, NOW)
    return (await database.payments.byId(row.id)) as PaymentRow
  }
  const LATER = later(30)
  const ended = { quote_expires_at: later(-1) }

  it.each<[string, Partial<PaymentRow>, Date | null]>([
    ["at once if the last lookup was 15 seconds ago", { looked_up_at: later(-15) }, NOW],
    ["as planned if the last lookup was less than 15 seconds ago", { looked_up_at: later(-14) }, LATER],
    ["at once if no lookup was made", { looked_up_at: null }, NOW],
    ["as planned in the first 15 seconds after their creation", { created_at: later(-14) }, LATER],
    ["at once 15 seconds after their creation", { created_at: later(-15) }, NOW],
    ["in their place in the queue if a lookup is already due", { next_check_at: later(-5) }, later(-5)],
    ["in that place at their first view, too", { viewed_at: null, next_check_at: later(-61) }, later(-61)],
    ["as planned after their quote expired", ended, LATER],
    ["at once after their quote expired while money is on its way", { ...ended, confirmations: 1 }, NOW],
    ["at once if they expired while money is on its way", { ...ended, confirmations: 1, status: "expired" }, NOW],
    ["as planned 15 minutes after their quote", { quote_expires_at: later(-901), confirmations: 1 }, LATER],
    ["as planned if a person gave them up", { ...ended, seen_at: later(-60), closed_at: later(-30) }, LATER],
    ["as planned if they are completed", { status: "completed" }, LATER],
    ["never if their watch has ended", { next_check_at: null }, null],
    ["as planned if a worker holds them", { leased_until: later(20) }, LATER],
    ["at once if a worker's lease has expired", { leased_until: later(-20) }, NOW],
  ])("are looked up %s, and keep the time of their first view", async (_, patch, next_check_at) => {
    const row = await insert(patch)
    expect(await view(row)).toMatchObject({ next_check_at, viewed_at: row.viewed_at ?? NOW })
  })

  it("come first from the first view on, and within 90 seconds even if they were just looked up", async () => {
    const unseen = { viewed_at: null, lookup_priority: 1, next_check_at: later(3600) }
    expect(await view(await insert({ ...unseen, looked_up_at: later(-5) }))).toMatchObject({
      ...{ viewed_at: NOW, lookup_priority: 0, next_check_at: later(90) },
    })
    expect(await view(await insert(unseen))).toMatchObject({ viewed_at: NOW, lookup_priority: 0, next_check_at: NOW })
    const parked = await insert({ ...unseen, lookup_priority: 2 })
    expect(await view(parked)).toEqual(parked)
  })

  it("come first from their confirmation on, even if a lookup that began before ends after it", async () => {
    const { knex, payments, paymentLeases, paymentQueue } = database
    await insert({ lookup_priority: 1, next_check_at: NOW })
    const [claimed] = await paymentQueue.claimLookups({ connectionId: "default", rank: 1 }, 1, NOW)
    const { id } = claimed as PaymentRow
    await new UnpaidOrderStore(knex).markConfirmed(id, later(1))
    await paymentLeases.release(claimed as PaymentRow, later(300), { rank: 1 })
    expect(await payments.byId(id)).toMatchObject({ lookup_priority: 0, next_check_at: NOW, leased_until: null })
  })

  it("keep the lease of a person's action on the money of their order when they are confirmed", async () => {
    const { knex, payments } = database
    const { id } = await insert({ leased_until: later(40), holds_order: true })
    await new UnpaidOrderStore(knex).markConfirmed(id, NOW)
    expect(await payments.byId(id)).toMatchObject({ leased_until: later(40), holds_order: true })
  })
})

describeModule("a payment collection whose quote is renewed", (database) => {
  const locks = () => new RenewalLocks(database.knex)
  const insert = (payment_collection_id: string) =>
    database.payments.insert(newPayment(NOW, { payment_collection_id }), NOW)

  it("is leased to only one of twenty concurrent requests, until the lease is freed or expires", async () => {
    await insert("pay_col_1")
    await insert("pay_col_1")
    await insert("pay_col_2")
    const taken = await twenty(() => locks().claim("pay_col_1", NOW))
    const [lease, ...more] = taken.filter((one) => one !== undefined)
    expect(more).toEqual([])
    expect(await locks().claim("pay_col_2", NOW)).toBeDefined()
    expect(await locks().claim("pay_col_1", later(39))).toBeUndefined()
    const next = await locks().claim("pay_col_1", later(40))
    expect(next).toBeDefined()
    // The former holder ends late, and must not free the lease that somebody else has now.
    await locks().release(lease as NonNullable<typeof lease>)
    expect(await locks().claim("pay_col_1", later(41))).toBeUndefined()
    await locks().release(next as NonNullable<typeof next>)
    expect(await locks().claim("pay_col_1", later(41))).toBeDefined()
  })

  it("stays leased if a newer payment joins it in the meantime", async () => {
    await insert("pay_col_1")
    await locks().claim("pay_col_1", NOW)
    await database.payments.insert(newPayment(NOW, { payment_collection_id: "pay_col_1" }), later(1))
    expect(await locks().claim("pay_col_1", later(2))).toBeUndefined()
  })
})
