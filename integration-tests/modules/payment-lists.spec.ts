import { LISTED_STATES } from "../../src/core/payment/lifecycle"
import {
  AttentionLists,
  MoneyMoves,
  PaymentLists,
  type PaymentSelection,
} from "../../src/modules/crypto-payments/stores/lists"
import type { PaymentRow } from "../../src/modules/crypto-payments/stores/rows"
import { describeModule, later, NOW, newEvent, newPayment, newPayout } from "../support/module-database"

const FIRST = { limit: 20, offset: 0, oldestFirst: false }
const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

describeModule("the lists of payments", (database) => {
  const list = () => new PaymentLists(database.knex)
  const insert = (seconds: number, wish: Parameters<typeof newPayment>[1] = {}) =>
    database.payments.insert(newPayment(NOW, wish), later(seconds))

  it("are sorted newest or oldest first, page by page, and count all payments but the deleted ones", async () => {
    await database.forcePayment((await insert(9)).id, { deleted_at: NOW })
    const made: PaymentRow[] = []
    for (let second = 0; second < 5; second++) made.push(await insert(second))
    const newestFirst = ids(made).reverse()
    expect(ids(await list().page({}, FIRST))).toEqual(newestFirst)
    expect(ids(await list().page({}, { ...FIRST, limit: 2, offset: 3 }))).toEqual(newestFirst.slice(3))
    expect(ids(await list().page({}, { ...FIRST, oldestFirst: true }))).toEqual(ids(made))
    expect(await list().count({})).toBe(5)
  })

  it("show each payment on exactly one page, even if all were created at the same moment", async () => {
    for (let n = 0; n < 9; n++) await insert(0)
    const pages = await Promise.all(
      [0, 3, 6].map((offset) => list().page({}, { limit: 3, offset, oldestFirst: false })),
    )
    expect(new Set(ids(pages.flat())).size).toBe(9)
  })

  it.each<[string, PaymentSelection, boolean, boolean]>([
    ["status", { status: ["settled", "closed"] }, true, false],
    ["asset", { asset: ["LTC"] }, true, false],
    ["connection", { connection_id: ["second"] }, true, false],
    ["test mode", { test_mode: false }, true, false],
    ["order", { order_id: ["order_1"] }, true, false],
    ["currency", { currency: ["EUR"] }, false, false],
    ["completion", { completed_at: { $gte: later(0) } }, false, false],
    ["payouts", { paid_out_at: { $gte: later(0) } }, false, false],
    ["the orders that wait", { shownOfOrders: ["order_1"] }, true, false],
    ["time before", { created_at: { $lt: later(60) } }, true, false],
    ["time after", { created_at: { $gt: later(0), $lte: later(60) } }, false, true],
  ])("are filtered by %s", async (_, selection, first, second) => {
    const one = await insert(0, { asset: "LTC", connection_id: "second", test_mode: false })
    await database.forcePayment(one.id, { status: "settled", order_id: "order_1" })
    const two = await insert(60)
    const wanted = [...(second ? [two.id] : []), ...(first ? [one.id] : [])]
    expect(ids(await list().page(selection, FIRST))).toEqual(wanted)
    expect(await list().count(selection)).toBe(wanted.length)
  })

  it.each<[string, Partial<PaymentRow>, NonNullable<PaymentSelection["status"]>[number]]>([
    ["awaited", { seen_at: null }, "awaiting_payment"],
    ["seen", { seen_at: NOW }, "seen"],
    ["seen with a confirmation only", { confirmations: 1 }, "seen"],
    ["seen after its quote expired", { status: "expired", seen_at: NOW }, "seen"],
    ["seen anew after a person gave it up", { status: "expired", seen_at: later(9), closed_at: NOW }, "seen"],
    ["given up by a person", { status: "expired", seen_at: NOW, closed_at: later(9) }, "expired"],
    ["given up without a known time", { status: "expired", confirmations: 1, closed_at: NOW }, "expired"],
    ["paid after it was seen", { status: "completed", seen_at: NOW, confirmations: 2 }, "completed"],
    ["seen and do not clear", { seen_at: NOW, attention_reason: "seen_not_cleared" }, "attention"],
    ["settled and must be sent back", { status: "settled", attention_reason: "payout_due" }, "attention"],
  ])("that are %s are found by the status that their badge shows, and by no other", async (_, patch, badge) => {
    const { id } = await insert(0)
    await database.forcePayment(id, patch)
    for (const state of LISTED_STATES) {
      const found = ids(await list().page({ status: [state] }, FIRST))
      expect({ state, found }).toEqual({ state, found: state === badge ? [id] : [] })
    }
    expect(await list().count({ status: ["settled", badge] })).toBe(1)
    expect(await list().count({ status: [...LISTED_STATES] })).toBe(1)
  })

  it("are searched by the beginning of an id, or of an address in any case, with wildcards as plain text", async () => {
    const one = await insert(0, { external_id: "pay_100%_x", address: "0xAbCdEf" })
    const two = await insert(1, { external_id: "pay_100_y", address: "tb1qzz" })
    const found = async (prefix: string) => ids(await list().page({ search: { prefix } }, FIRST))
    expect(await found("pay_1")).toEqual([two.id, one.id])
    for (const prefix of ["pay_100%", "0xabcd", one.id.slice(0, 12)]) expect(await found(prefix)).toEqual([one.id])
    for (const prefix of ["pay_100_", "TB1Q"]) expect(await found(prefix)).toEqual([two.id])
    for (const prefix of ["ay_1", "%", "\\"]) expect(await found(prefix)).toEqual([])
  })

  it("find nothing for an empty search, and otherwise every payment that one of its parts finds", async () => {
    const one = await insert(0, { payment_collection_id: "pay_col_9" })
    const two = await insert(1)
    await database.forcePayment(two.id, { order_id: "order_9" })
    expect(await list().page({ search: {} }, FIRST)).toEqual([])
    const search = { collectionIds: ["pay_col_9"], orderIds: ["order_9"], prefix: "nothing" }
    expect(ids(await list().page({ search }, FIRST))).toEqual([two.id, one.id])
  })

  it("continue after a row, even if a newer row came in between and rows are microseconds apart", async () => {
    await database.knex.raw("SET TIME ZONE 'Asia/Kathmandu'")
    const made = [await insert(0), await insert(0), await insert(0)]
    for (const [n, { id }] of made.entries()) {
      const at = database.knex.raw("?::timestamptz + (? || ' microseconds')::interval", [NOW, n])
      await database.forcePayment(id, { created_at: at })
    }
    const [first] = await list().after({}, null, 1)
    await insert(5)
    const [second] = await list().after({}, first ?? null, 1)
    const rest = await list().after({}, second ?? null, 10)
    expect(ids([first, second, ...rest] as PaymentRow[])).toEqual(ids(made).reverse())
  })
})

describeModule("the totals", (database) => {
  const MARCH = { since: new Date("2026-03-01T00:00:00Z"), until: new Date("2026-04-01T00:00:00Z") }
  const totals = (more = {}) => new MoneyMoves(database.knex).byMonth({ ...MARCH, ...more })

  const paid = async (at: string, wish: Parameters<typeof newPayment>[1] = {}): Promise<string> => {
    const { id } = await database.payments.insert(newPayment(NOW, { test_mode: false, ...wish }), NOW)
    await database.forcePayment(id, { completed_at: at })
    return id
  }
  const sendBack = (payment_id: string, at: string, more = {}) =>
    database.payouts.insert(newPayout({ payment_id, ...more }), null, new Date(at))
  const nothing = {
    ...{ payments: 0, received_base: "0", amount_minor: "0" },
    ...{ payouts: 0, sent_base: "0", paid_out_minor: "0" },
  }
  const row = (more: object) => {
    return { month: "2026-03", test_mode: false, asset: "BTC", currency: "USD", ...nothing, ...more }
  }

  it("add up each asset and currency of a month, with live and test payments separate", async () => {
    await paid("2026-03-02T10:00:00Z")
    await paid("2026-03-30T10:00:00Z")
    await paid("2026-03-30T10:00:00Z", { currency: "EUR" })
    await paid("2026-03-30T10:00:00Z", { asset: "LTC" })
    await paid("2026-03-30T10:00:00Z", { test_mode: true })
    await database.payments.insert(newPayment(NOW, { test_mode: false }), NOW)
    const one = { payments: 1, received_base: "40000", amount_minor: "2550" }
    expect(await totals()).toEqual([
      row({ ...one, currency: "EUR" }),
      row({ payments: 2, received_base: "80000", amount_minor: "5100" }),
      row({ ...one, asset: "LTC" }),
      row({ ...one, test_mode: true }),
    ])
  })

  it("are exact beyond JavaScript's largest safe integer", async () => {
    const huge = "900719925474099300000000000000000001"
    await paid("2026-03-02T10:00:00Z", { pay_amount_base: huge, amount_minor: "9007199254740991" })
    await paid("2026-03-02T10:00:00Z", { pay_amount_base: huge, amount_minor: "9007199254740991" })
    const [sum] = await totals()
    expect(sum?.received_base).toBe("1801439850948198600000000000000000002")
    expect(sum?.amount_minor).toBe("18014398509481982")
  })

  it("count months in UTC if the database has another time zone, and each moment exactly once", async () => {
    await database.knex.raw("SET TIME ZONE 'Asia/Kathmandu'")
    for (const at of ["2026-02-28T23:59:59.999Z", "2026-03-01T00:00:00Z", "2026-03-31T23:59:59.999Z"]) await paid(at)
    await paid("2026-04-01T00:00:00Z")
    expect(await totals()).toMatchObject([{ month: "2026-03", payments: 2 }])
    const since = new Date("2026-02-01T00:00:00Z")
    const until = new Date("2026-05-01T00:00:00Z")
    expect((await totals({ since, until })).map(({ month, payments }) => [month, payments])).toEqual([
      ["2026-04", 1],
      ["2026-03", 2],
      ["2026-02", 1],
    ])
  })

  it("count a payout in the month it was recorded, by the asset that was sent and its payment's mode", async () => {
    const old = await paid("2025-11-02T10:00:00Z")
    const test = await paid("2026-03-02T10:00:00Z", { test_mode: true })
    await sendBack(old, "2026-03-05T10:00:00Z")
    await sendBack(old, "2026-03-06T10:00:00Z")
    await sendBack(old, "2026-03-07T10:00:00Z", { asset: "USDC", sent_base: "9000000", amount_minor: "900" })
    await sendBack(old, "2026-04-07T10:00:00Z")
    await sendBack(test, "2026-03-08T10:00:00Z", { amount_minor: "2550" })
    expect(await totals()).toEqual([
      row({ payouts: 2, sent_base: "30000", paid_out_minor: "2000" }),
      row({ asset: "USDC", payouts: 1, sent_base: "9000000", paid_out_minor: "900" }),
      row({
        ...{ test_mode: true, payments: 1, received_base: "40000", amount_minor: "2550" },
        ...{ payouts: 1, sent_base: "15000", paid_out_minor: "2550" },
      }),
    ])
  })

  it("count only the requested connections, and leave out deleted payments", async () => {
    const second = await paid("2026-03-02T10:00:00Z", { connection_id: "second" })
    await sendBack(second, "2026-03-08T10:00:00Z")
    await database.forcePayment(await paid("2026-03-02T10:00:00Z"), { deleted_at: NOW })
    expect(await totals({ connectionIds: ["second"] })).toMatchObject([{ payments: 1, payouts: 1 }])
    expect(await totals({ connectionIds: ["default"] })).toEqual([])
    expect(await totals()).toHaveLength(1)
  })
})

describeModule("the attention list", (database) => {
  const list = () => new AttentionLists(database.knex)

  const event = async (digest: string, patch: object, seconds: number): Promise<string> => {
    const { id } = await database.events.store(newEvent({ digest }), later(seconds))
    await database.forceEvent(id, patch)
    return id
  }

  it("has payments with a reason, and events that were given up or failed three times, newest first", async () => {
    const payment = await database.payments.insert(newPayment(NOW), NOW)
    const mark = { status: "attention", attention_reason: "session_gone", attention_at: later(20) }
    await database.forcePayment(payment.id, mark)
    await database.payments.insert(newPayment(NOW), NOW)
    const given = await event("1", { state: "unmatched", next_attempt_at: null }, 30)
    await event("2", { state: "unmatched", next_attempt_at: NOW }, 31)
    const broken = await event("3", { state: "failed", attempts: 3 }, 10)
    await event("4", { state: "failed", attempts: 2 }, 11)
    await event("5", { state: "closed", attempts: 5, next_attempt_at: null }, 12)

    const newestFirst = [given, payment.id, broken]
    expect(ids(await list().page({}, FIRST))).toEqual(newestFirst)
    expect(ids(await list().page({}, { ...FIRST, oldestFirst: true }))).toEqual([...newestFirst].reverse())
    expect(ids(await list().page({}, { ...FIRST, limit: 1, offset: 1 }))).toEqual([payment.id])
    expect(await list().count({})).toBe(3)
    expect(ids(await list().page({ prefix: payment.external_id }, FIRST))).toEqual([payment.id])
    expect(ids(await list().page({ prefix: given.slice(0, 20) }, FIRST))).toEqual([given])
    expect(await list().count({ prefix: payment.external_id })).toBe(1)
  })
})
