import { nextState, PAYMENT_MOVES, PAYMENT_STATES, type PaymentState } from "../../src/core/payment/lifecycle"
import { PaymentQueue } from "../../src/modules/crypto-payments/stores/payment-queue"
import type { PaymentPatch, ReuseKey } from "../../src/modules/crypto-payments/stores/payments"
import type { PaymentRow } from "../../src/modules/crypto-payments/stores/rows"
import { insertPayments } from "../support/insert-payments"
import { claimDue, describeModule, later, NOW, newPayment, REUSE_KEY, twenty } from "../support/module-database"
import { costsOf } from "./support/statement-costs"

describeModule("payments in the database", (database) => {
  const insert = (wish: Parameters<typeof newPayment>[1] = {}) => database.payments.insert(newPayment(NOW, wish), NOW)

  /** Claims due payments. */
  const claim = (limit: number, now: Date, connectionId?: string) =>
    claimDue(database.paymentQueue, limit, now, connectionId)

  const force = (id: string, patch: object) => database.forcePayment(id, patch)
  const inState = async (status: PaymentState, patch: Partial<PaymentRow> = {}, wish = {}): Promise<PaymentRow> => {
    const row = await insert(wish)
    await force(row.id, { status, ...patch })
    return (await database.payments.byId(row.id)) as PaymentRow
  }

  describe("a new payment", () => {
    it("awaits its payment, is due for a lookup after 45 seconds, and keeps every digit of its amounts", async () => {
      const amounts = { pay_amount_base: "9".repeat(30), amount_minor: "9007199254740991" }
      const row = await insert(amounts)
      const usual = { status: "awaiting_payment", next_check_at: later(45), leased_until: null, settle_attempts: 0 }
      expect(row).toMatchObject({ ...usual, ...amounts })
      expect(await database.payments.byId(row.id)).toEqual(row)
      expect(await database.payments.byExternalId("default", row.external_id)).toEqual(row)
      expect(await database.payments.byToken(row.token)).toEqual(row)
    })

    it("has a token of 128 random bits", async () => {
      const tokens = await Promise.all(Array.from({ length: 50 }, async () => (await insert()).token))
      expect(new Set(tokens).size).toBe(50)
      for (const token of tokens) expect(Buffer.from(token, "base64url")).toHaveLength(16)
    })

    it("is refused if its connection already has its id, and accepted if another connection has it", async () => {
      const { external_id } = await insert()
      await expect(insert({ external_id })).rejects.toMatchObject({ code: "23505" })
      expect(await insert({ external_id, connection_id: "second" })).toMatchObject({ connection_id: "second" })
      expect((await database.payments.byExternalId("second", external_id))?.connection_id).toBe("second")
    })
  })

  describe("the payment that a new request reuses", () => {
    const reusable = async (key: ReuseKey = REUSE_KEY) => (await database.payments.findReusable(key, NOW))?.id
    const OPEN = { status: "awaiting_payment" } as const

    it.each<[string, Partial<ReuseKey>, Partial<PaymentRow>]>([
      ["another collection", { payment_collection_id: "pay_col_2" }, OPEN],
      ["another amount", { amount_minor: "2551" }, OPEN],
      ["another currency", { currency: "EUR" }, OPEN],
      ["another asset", { asset: "LTC" }, OPEN],
      ["another chain", { asked_chain: "base" }, OPEN],
      ["another connection", { connection_id: "second" }, OPEN],
      ["another account", { account: "of another account" }, OPEN],
      ["a quote that must be renewed", {}, { renew_at: NOW }],
      ["an expired payment", {}, { status: "expired" }],
      ["a double payment", {}, { status: "attention", attention_reason: "order_paid_otherwise" }],
      ["the payment of a canceled order", {}, { status: "attention", attention_reason: "order_canceled" }],
      ["a payment that must be sent back", {}, { status: "attention", attention_reason: "payout_due" }],
      ["a payment of another amount", {}, { status: "attention", attention_reason: "amount_differs" }],
    ])("is an earlier one with enough time left on its quote, but not for %s", async (_, other, patch) => {
      const { id } = await insert()
      expect(await reusable()).toBe(id)
      await force(id, patch)
      expect(await reusable({ ...REUSE_KEY, ...other })).toBeUndefined()
    })

    it("is the one with the most time left on its quote", async () => {
      await insert({ quote_expires_at: later(300), renew_at: later(180) })
      const longest = await insert({ quote_expires_at: later(900), renew_at: later(780) })
      await insert({ quote_expires_at: later(600), renew_at: later(480) })
      expect(await reusable()).toBe(longest.id)
    })

    const OLD = { asset: "USDC", asked_chain: "base", quote_expires_at: later(-9000), renew_at: later(-9120) }

    it.each<[string, Partial<PaymentRow>]>([
      ["is not settled yet", { status: "completed" }],
      ["waits because its cart does not complete", { status: "attention", attention_reason: "cart_will_not_complete" }],
      ["lost its session", { status: "attention", attention_reason: "session_gone" }],
    ])("is the paid one that %s, rather than a new quote, in any asset and of any age", async (_, patch) => {
      await insert()
      const paid = await insert(OLD)
      await force(paid.id, patch)
      expect(await reusable()).toBe(paid.id)
      expect(await reusable({ ...REUSE_KEY, amount_minor: "2551" })).toBeUndefined()
      expect(await reusable({ ...REUSE_KEY, account: "of another account" })).toBeUndefined()
    })
  })

  describe("attaching a payment to a session", () => {
    it("removes the mark that it was superseded, and keeps the next lookup of an unpaid payment", async () => {
      const row = await insert()
      await database.payments.supersedeSession("payses_1", NOW, "pay_col_1")
      const attached = await database.payments.attachSession(row.id, "payses_2", later(1))
      expect(attached).toMatchObject({ session_id: "payses_2", superseded_at: null, next_check_at: row.next_check_at })
    })

    it.each<PaymentState>(["completed", "attention"])("makes a paid payment (%s) due at once", async (status) => {
      const row = await inState(status, { next_check_at: null })
      const attached = await database.payments.attachSession(row.id, "payses_2", later(1))
      expect(attached).toMatchObject({ status, session_id: "payses_2", next_check_at: later(1) })
      expect((await claim(10, later(1))).map(({ id }) => id)).toEqual([row.id])
    })

    it("keeps the session of a payment that was settled in the meantime", async () => {
      const row = await inState("settled", { next_check_at: null })
      const attached = await database.payments.attachSession(row.id, "payses_2", later(1))
      expect(attached).toMatchObject({ status: "settled", session_id: row.session_id, next_check_at: null })
    })

    it("marks the payment that the session showed before as superseded, and not the one that it shows now", async () => {
      const [first, second] = [await insert(), await insert()]
      await database.payments.attachSession(second.id, "payses_1", later(60))
      expect((await database.payments.byId(first.id))?.superseded_at).toEqual(NOW)
      expect((await database.payments.byId(second.id))?.superseded_at).toBeNull()
      await database.payments.attachSession(first.id, "payses_1", later(61))
      expect((await database.payments.byId(first.id))?.superseded_at).toBeNull()
      expect((await database.payments.byId(second.id))?.superseded_at).toEqual(later(61))
      expect((await claim(10, later(60))).length).toBe(2)
    })
  })

  describe("moving to another state", () => {
    const pairs = PAYMENT_STATES.flatMap((state) => PAYMENT_MOVES.map((move) => [state, move] as const))

    it("follows the life table for every state and move, and changes nothing if the table has none", async () => {
      for (const [state, move] of pairs) {
        const row = await inState(state, {}, { session_id: `payses_${state}_${move}` })
        const patch: PaymentPatch = { attention_detail: "patched", next_check_at: null }
        const moved = await database.payments.move(row.id, move, patch, later(5))
        const next = nextState(state, move)
        const present = await database.payments.byId(row.id)
        const wanted = next ? { ...row, lookup_priority: 0, ...patch, status: next, updated_at: later(5) } : row
        expect({ state, move, present }).toEqual({ state, move, present: wanted })
        expect(moved).toEqual(next ? present : undefined)
      }
    })

    it("succeeds for only one of twenty concurrent calls", async () => {
      const row = await insert()
      const moves = await twenty((worker) =>
        database.payments.move(row.id, "service_completed", { completed_by: `worker ${worker}` }, NOW),
      )
      const done = moves.filter((moved) => moved !== undefined)
      expect(done).toHaveLength(1)
      expect(await database.payments.byId(row.id)).toEqual(done[0])
    })

    it("settles only one payment of a session", async () => {
      const [first, second] = [await inState("completed"), await inState("completed")]
      await database.payments.move(first.id, "put_on_order", {}, NOW)
      await expect(database.payments.move(second.id, "put_on_order", {}, NOW)).rejects.toMatchObject({ code: "23505" })
      expect((await database.payments.byId(second.id))?.status).toBe("completed")
    })
  })

  describe("claiming due payments", () => {
    it("gives each row to exactly one of twenty workers", async () => {
      await Promise.all(Array.from({ length: 100 }, (_, index) => insert({ session_id: `payses_${index}` })))
      const claims = await twenty(() => claim(10, later(60)))
      const ids = claims.flat().map(({ id }) => id)
      for (let more = await claim(10, later(60)); more.length > 0; ) {
        ids.push(...more.map(({ id }) => id))
        more = await claim(10, later(60))
      }
      expect(ids).toHaveLength(100)
      expect(new Set(ids).size).toBe(100)
    })

    it("takes the rows that are due longest, up to the limit, and no row that is not due", async () => {
      const rows = [await insert(), await insert(), await insert(), await insert()]
      for (const [index, row] of rows.entries())
        await force(row.id, { next_check_at: later([30, 10, 20, 90][index] ?? 0) })
      const ids = async (limit: number) => (await claim(limit, later(60))).map(({ id }) => id).sort()
      expect(await ids(2)).toEqual([rows[1]?.id, rows[2]?.id].sort())
      expect(await ids(9)).toEqual([rows[0]?.id])
      expect(await ids(9)).toEqual([])
    })

    it("skips a leased row until its lease expires, even if its next lookup was moved, then claims it again", async () => {
      const row = await insert()
      const [held] = await claim(1, later(60))
      expect(held).toMatchObject({ id: row.id, leased_until: later(100) })
      await database.payments.attachSession(row.id, "payses_2", later(61))
      await force(row.id, { next_check_at: later(61) })
      expect(await claim(1, later(99))).toEqual([])
      expect(await claim(1, later(100))).toMatchObject([{ id: row.id, leased_until: later(140) }])
    })

    it("renews a lease for its holder, even after it expired, unless another worker has claimed the row", async () => {
      const row = await insert()
      const [slow] = (await claim(1, later(60))) as [PaymentRow]
      expect(await database.paymentLeases.renew(slow, later(90))).toBe(true)
      expect(slow.leased_until).toEqual(later(130))
      expect(await claim(1, later(129))).toEqual([])
      // The lease has expired, but nobody else has taken it, so its holder can still renew it.
      expect(await database.paymentLeases.renew(slow, later(131))).toBe(true)
      const [next] = (await claim(1, later(171))) as [PaymentRow]
      expect(next.id).toBe(row.id)
      expect(await database.paymentLeases.renew(slow, later(172))).toBe(false)
      expect(await database.payments.byId(row.id)).toMatchObject({ leased_until: later(211) })
    })

    it("lets only the holder of the lease move a claimed payment to another state", async () => {
      const { id } = await inState("completed")
      const slow = (await database.paymentLeases.claim(id, NOW)) as PaymentRow
      const next = (await database.paymentLeases.claim(id, later(40))) as PaymentRow
      expect(await database.payments.move(slow, "cannot_settle", {}, later(41))).toBeUndefined()
      expect(await database.payments.byId(id)).toMatchObject({ status: "completed", leased_until: later(80) })
      expect((await database.payments.move(next, "cannot_settle", {}, later(41)))?.status).toBe("attention")
    })

    it("puts a row whose worker crashed behind the rows that wait", async () => {
      const [breaks, waits] = [await insert(), await insert()]
      await force(waits.id, { next_check_at: later(120) })
      expect(await claim(1, later(60))).toMatchObject([{ id: breaks.id }])
      expect(await claim(1, later(110))).toMatchObject([{ id: breaks.id }])
      expect(await claim(1, later(200))).toMatchObject([{ id: waits.id }])
      expect(await claim(1, later(200))).toMatchObject([{ id: breaks.id }])
    })

    it("lets only one of twenty concurrent claims win a payment", async () => {
      const row = await inState("completed")
      expect((await twenty(() => database.paymentLeases.claim(row.id, NOW))).filter(Boolean)).toHaveLength(1)
      expect(await claim(10, later(39))).toEqual([])
      expect(await database.paymentLeases.claim(row.id, later(40))).toMatchObject({ id: row.id })
    })

    it.each<PaymentState>(["awaiting_payment", "expired", "settled", "closed"])(
      "does not claim a payment to settle that is %s",
      async (status) => {
        expect(await database.paymentLeases.claim((await inState(status)).id, later(999))).toBeUndefined()
      },
    )
  })

  describe("releasing", () => {
    it("changes nothing if the lease expired and another worker holds the row", async () => {
      await insert()
      const [late] = await claim(1, later(60))
      const [present] = await claim(1, later(200))
      await database.paymentLeases.release(late as PaymentRow, null)
      expect(present).toMatchObject((await database.payments.byId((present as PaymentRow).id)) as PaymentRow)
    })

    it("changes nothing if a move to another state removed the lease in the meantime", async () => {
      const row = await insert()
      const [held] = await claim(1, later(60))
      const free = { leased_until: null, next_check_at: later(61) }
      await database.payments.move(row.id, "service_completed", free, later(61))
      await database.paymentLeases.release(held as PaymentRow, null)
      expect(await database.payments.byId(row.id)).toMatchObject({ status: "completed", next_check_at: later(61) })
    })
  })

  it("does not close another item, or money that arrived since a person looked at an unpaid payment", async () => {
    const unpaid = await inState("expired", { attention_reason: "seen_not_cleared", attention_at: NOW })
    const other = { attention_reason: "unknown_status", attention_detail: null } as const
    expect(await database.marks.close(unpaid, NOW, other)).toBe(false)
    await force(unpaid.id, { status: "attention", attention_reason: "order_paid_otherwise" })
    expect(await database.marks.close(unpaid, NOW)).toBe(false)
    expect(await database.payments.byId(unpaid.id)).toMatchObject({ status: "attention", closed_at: null })
  })

  describe("ending the work on a claimed payment", () => {
    const retried = { attention_reason: "session_gone", attention_at: NOW } as const
    const ends: [string, (held: PaymentRow, next: Date | null) => Promise<unknown>][] = [
      ["a release", (held, next) => database.paymentLeases.release(held, next)],
      [
        "a move",
        (held, next) =>
          database.payments.move(held, "cannot_settle", { ...retried, leased_until: null, next_check_at: next }, NOW),
      ],
    ]

    it.each(ends)("by %s leaves it due if it was made due in the meantime", async (_, end) => {
      const row = await inState("attention", { ...retried, next_check_at: NOW })
      for (const next of [null, later(3600)]) {
        await force(row.id, { next_check_at: NOW })
        const held = await database.paymentLeases.claim(row.id, later(1))
        await database.payments.attachSession(row.id, "payses_2", later(2))
        await end(held as PaymentRow, next)
        expect(await database.payments.byId(row.id)).toMatchObject({ leased_until: null, next_check_at: later(2) })
      }
    })

    it.each(ends)("by %s makes it due as planned, also if its time has microseconds", async (_, end) => {
      const row = await inState("attention", retried)
      for (const next of [null, later(3600)]) {
        const next_check_at = database.knex.raw("?::timestamptz + interval '400 microseconds'", [NOW])
        await force(row.id, { next_check_at })
        const [held] = await database.paymentQueue.claimPaid(1, later(1))
        await end(held as PaymentRow, next)
        expect(await database.payments.byId(row.id)).toMatchObject({ leased_until: null, next_check_at: next })
      }
    })

    it.each(ends)("by %s makes it due as planned if the worker itself gave it a session", async (_, end) => {
      const row = await inState("attention", { ...retried, next_check_at: NOW })
      const held = await database.paymentLeases.claim(row.id, later(1))
      await database.payments.attachSession(row.id, "payses_2", later(2), { isLeased: true })
      await end(held as PaymentRow, later(3600))
      expect(await database.payments.byId(row.id)).toMatchObject({ session_id: "payses_2", next_check_at: later(3600) })
    })
  })

  it("knows an order's mode by the payment that was confirmed last on its collection or on its order", async () => {
    const modeOf = (row: PaymentRow) => database.payments.placedInTestMode(row)
    const test = await insert()
    const live = await insert({ test_mode: false })
    const edited = await insert({ payment_collection_id: "pay_col_2" })
    expect(await modeOf(test)).toBeNull()
    await force(test.id, { confirmed_at: later(1) })
    expect(await modeOf(test)).toBe(true)
    await force(live.id, { confirmed_at: later(2), order_id: "order_1" })
    expect(await modeOf(test)).toBe(false)
    expect(await modeOf(edited)).toBeNull()
    expect(await modeOf({ ...edited, order_id: "order_1" })).toBe(false)
    expect(await modeOf({ ...edited, order_id: "order_2" })).toBeNull()
  })

  describe("parking", () => {
    const claimGone = (now = later(60)) => claim(100, now, "gone")
    const present = async ({ id }: PaymentRow) => (await database.payments.byId(id)) as PaymentRow

    it("hides a row from every worker until its connection is back, and ends its lease", async () => {
      const row = await insert({ connection_id: "gone" })
      await database.paymentQueue.park(await claimGone())
      expect(await present(row)).toMatchObject({ leased_until: null, next_check_at: row.next_check_at })
      expect(await claimGone(later(9999))).toEqual([])
      expect(await database.paymentQueue.unpark(["default", "other"], 100, later(9999))).toBe(0)
      expect(await database.paymentQueue.unpark(["default", "gone"], 100, later(100))).toBe(1)
      expect((await claimGone(later(100))).map(({ id }) => id)).toEqual([row.id])
    })

    it("ends up to a limit at a time, and makes paid rows and rows with a recent quote urgent", async () => {
      const wish = (minutes: number) => ({ connection_id: "gone", quote_expires_at: later(minutes * 60) })
      const old = await insert(wish(-60))
      const [living, over] = [await insert(wish(15)), await insert(wish(-14))]
      const paid = await inState("attention", { attention_reason: "connection_gone" }, wish(-90))
      await database.paymentQueue.park(await claimGone())
      const unpark = () => database.paymentQueue.unpark(["gone"], 2, NOW)
      expect([await unpark(), await unpark(), await unpark()]).toEqual([2, 2, 0])
      const rank = async (row: PaymentRow) => (await present(row)).lookup_priority
      expect(await Promise.all([living, over, old, paid].map(rank))).toEqual([0, 0, 3, 0])
      const rows = await Promise.all([living, over, old, paid].map(present))
      expect(rows.map(({ next_check_at }) => next_check_at)).toEqual([NOW, NOW, NOW, NOW])
    })

    it("changes no row that another worker holds, and none that was paid in the meantime", async () => {
      const [taken, paid] = [await insert({ connection_id: "gone" }), await insert({ connection_id: "gone" })]
      const claimed = await claimGone()
      await database.payments.move(paid.id, "service_completed", { next_check_at: NOW, leased_until: null }, NOW)
      await claimGone(later(300))
      await database.paymentQueue.park(claimed)
      expect([(await present(taken)).lookup_priority, (await present(paid)).lookup_priority]).toEqual([1, 0])
      await database.paymentQueue.park([])
    })

    it("ends when the payment of a parked row arrives", async () => {
      const row = await insert({ connection_id: "gone" })
      await database.paymentQueue.park(await claimGone())
      await database.payments.move(row.id, "service_completed", { next_check_at: NOW, leased_until: null }, NOW)
      expect((await claimGone()).map(({ id }) => id)).toEqual([row.id])
    })
  })

  it("claims paid money first, and each connection's lookups apart, however many others are due for longer", async () => {
    const waiting = { connection_id: "'throttled'", next_check_at: ":now::timestamptz", lookup_priority: "1" }
    await insertPayments(database.knex, waiting, { now: NOW, count: 300 })
    const own = await insert()
    const paid = await inState("completed", { next_check_at: later(80) })
    const claims = await Promise.all([
      database.paymentQueue.claimPaid(1, later(99)),
      database.paymentQueue.claimLookups({ connectionId: "default", rank: 1 }, 1, later(99)),
    ])
    expect(claims.map((rows) => rows.map(({ id }) => id))).toEqual([[paid.id], [own.id]])
    expect(await database.paymentQueue.countDue("throttled", 100, later(99))).toEqual(new Map([[1, 100]]))
  })

  it("claims scattered due payments without writing their indexes", async () => {
    const { knex } = database
    const next_check_at = ":now::timestamptz + CASE WHEN n % 10 = 0 THEN '1 s' ELSE '1 day' END::interval"
    await insertPayments(knex, { next_check_at, lookup_priority: "1" }, { now: NOW, count: 1000 })
    await knex.raw("VACUUM ANALYZE crypto_payment")
    let claimed: readonly PaymentRow[] = []
    const { pages } = await costsOf(knex, async (trx) => {
      claimed = await claimDue(new PaymentQueue(trx), 100, later(99))
    })
    expect(claimed).toHaveLength(100)
    // Each payment takes seven pages: find, lock, read and write. Writing its indexes too would take about 40.
    expect(pages).toBeLessThan(1000)
  })
})
