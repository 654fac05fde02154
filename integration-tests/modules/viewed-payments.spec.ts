import { RenewalLeases } from "../../src/modules/crypto-payments/stores/renewal-leases"
import type { PaymentRow } from "../../src/modules/crypto-payments/stores/rows"
import { describeModule, newPayment } from "../support/module-database"

const NOW = new Date("2026-03-01T12:00:30Z")
const later = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000)

describeModule("payments that a shopper views", (database) => {
  /** A payment that was looked up 30 seconds ago, and whose next lookup comes in 30 seconds. */
  const insert = async (patch: Partial<PaymentRow> = {}): Promise<PaymentRow> => {
    const { payments, knex } = database
    const { id } = await payments.insert(newPayment(later(-300)), later(-300))
    await knex("crypto_payment")
      .where({ id })
      .update({ next_check_at: later(30), looked_up_at: later(-30), viewed_at: later(-60), ...patch })
    return (await payments.byId(id)) as PaymentRow
  }
  const view = async (row: PaymentRow) => {
    await database.paymentLeases.markViewed(row, NOW)
    return (await database.payments.byId(row.id)) as PaymentRow
  }
  const nextLook = async (row: PaymentRow) => (await view(row)).next_check_at

  it("are looked up at once if the last lookup was at least 15 seconds ago", async () => {
    expect(await nextLook(await insert({ looked_up_at: later(-15) }))).toEqual(NOW)
    expect(await nextLook(await insert({ looked_up_at: later(-14) }))).toEqual(later(30))
    expect(await nextLook(await insert({ looked_up_at: null }))).toEqual(NOW)
  })

  it("are not looked up sooner in the first 15 seconds after their creation", async () => {
    expect(await nextLook(await insert({ created_at: later(-14) }))).toEqual(later(30))
    expect(await nextLook(await insert({ created_at: later(-15) }))).toEqual(NOW)
  })

  it("keep their place in the queue if the lookup is already due", async () => {
    expect(await nextLook(await insert({ next_check_at: later(-5) }))).toEqual(later(-5))
  })

  it("are looked up sooner up to 15 minutes after their quote expires, only if money is on its way", async () => {
    expect(await nextLook(await insert({ quote_expires_at: later(-1) }))).toEqual(later(30))
    expect(await nextLook(await insert({ quote_expires_at: later(-1), confirmations: 1 }))).toEqual(NOW)
    expect(await nextLook(await insert({ status: "expired", quote_expires_at: later(-1), confirmations: 1 }))).toEqual(
      NOW,
    )
    expect(await nextLook(await insert({ quote_expires_at: later(-901), confirmations: 1 }))).toEqual(later(30))
    // A person gave this money up.
    const givenUp = { seen_at: later(-60), closed_at: later(-30) }
    expect(await nextLook(await insert({ quote_expires_at: later(-1), ...givenUp }))).toEqual(later(30))
  })

  it.each(["completed", "attention", "settled", "closed"] as const)(
    "are not looked up sooner if they are %s",
    async (status) => {
      expect(await nextLook(await insert({ status }))).toEqual(later(30))
    },
  )

  it("are not looked up sooner if their watch has ended or a worker holds them", async () => {
    expect(await nextLook(await insert({ next_check_at: null }))).toBeNull()
    expect(await nextLook(await insert({ leased_until: later(20) }))).toEqual(later(30))
    expect(await nextLook(await insert({ leased_until: later(-20) }))).toEqual(NOW)
  })

  it("come first from the first view on, and within 90 seconds even if they were just looked up", async () => {
    const unseen = { viewed_at: null, due_rank: 1, next_check_at: later(3600) }
    expect(await view(await insert({ ...unseen, looked_up_at: later(-5) }))).toMatchObject({
      ...{ viewed_at: NOW, due_rank: 0, next_check_at: later(90) },
    })
    expect(await view(await insert(unseen))).toMatchObject({ viewed_at: NOW, due_rank: 0, next_check_at: NOW })
    const parked = await insert({ ...unseen, due_rank: 2 })
    expect(await view(parked)).toEqual(parked)
  })

  it("keep the time of their first view", async () => {
    expect(await view(await insert())).toMatchObject({ viewed_at: later(-60), next_check_at: NOW })
  })
})

describeModule("a payment collection whose quote is renewed", (database) => {
  const leases = () => new RenewalLeases(database.knex)
  const insert = (payment_collection_id: string) =>
    database.payments.insert(newPayment(NOW, { payment_collection_id }), NOW)

  it("is leased to only one of twenty concurrent requests, until the lease is freed or expires", async () => {
    await insert("pay_col_1")
    await insert("pay_col_1")
    await insert("pay_col_2")
    const taken = await Promise.all(Array.from({ length: 20 }, () => leases().take("pay_col_1", NOW)))
    const [lease, ...more] = taken.filter((one) => one !== undefined)
    expect(more).toEqual([])
    expect(await leases().take("pay_col_2", NOW)).toBeDefined()
    expect(await leases().take("pay_col_1", later(39))).toBeUndefined()
    const next = await leases().take("pay_col_1", later(40))
    expect(next).toBeDefined()
    // The former holder ends late, and must not free the lease that somebody else has now.
    await leases().free(lease as NonNullable<typeof lease>)
    expect(await leases().take("pay_col_1", later(41))).toBeUndefined()
    await leases().free(next as NonNullable<typeof next>)
    expect(await leases().take("pay_col_1", later(41))).toBeDefined()
  })

  it("stays leased if a newer payment joins it in the meantime", async () => {
    await insert("pay_col_1")
    await leases().take("pay_col_1", NOW)
    await database.payments.insert(newPayment(NOW, { payment_collection_id: "pay_col_1" }), later(1))
    expect(await leases().take("pay_col_1", later(2))).toBeUndefined()
  })
})
