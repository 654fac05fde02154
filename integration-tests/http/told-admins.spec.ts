import { ATTENTION_REASONS } from "../../src/core/payment/attention-reasons"
import type { PaymentRow } from "../../src/modules/crypto-payments/stores/rows"
import { contextOf } from "../../src/workflows/context"
import { reviewOrder } from "../../src/workflows/review-order/review-order"
import { tellAdmins } from "../../src/workflows/store-events/notify"
import { paymentEventData } from "../../src/workflows/store-events/store-events"
import { ingestEvent } from "../../src/workflows/webhook/receive-event"
import { clockAhead, sweepAt } from "../support/clock"
import { cryptoPayments, placePaid } from "../support/crypto-payments"
import { deliver } from "../support/events"
import { expectErrors, NO_REFUND_BY_SOFTWARE } from "../support/expect-errors"
import { describeShop } from "../support/medusa"
import { newPayment } from "../support/module-database"
import { storedEvents, storeUnmatched } from "../support/module-rows"
import { setChannels } from "../support/notification-channels"
import { orderChanges } from "../support/order-changes"
import { until } from "../support/until"

type Notice = { data: { title: string; description: string }; template: string; resource_id: string }

describeShop("the notification bell of Medusa's admin", { orderPlacement: "checkout" }, (shop) => {
  /** The notifications, by the request of Medusa's bell. */
  const bell = async (): Promise<Notice[]> => (await shop.admin.get("/admin/notifications?channel=feed")).notifications
  const rung = (count = 1) =>
    until("the bell has rung", async () => {
      const notices = await bell()
      return notices.length >= count && notices
    })

  /** A payment that needs attention without an event for it, so that only the test notifies. */
  const marked = async () => {
    const { id } = await placePaid(shop)
    const row = await cryptoPayments(shop.container).marks.openPayoutItem(id, "order_overpaid", new Date())
    return row as PaymentRow
  }
  const tell = (row: PaymentRow) => tellAdmins(contextOf(shop.container), paymentEventData(row))

  it("says of a canceled order what happened to which order, without the shopper's e-mail address, until the item is closed", async () => {
    expectErrors(NO_REFUND_BY_SOFTWARE)
    const { orderId, id } = await placePaid(shop)
    await shop.admin.post(`/admin/orders/${orderId}/cancel`)
    const [notice] = await rung()
    const { order } = await shop.admin.get(`/admin/orders/${orderId}?fields=display_id`)
    expect(notice).toMatchObject({ template: "admin-ui", resource_id: id })
    expect(notice?.data.title).toBe(`Order #${order.display_id}: ${ATTENTION_REASONS.payout_due.title}`)
    expect(notice?.data.description).toMatch(/^25\.50 USD \([\d.]+ BTC\), test mode\. /)
    expect(JSON.stringify(notice)).not.toContain("@example.com")
    await shop.admin.post(`/admin/crypto-payments/payments/${id}/close`, { note: "Sent back." })
    expect(await bell()).toEqual([])
  })

  it("has one entry for an item whose reason changed", async () => {
    expectErrors(NO_REFUND_BY_SOFTWARE)
    const { orderId } = await placePaid(shop)
    await orderChanges(shop).creditSilently(orderId, 5)
    await reviewOrder(contextOf(shop.container), orderId)
    const titled = async (title: string) => (await bell()).filter(({ data }) => data.title.endsWith(title)).length
    expect(await titled(ATTENTION_REASONS.order_overpaid.title)).toBe(1)
    await shop.admin.post(`/admin/orders/${orderId}/cancel`)
    await until("the new reason is told", async () => (await titled(ATTENTION_REASONS.payout_due.title)) > 0)
    expect(await bell()).toHaveLength(1)
  })

  it("rings for no settled payment, once for each item, also concurrently, and again when a closed problem returns", async () => {
    const { row: settled } = await placePaid(shop)
    await tell({ ...settled, attention_reason: "session_gone" })
    expect(await bell()).toEqual([])
    const { marks } = cryptoPayments(shop.container)
    const row = (await marks.openPayoutItem(settled.id, "order_overpaid", new Date())) as PaymentRow
    await Promise.all(Array.from({ length: 6 }, () => tell(row)))
    await tell(row)
    expect(await bell()).toHaveLength(1)

    await marks.clearMark(row.id, "order_overpaid", new Date())
    await tell(row)
    expect(await bell()).toHaveLength(1)
    await tell((await marks.openPayoutItem(row.id, "order_overpaid", clockAhead(1)())) as PaymentRow)
    expect(await bell()).toHaveLength(2)
  })

  it("rings once for an event that names no payment of the store", async () => {
    await deliver(shop, { type: "payment.completed", id: "evt_of_nobody", data: { payment: { id: "pay_of_nobody" } } })
    const [event] = await until(
      "it is stored",
      async () => (await storedEvents(shop.container)).length > 0 && storedEvents(shop.container),
    )
    for (let minutes = 0; minutes < 500; minutes += 100) {
      await ingestEvent(contextOf(shop.container, clockAhead(minutes)), event?.id as string)
    }
    expect(await rung()).toMatchObject([
      { resource_id: event?.id, data: { title: ATTENTION_REASONS.unknown_payment.title } },
    ])
    await shop.admin.post(`/admin/crypto-payments/events/${event?.id}/close`, { note: "Of another store." })
    expect(await bell()).toEqual([])
  })

  it("rings in the first sweep of a process for items that no process told of, and once for each", async () => {
    const row = await marked()
    const event = await storeUnmatched(shop.container, {})
    const sweepAfter = (hours: number) => sweepAt(shop, hours * 60)
    await sweepAfter(100)
    const told = (await bell()).map(({ resource_id }) => resource_id)
    expect(told.sort()).toEqual([row.id, event].sort())
    await sweepAfter(200)
    expect(await bell()).toHaveLength(2)
  })

  it("forgets an event that named no payment of the store once its payment is stored and the event is processed", async () => {
    const payment = newPayment(new Date())
    const event = await storeUnmatched(shop.container, { type: "payment.completed", data: { id: payment.external_id } })
    const about = () => bell().then((notices) => notices.filter(({ resource_id }) => resource_id === event))
    await sweepAt(shop, 300 * 60)
    expect(await about()).toHaveLength(1)
    await cryptoPayments(shop.container).payments.insert(payment, new Date())
    await shop.admin.post(`/admin/crypto-payments/events/${event}/retry`)
    expect((await storedEvents(shop.container)).map(({ state }) => state)).toEqual(["processed"])
    expect(await about()).toEqual([])
  })

  it("shows one notification, without an error, in a store without a provider for its channel", async () => {
    const row = await marked()
    await setChannels(shop, ["email"])
    try {
      await tell(row)
      await tell(row)
      expect(await bell()).toHaveLength(1)
    } finally {
      await setChannels(shop, ["feed"])
    }
  })
})
