import { ActionStore } from "../../src/modules/crypto-payments/stores/actions"
import { RetentionStore } from "../../src/modules/crypto-payments/stores/retention"
import type { PaymentRow, WebhookEventRow } from "../../src/modules/crypto-payments/stores/rows"
import { describeModule, later, NOW, newEvent, newPayment, newPayout } from "../support/module-database"

const daysAgo = (days: number): Date => later(-days * 86_400)
const ALL = { after: null, limit: 100 }

describeModule("what is kept for a limited time", (database) => {
  const retention = () => new RetentionStore(database.knex)

  async function payment(patch: Partial<PaymentRow> = {}): Promise<string> {
    const { id } = await database.payments.insert(newPayment(NOW, { session_id: null }), NOW)
    await database.forcePayment(id, { status: "settled", next_check_at: null, ...patch })
    return id
  }

  async function event(digest: string, patch: Partial<WebhookEventRow>, days = 100): Promise<string> {
    const { id } = await database.events.store(newEvent({ digest, body: '{"name":"Ada"}' }), daysAgo(days))
    await database.forceEvent(id, { next_attempt_at: null, ...patch })
    return id
  }

  const eventsOf = async (connection = "default") =>
    (await retention().events(connection, daysAgo(90), ALL)).map(({ id, is_finished }) => [id, is_finished])

  it("has the bodies of events that are done, and of no event that waits for work or a person", async () => {
    const paid = await payment()
    const done = [await event("1", { state: "processed", payment_id: paid })]
    for (const state of ["ignored", "closed"] as const) done.push(await event(state, { state }))
    for (const state of ["received", "unmatched", "failed"] as const) await event(state, { state })
    await event("4", { state: "processed", payment_id: paid }, 89)
    await event("5", { state: "processed", connection_id: "second" })
    expect((await eventsOf()).sort()).toEqual(done.map((id) => [id, true]).sort())
    expect(await eventsOf("second")).toHaveLength(1)
  })

  it.each<[string, Partial<PaymentRow>]>([
    ["is watched", { status: "expired", next_check_at: NOW }],
    ["waits for its capture", { status: "completed" }],
    ["needs a person", { status: "attention", attention_reason: "session_gone" }],
    ["must be sent back", { attention_reason: "payout_due" }],
  ])("has nothing of a payment that %s", async (_, patch) => {
    const id = await payment(patch)
    const own = await event("1", { state: "processed", payment_id: id })
    await payout(id, "a")
    expect(await eventsOf()).toEqual([[own, false]])
    expect(await payoutsOf()).toEqual([false])
  })

  async function payout(payment_id: string, transaction_id: string): Promise<string> {
    const note = "Ada's wallet"
    const { id } = await database.payouts.insert(newPayout({ payment_id, transaction_id, note }), null, daysAgo(100))
    await database.payouts.correct(id, { address: "bc1qada2" }, "user_1", NOW)
    await database.payouts.booked(id, NOW)
    const entry = { kind: "payout_recorded" as const, connection_id: "default", actor_id: "user_1" }
    await new ActionStore(database.knex).record({ ...entry, payment_id, note, outcome: "5.10 USD" }, NOW)
    return id
  }
  const payoutsOf = async (connection = "default") =>
    (await retention().payouts(connection, daysAgo(90), ALL)).map(({ is_finished }) => is_finished)

  it("has payees only of finished payouts of the connection, and loses nothing else of them", async () => {
    const payment_id = await payment()
    const id = await payout(payment_id, "a")
    const actions = new ActionStore(database.knex)
    const entry = { kind: "closed" as const, connection_id: "default", actor_id: "user_1", payment_id, note: "agreed" }
    await actions.record(entry, NOW)
    expect([await payoutsOf(), await payoutsOf("second")]).toEqual([[true], [false]])
    const before = await database.payouts.byId(id)
    expect(await retention().emptyPayees([id], NOW)).toBe(1)
    expect(await retention().emptyPayees([id], NOW)).toBe(0)
    const emptied = { address: "", note: null, corrections: null, payee_deleted_at: NOW }
    expect(await database.payouts.byId(id)).toEqual({ ...before, ...emptied })
    expect(await payoutsOf()).toEqual([])
    const notes = Object.fromEntries((await actions.ofPayment(payment_id)).map(({ kind, note }) => [kind, note]))
    expect(notes).toEqual({ payout_recorded: null, closed: "agreed" })
  })

  it("loses the body of an event, and keeps the digest by which its repetition is recognized", async () => {
    const id = await event("1", { state: "processed", payment_id: await payment() })
    expect(await retention().emptyBodies([{ id, body: "" }], NOW)).toBe(1)
    expect(await retention().emptyBodies([{ id, body: "again" }], NOW)).toBe(0)
    expect(await eventsOf()).toEqual([])
    expect(await database.events.store(newEvent({ digest: "1" }), NOW)).toEqual({ id, due: false, duplicate: true })
    expect(await database.events.byId(id)).toMatchObject({ body: "", body_deleted_at: NOW, duplicates: 1 })
  })

  it("is read in pages, oldest first, and a page begins after the last row of the one before", async () => {
    const ids: string[] = []
    for (const days of [103, 102, 101, 100]) ids.push(await event(`${days}`, { state: "ignored" }, days))
    const first = await retention().events("default", daysAgo(90), { after: null, limit: 3 })
    expect(first.map(({ id }) => id)).toEqual(ids.slice(0, 3))
    const [last] = first.slice(-1)
    const second = await retention().events("default", daysAgo(90), { after: last ?? null, limit: 3 })
    expect(second.map(({ id }) => id)).toEqual(ids.slice(3))
  })
})
