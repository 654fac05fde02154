import { contextOf } from "../../src/workflows/context"
import { createOverdueWatch } from "../../src/workflows/sweep/sweep"
import { minutesFromNow } from "../support/clock"
import { cryptoPayments, placeNoted, rowInState, rowOf } from "../support/crypto-payments"
import { deliver } from "../support/events"
import { describeShop } from "../support/medusa"
import { newEvent } from "../support/module-database"
import { shopperOf, statusPath } from "../support/shopper"

/** Minutes: a little more than the one after which due work counts as overdue. */
const LEFT_FOR = -61 / 60

describeShop("overdue work while no job sweeps", { orderPlacement: "checkout" }, (shop) => {
  /** A paid order whose event was lost and whose lookup is due since `dueSince`. */
  const placeAndPayUnheard = async (dueSince: Date) => {
    const placed = await placeNoted(shop)
    shop.sandbox.stopDelivering()
    shop.sandbox.pay(placed.paymentId)
    await due(placed.paymentId, dueSince)
    return placed
  }

  const due = async (paymentId: string, since: Date) => {
    const { id } = await rowOf(shop.container, paymentId)
    await cryptoPayments(shop.container).payments.patch(id, { next_check_at: since, lookup_priority: 0 }, new Date())
  }

  const status = async (paymentId: string) => (await rowOf(shop.container, paymentId)).status

  /** A process checks for overdue work once a minute, so each test sets its clock 90 seconds after the one before. */
  it.each<[string, minutes: number, hear: (token: string) => Promise<{ status: number }>]>([
    ["a shopper's look at its status", 1.5, (token) => shopperOf(shop).ask(statusPath(token))],
    ["a look at its pay page", 3, (token) => shopperOf(shop).ask(`/crypto-payments/${token}`)],
    ["an event of any kind", 4.5, () => deliver(shop, { id: "evt_other", type: "store.updated", data: {} })],
  ])("is settled in a server that hears of a payment through %s", async (_, minutes, hear) => {
    jest.spyOn(cryptoPayments(shop.container), "clock").mockImplementation(() => minutesFromNow(minutes))
    const { paymentId, token, orderId } = await placeAndPayUnheard(minutesFromNow(LEFT_FOR))
    expect((await hear(token)).status).toBe(200)
    await rowInState(shop.container, paymentId, "settled")
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
  })

  it("is left to the job until it is due for a minute, and is checked at most once a minute by a process", async () => {
    const watch = createOverdueWatch()
    const start = Date.now()
    const at = (seconds: number) => () => new Date(start + seconds * 1000)
    expect(await watch(contextOf(shop.container, at(0)))).toBeUndefined()
    const { paymentId } = await placeAndPayUnheard(new Date(start))
    expect(await createOverdueWatch()(contextOf(shop.container, at(59)))).toBeUndefined()
    await due(paymentId, minutesFromNow(LEFT_FOR))
    expect(await watch(contextOf(shop.container, at(59)))).toBeUndefined()
    expect(await status(paymentId)).toBe("awaiting_payment")
    expect(await watch(contextOf(shop.container, at(60)))).toMatchObject({ looked: 1, settled: 1 })
    expect(await status(paymentId)).toBe("settled")
  })

  it("is found by a process after its clock was set back, and swept once if it checks twice at the same time", async () => {
    const watch = createOverdueWatch()
    await watch(contextOf(shop.container, () => minutesFromNow(120)))
    await placeAndPayUnheard(minutesFromNow(LEFT_FOR))
    const swept = await Promise.all([
      watch(contextOf(shop.container)),
      watch(contextOf(shop.container, () => minutesFromNow(5))),
    ])
    expect(swept).toEqual([expect.objectContaining({ settled: 1 }), undefined])
  })

  it("includes stored events that were not processed", async () => {
    const { paymentId } = await placeNoted(shop)
    const { events } = cryptoPayments(shop.container)
    const body = JSON.stringify({ type: "payment.completed", data: { payment: { id: paymentId } } })
    await events.store(newEvent({ body }), minutesFromNow(LEFT_FOR))
    expect(await createOverdueWatch()(contextOf(shop.container))).toMatchObject({ events: 1 })
    expect(await status(paymentId)).toBe("settled")
  })
})
