import { UnpaidOrderStore } from "../../src/modules/crypto-payments/stores/payment-queue"
import { describeModule, later, NOW, newPayment, twenty } from "../support/module-database"

describeModule("unpaid orders in the database", (database) => {
  const store = () => new UnpaidOrderStore(database.knex)
  /** Inserts a payment whose quote expires 15 minutes before `dueAt`. */
  const insert = (dueAt: Date, wish: Parameters<typeof newPayment>[1] = {}) =>
    database.payments.insert(newPayment(NOW, { ...wish, quote_expires_at: new Date(Number(dueAt) - 15 * 60_000) }), NOW)
  const claim = (limit: number, now: Date) => store().claimDue("default", limit, now)
  const claimOne = async (now: Date) => {
    const [one] = await claim(1, now)
    if (!one) throw new Error("nothing was due")
    return one
  }

  it("are due 15 minutes after their quote expires, longest overdue first, separately by connection", async () => {
    const second = await insert(later(20))
    const first = await insert(later(10))
    await insert(later(15), { connection_id: "second" })
    await insert(later(60))
    const claims = await claim(10, later(30))
    expect(claims.map(({ id }) => id)).toEqual([first.id, second.id])
    expect(claims.map(({ due_at }) => due_at)).toEqual([later(10), later(20)])
  })

  it("are claimed by only one of twenty workers, and again after the lease of a crashed worker expires", async () => {
    const { id } = await insert(later(10))
    const claims = (await twenty(() => claim(10, later(30)))).flat()
    expect(claims).toHaveLength(1)
    expect(await claim(10, later(69))).toEqual([])
    expect((await claim(10, later(70))).map((one) => one.id)).toEqual([id])
  })

  it("are claimed before an order that was due earlier and was given back", async () => {
    const stuck = await insert(later(10))
    const waiting = await insert(later(20))
    const taken = await claimOne(later(30))
    expect(taken.id).toBe(stuck.id)
    await store().release(taken, later(60))
    expect((await claim(1, later(90))).map(({ id }) => id)).toEqual([waiting.id])
  })

  it("are due 15 minutes after a confirmation, even if a worker finishes them as an abandoned cart", async () => {
    const { id } = await insert(later(10))
    const left = await claimOne(later(30))
    await store().markConfirmed(id, later(31))
    await store().finish([left], { canceled: false })
    expect(await claim(1, later(80))).toEqual([])
    expect((await claim(1, later(31 + 15 * 60))).map((one) => one.id)).toEqual([id])
  })

  it("are due again after a late confirmation, and an early confirmation does not make them due sooner", async () => {
    const late = await insert(later(10))
    await store().finish([await claimOne(later(30))], { canceled: false })
    const early = await insert(later(30 * 60))
    for (const { id } of [late, early]) await store().markConfirmed(id, later(60))
    expect(await database.payments.byId(late.id)).toMatchObject({ unpaid_check_at: later(16 * 60) })
    expect(await database.payments.byId(early.id)).toMatchObject({ unpaid_check_at: later(30 * 60) })
  })

  it("can be canceled, given back or finished only by the holder of the lease, and not canceled after its end", async () => {
    const { id } = await insert(later(10))
    const lost = await claimOne(later(30))
    const held = await claimOne(later(80))
    expect(await store().beginCanceling(lost, later(81))).toBe(false)
    await store().release(lost, later(99))
    await store().finish([lost], { canceled: false })
    const kept = { unpaid_check_at: held.unpaid_check_at, canceling_at: null }
    expect(await database.payments.byId(id)).toMatchObject(kept)

    expect(await store().beginCanceling(held, later(80 + 40))).toBe(false)
    expect(await store().beginCanceling(held, later(81))).toBe(true)
    await store().finish([held], { canceled: true })
    expect(await database.payments.byId(id)).toMatchObject({ unpaid_check_at: null, canceling_at: later(81) })
  })
})
