import type { IEventBusModuleService, IPaymentModuleService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { LOG_LINES } from "../../src/core/text/log-lines"
import { cancelUnpaidOrdersWorkflow, sweepCryptoPaymentsWorkflow } from "../../src/workflows"
import { contextOf } from "../../src/workflows/context"
import { warnAboutMissing, warnAboutRegions } from "../../src/workflows/health/read-health"
import { openPayoutItems, reviewOrder } from "../../src/workflows/review-order/review-order"
import { settlePayment } from "../../src/workflows/settle/settle-payment"
import { createOverdueWatch } from "../../src/workflows/sweep/sweep"
import { ingestEvent } from "../../src/workflows/webhook/receive-event"
import { expectRefusal } from "../support/admin-connections"
import { beforeNext, cancelUnpaidAt, clockAhead, expireQuote, minutesFromNow, sweepAt } from "../support/clock"
import { cryptoPayments, payUntil, placeNoted, placePaid, rowInState, rowOf } from "../support/crypto-payments"
import { deliver } from "../support/events"
import { expectErrors, NO_QUOTE } from "../support/expect-errors"
import { type Line, linesOf } from "../support/heard"
import { describeShop } from "../support/medusa"
import { newEvent, newPayout } from "../support/module-database"
import { knexOf, patchConnection } from "../support/module-rows"
import { payoutOf } from "../support/payout"
import { openCart } from "../support/shopper"
import type { SessionData } from "../support/store"
import { until } from "../support/until"

const ADMIN = "/admin/crypto-payments"
const SHOPPER = "ada.lovelace@shop.example.com"
const PHONE = "+44 20 7946 0018"
const STREET = "12 St James Square"

describeShop("the log", { orderPlacement: "checkout" }, (shop) => {
  expectErrors(NO_QUOTE)

  let log: ReturnType<typeof linesOf>
  /** All lines of all tests. */
  const seen: Line[] = []
  /** Values that no line may contain. */
  const forbidden = new Set<string>()

  const module = () => cryptoPayments(shop.container)
  const lines = (...codes: string[]) => log.lines.filter(({ code }) => codes.includes(code))
  const has = (code: string) => until(`${code} is logged`, () => lines(code).length > 0)

  /** An error that quotes secrets, and the failed statement as MikroORM does. */
  const fault = () => {
    const { apiKey, secretKey } = shop.sandbox
    const authorization = `Basic ${Buffer.from(`${apiKey}:${secretKey}`).toString("base64")}`
    const statement = `insert into "order_address" ("phone", "address_1") values ('${PHONE}', '${STREET}')`
    const words = `it broke: ${shop.endpointSecret} ${secretKey} ${authorization} ${SHOPPER}`
    const detail = `Failing row contains (${PHONE}, ${STREET}).`
    return Object.assign(new Error(`${statement} - ${words}\n - detail: ${detail}`), { code: "ECONNRESET" })
  }
  const broken = <T extends object>(thing: T, method: keyof T & string) =>
    jest.spyOn(thing as never, method as never) as unknown as jest.SpyInstance

  const knownBy = ({ data, id }: { data: SessionData; id: string }) => {
    for (const told of [data.token, data.address, data.uri, data.pay_url]) forbidden.add(told)
    const ids = { payment_id: id, external_payment_id: data.payment_id, connection_id: "default" }
    return { ...ids, asset: "BTC", chain: data.chain }
  }
  const opened = async () => {
    const { data } = await openCart(shop, {}, { email: SHOPPER })
    const { id } = await rowOf(shop.container, data.payment_id)
    return { token: data.token, which: knownBy({ data, id }) }
  }
  const placed = async () => {
    const order = await placeNoted(shop, { email: SHOPPER })
    return { ...order, which: knownBy(order) }
  }
  const settled = async () => {
    const order = await placePaid(shop, { email: SHOPPER })
    return { ...order, which: knownBy(order) }
  }
  const stored = async (paymentId: string) => {
    const body = JSON.stringify({ type: "payment.completed", data: { id: paymentId }, email: SHOPPER })
    return (await module().events.store(newEvent({ digest: paymentId, body }), new Date())).id
  }

  beforeEach(() => {
    log = linesOf(shop)
  })

  afterEach(() => {
    log.stop()
    seen.push(...log.lines)
  })

  it("has one line for each step of a paid payment, with its ids, asset and chain", async () => {
    const { which, orderId } = await settled()
    await has("payment_settled")
    const event = { event_id: expect.stringMatching(/^cevt_/) }
    expect(log.lines.map(({ message: _, ...fields }) => fields)).toEqual([
      { level: "info", code: "payment_created", ...which },
      { level: "info", code: "event_received", ...which, order_id: orderId, ...event },
      { level: "info", code: "payment_completed", ...which, order_id: orderId, by: "event", ...event },
      { level: "info", code: "payment_settled", ...which, order_id: orderId },
    ])
    expect(log.lines.at(-1)?.message).toBe(
      `crypto payments: payment settled payment_id=${which.payment_id} external_payment_id=${which.external_payment_id} connection_id=default order_id=${orderId} asset=BTC chain=${which.chain}`,
    )
  })

  it("reports an expired quote, and then the money that a lookup found", async () => {
    const { which, paymentId } = await placed()
    await expireQuote(shop, paymentId)
    await sweepAt(shop, 1)
    expect(lines("payment_expired")).toMatchObject([{ level: "info", ...which }])
    shop.sandbox.stopDelivering()
    shop.sandbox.payLate(paymentId)
    await sweepAt(shop, 10)
    expect(lines("payment_completed", "payment_settled")).toMatchObject([{ by: "lookup", ...which }, which])
  })

  it("reports why an event was refused on either route, once a minute, and that an event was not stored", async () => {
    const minute = jest.spyOn(module(), "isTimeFor").mockReturnValue(true)
    await deliver(shop, "{}", { secret: "whsec_wrong" })
    await deliver(shop, "{}", { url: `${shop.url}/hooks/payment/crypto_default`, secret: "whsec_wrong" })
    await until("both are logged", () => lines("event_refused").length === 2)
    const refused = { level: "warn", reason: "signature_mismatch", connection_id: "default" }
    minute.mockReturnValue(false)
    await deliver(shop, "{}", { secret: "whsec_wrong" })
    expect(lines("event_refused")).toMatchObject([refused, refused])
    broken(module().events, "store").mockRejectedValueOnce(fault())
    const answer = await deliver(shop, { type: "payment.completed", id: "x" })
    expect(answer).toMatchObject({ status: 503, code: "event_not_stored" })
    expect(answer.text).not.toContain("it broke")
    expect(lines("event_not_stored")).toMatchObject([
      { level: "error", reason: "ECONNRESET", connection_id: "default", detail: expect.stringMatching(/^it broke: /) },
    ])
  })

  it("reports an event with an unknown payment, then that it needs attention, then that a person closed it", async () => {
    const id = await stored("pay_of_nobody")
    for (const minutes of [0, 100, 200, 300, 400]) await ingestEvent(contextOf(shop.container, clockAhead(minutes)), id)
    const about = { event_id: id, connection_id: "default" }
    expect(lines("event_unmatched", "event_needs_attention")).toMatchObject([
      { level: "info", code: "event_unmatched", ...about },
      { level: "warn", code: "event_needs_attention", reason: "unknown_payment", ...about },
    ])
    await shop.admin.post(`${ADMIN}/events/${id}/close`, { note: "Not ours." })
    expect(lines("event_closed")).toMatchObject([{ level: "info", ...about, reason: "unmatched" }])
  })

  it("reports each failed attempt to process an event with its payment, and after the third that it needs attention", async () => {
    const { which, paymentId } = await placed()
    const id = await stored(paymentId)
    broken(module().payments, "move").mockRejectedValue(fault())
    for (const minutes of [0, 100, 200]) await ingestEvent(contextOf(shop.container, clockAhead(minutes)), id)
    const failure = { level: "error", code: "event_failed", reason: "ECONNRESET", ...which, event_id: id }
    expect(lines("event_failed", "event_needs_attention")).toMatchObject([
      ...[1, 2, 3].map((attempt) => ({ ...failure, attempt })),
      { ...failure, level: "warn", code: "event_needs_attention", reason: "event_failed" },
    ])
  })

  it("reports that bus and process failed to handle a stored event, and not that it was not stored", async () => {
    const bus: IEventBusModuleService = shop.container.resolve(Modules.EVENT_BUS)
    broken(bus, "emit").mockRejectedValueOnce(fault())
    broken(module().events, "claim").mockRejectedValueOnce(fault())
    expect(await deliver(shop, { type: "payment.completed", id: "x" })).toMatchObject({ status: 200 })
    await has("event_failed")
    const about = { connection_id: "default", event_id: expect.stringMatching(/^cevt_/) }
    expect(lines("event_bus_bypassed", "event_failed", "event_not_stored")).toMatchObject([
      { code: "event_bus_bypassed", level: "warn", ...about },
      { code: "event_failed", level: "error", ...about },
    ])
  })

  it("reports events that the event bus does not accept", async () => {
    const { which, paymentId, orderId } = await placed()
    const bus: IEventBusModuleService = shop.container.resolve(Modules.EVENT_BUS)
    const emit = bus.emit.bind(bus)
    jest.spyOn(bus, "emit").mockImplementation(async (data, options) => {
      if ([data].flat().some(({ name }) => name.startsWith("crypto_payment."))) throw fault()
      return emit(data, options)
    })
    await payUntil(shop, paymentId, "settled")
    const about = { ...which, order_id: orderId }
    const { payment_id, connection_id } = about
    await until("all is told", () => lines("event_not_emitted").length === 2)
    expect(lines("event_bus_bypassed")).toMatchObject([{ level: "warn", connection_id, reason: "ECONNRESET" }])
    const unsaid = { level: "error", payment_id, connection_id, order_id: orderId }
    expect(lines("event_not_emitted")).toMatchObject([
      { ...unsaid, event_name: "crypto_payment.completed" },
      { ...unsaid, event_name: "crypto_payment.settled" },
    ])
    await deliver(shop, { type: "payment.completed", id: "x" }, { url: `${shop.url}/hooks/payment/crypto_default` })
    await until("core's route has told", () => lines("event_not_emitted").length === 3)
    expect(lines("event_not_emitted")[2]).toMatchObject({ connection_id, event_name: "crypto_payment.event_received" })
  })

  it("reports each failed attempt to settle, then the attention item, which nobody closes while its order has the money", async () => {
    const { which, id, paymentId } = await placed()
    const { payments } = module()
    const move = payments.move.bind(payments)
    const moving = jest.spyOn(payments, "move").mockImplementation(async (...call) => {
      if (call[1] === "put_on_order") throw fault()
      return move(...call)
    })
    shop.sandbox.pay(paymentId)
    await has("settling_failed")
    // The line is logged before the row is updated.
    await rowInState(shop.container, paymentId, "completed")
    for (const minutes of [100, 200]) await settlePayment(contextOf(shop.container, clockAhead(minutes)), id)
    const failure = { level: "error", reason: "ECONNRESET", ...which }
    expect(lines("settling_failed")).toMatchObject([1, 2, 3].map((attempt) => ({ ...failure, attempt })))
    expect(lines("payment_needs_attention")).toMatchObject([{ level: "warn", ...which, reason: "settling_failed" }])
    await expectRefusal(shop.admin.post(`${ADMIN}/payments/${id}/close`, { note: "Done." }), "payment_changed")
    moving.mockRestore()
    await settlePayment(contextOf(shop.container, clockAhead(300)), id)
    expect(await payments.byId(id)).toMatchObject({ status: "settled", attention_reason: null })
  })

  it("reports that a person closed an attention item", async () => {
    const { id } = await placed()
    await module().payments.move(id, "service_completed", {}, new Date())
    await module().payments.move(id, "cannot_settle", { attention_reason: "session_gone" }, new Date())
    await shop.admin.post(`${ADMIN}/payments/${id}/close`, { note: "Done." })
    expect(lines("payment_closed")).toMatchObject([{ level: "info", payment_id: id, reason: "session_gone" }])
  })

  it("reports a capture that Medusa makes while a person closes the payment", async () => {
    const { which, id, orderId } = await placed()
    const payments: IPaymentModuleService = shop.container.resolve(Modules.PAYMENT)
    beforeNext(payments, "capturePayment", async () => {
      await module().payments.move(id, "cannot_settle", {}, new Date())
      await module().payments.move(id, "closed_by_person", {}, new Date())
    })
    shop.sandbox.pay(which.external_payment_id)
    await has("captured_though_closed")
    const line = { level: "error", ...which, order_id: orderId }
    expect(lines("captured_though_closed", "payment_settled")).toMatchObject([line])
    expect(await module().payments.byId(id)).toMatchObject({ status: "closed" })
  })

  it("reports a failed ledger check, a due payout, its address, an unfinished payout and a recorded payout", async () => {
    const { which, id, orderId } = await settled()
    broken(module().orderLeases, "claim").mockRejectedValueOnce(fault())
    await openPayoutItems(contextOf(shop.container), orderId)
    const about = { ...which, order_id: orderId }
    expect(lines("ledger_failed")).toMatchObject([{ level: "error", ...about, reason: "ECONNRESET" }])
    expect(lines("payment_needs_attention")).toMatchObject([{ level: "warn", ...about, reason: "payout_due" }])

    const body = payoutOf("25.50")
    const record = () => shop.admin.post(`${ADMIN}/payments/${id}/payouts`, body)
    forbidden.add(body.address)
    const { link } = await shop.admin.post(`${ADMIN}/payments/${id}/ask-address`, {})
    const page = new URL(link.url, shop.url)
    forbidden.add(page.pathname.split("/").pop() as string)
    const entry = new URLSearchParams({ chain: "bitcoin", address: body.address, sure: "yes" })
    await fetch(page, { method: "POST", body: entry, redirect: "manual" })
    const told = { level: "info", ...about }
    expect(lines("payout_address_asked", "payout_address_entered")).toMatchObject([told, told])
    broken(module(), "inOneTransaction").mockRejectedValueOnce(fault())
    await expect(record()).rejects.toMatchObject({ status: 500 })
    await record()
    const payout = { ...about, payout_id: expect.any(String) }
    expect(lines("payout_unfinished")).toMatchObject([{ level: "error", ...payout, reason: "ECONNRESET" }])
    expect(lines("payout_recorded")).toMatchObject([{ level: "info", ...payout }])
  })

  it("reports a promotion that could not be put on a cart, whose checkout goes on", async () => {
    const promotions = shop.container.resolve(Modules.PROMOTION)
    const application_method = { type: "percentage", value: 10, target_type: "order", currency_code: "usd" }
    await promotions.createPromotions({ code: "SAVE", type: "standard", status: "active", application_method } as never)
    await shop.admin.post(`${ADMIN}/connections/default`, { promotion_code: "SAVE" })
    broken(promotions, "computeActions").mockRejectedValue(fault())
    expect((await openCart(shop)).amount).toBe(25.5)
    expect(lines("promotion_failed")).toMatchObject([{ level: "warn" }])
  })

  it("reports why a shopper got no quote, and a screened payer without a warning", async () => {
    const cart = await shop.store.makeCart({ email: SHOPPER })
    const refused = () => expect(shop.store.openSession(cart)).rejects.toThrow()
    const about = { connection_id: "default", asset: "BTC" }
    shop.sandbox.interfere({ on: "create", status: 403, body: { code: "screening_failed", payer: SHOPPER } })
    await refused()
    expect(log.lines).toMatchObject([{ level: "info", code: "payer_screened", ...about, reason: "screening_failed" }])
    shop.sandbox.interfere({ on: "create", status: 401, body: { code: "invalid_credentials" } })
    await refused()
    expect(lines("quote_failed")).toMatchObject([{ level: "warn", ...about, reason: "invalid_credentials" }])
    const alter = (answer: unknown) => ({ ...(answer as object), id: "pay_odd", uri: `bitcoin:${SHOPPER}` })
    shop.sandbox.interfere({ on: "create", alter })
    await refused()
    expect(lines("protocol_error")).toMatchObject([{ level: "error", ...about, external_payment_id: "pay_odd" }])
    shop.sandbox.interfere({ on: "create", status: 429, headers: { "retry-after": "30" }, body: {} })
    await refused()
    expect(lines("service_throttles")).toMatchObject([{ level: "warn", connection_id: "default", seconds: 30 }])
  })

  it("reports lookups that the service fails, that wait for the limit, and that fail internally", async () => {
    const { which } = await placed()
    const { connections } = module()
    shop.sandbox.interfere({ on: "lookup", status: 500, body: { email: SHOPPER } })
    await sweepAt(shop, 1)
    const all = { level: "warn", connection_id: "default", count: 1, of: 1 }
    expect(lines("lookups_failed")).toMatchObject([{ ...all, reason: "http_500" }])
    // A new store's budget is small and grows, which is no reason for a warning.
    for (const [calls_per_minute, warned] of [
      [20, []],
      [60, [all]],
    ] as const) {
      await patchConnection(shop, { calls_per_minute })
      broken(connections, "takeLookups").mockResolvedValueOnce(0)
      await sweepAt(shop, 3)
      expect(lines("lookups_wait")).toMatchObject(warned)
    }
    broken(module().paymentLeases, "release").mockRejectedValueOnce(fault())
    await sweepAt(shop, 6)
    expect(lines("lookup_failed")).toMatchObject([{ level: "error", ...which, reason: "ECONNRESET" }])
  })

  it("reports an event and a payout that a sweep failed to handle, a sweep that failed as a whole, and overdue work", async () => {
    const id = await stored("pay_1")
    broken(module().events, "claim").mockRejectedValueOnce(fault())
    await sweepAt(shop, 1)
    const about = { level: "error", connection_id: "default", reason: "ECONNRESET" }
    expect(lines("sweep_item_failed")).toMatchObject([{ ...about, event_id: id, by: "event" }])
    const { which } = await opened()
    const payout = await module().payouts.insert(newPayout({ payment_id: which.payment_id }), null, minutesFromNow(-5))
    broken(module().payments, "byId").mockRejectedValueOnce(fault())
    await sweepAt(shop)
    expect(lines("sweep_item_failed")).toMatchObject([
      { by: "event" },
      { ...about, payment_id: which.payment_id, payout_id: payout.id, by: "payout" },
    ])
    broken(module().events, "due").mockRejectedValueOnce(fault())
    await sweepCryptoPaymentsWorkflow(shop.container).run()
    await stored("pay_2")
    await createOverdueWatch()(contextOf(shop.container, clockAhead(2)))
    const overdue = { level: "warn", seconds: expect.any(Number), detail: expect.stringMatching(/worker/) }
    expect(lines("work_overdue")).toMatchObject([overdue])
    broken(module().paymentQueue, "isOverdue").mockRejectedValueOnce(fault())
    await createOverdueWatch()(contextOf(shop.container, clockAhead(4)))
    const failed = { level: "error", reason: "ECONNRESET" }
    expect(lines("sweep_failed")).toMatchObject([failed, { ...failed, by: "overdue" }])
  })

  it("reports an unpaid order as kept, failed and canceled, and a failed search for unpaid orders", async () => {
    const { which, orderId } = await placed()
    await patchConnection(shop, { unpaid_order_minutes: 30 })
    const cancelAfter = (minutes: number) => cancelUnpaidAt(shop, minutes)
    shop.sandbox.interfere({ on: "lookup", alter: (body) => ({ ...(body as object), status: `odd\n${SHOPPER}` }) })
    await cancelAfter(31)
    const detail = expect.stringMatching(/^the/)
    expect(lines("unpaid_order_kept")).toMatchObject([{ level: "info", ...which, detail }])
    broken(module().payments, "byCollection").mockRejectedValueOnce(fault())
    await cancelAfter(300)
    expect(lines("unpaid_order_failed")).toMatchObject([{ level: "error", ...which, reason: "ECONNRESET" }])
    await cancelAfter(600)
    expect(lines("unpaid_order_canceled")).toMatchObject([{ level: "info", ...which, order_id: orderId }])
    broken(module().unpaidOrders, "claimDue").mockRejectedValueOnce(fault())
    await cancelUnpaidOrdersWorkflow(shop.container).run()
    expect(lines("unpaid_orders_failed")).toMatchObject([{ level: "error", reason: "ECONNRESET" }])
  })

  it("reports an unknown status word, and the word of a paid payment that is not a cleared one", async () => {
    const alter = (body: unknown) => ({ ...(body as object), status: `odd\n${SHOPPER}` })
    shop.sandbox.interfere({ on: "lookup", times: 1000, alter })
    const waiting = await opened()
    const { which, paymentId } = await placed()
    await payUntil(shop, paymentId, "settled")
    // To a sweep of an earlier test this clock is days away, so the words are followed up now.
    await sweepAt(shop, 7 * 24 * 60)
    expect(lines("status_unknown")).toContainEqual(expect.objectContaining({ level: "warn", ...waiting.which }))
    expect(lines("status_not_cleared")).toMatchObject([{ level: "warn", ...which, reason: expect.any(String) }])
  })

  it("reports payments that wait for a missing connection", async () => {
    const { which } = await opened()
    const knex = knexOf(shop.container)
    await knex("crypto_payment").where({ id: which.payment_id }).update({ connection_id: "old" })
    await knex("crypto_connection").insert({ id: "old" })
    // The line is logged once an hour, and a sweep may have logged it, so the clock is moved. To a sweep that an earlier
    // test began, this clock is hours away, so it logs the line again.
    await warnAboutMissing(contextOf(shop.container, () => minutesFromNow(300)))
    const line = { level: "warn", connection_id: "old", count: 1 }
    expect(lines("connection_missing")).toContainEqual(expect.objectContaining(line))
  })

  it("reports a session whose address could not be removed from its data", async () => {
    const { which, orderId } = await placed()
    broken(shop.container.resolve(Modules.PAYMENT), "updatePaymentSession").mockRejectedValueOnce(fault())
    await shop.container.resolve(Modules.ORDER).cancel(orderId)
    await reviewOrder(contextOf(shop.container), orderId)
    expect(lines("address_not_hidden")).toMatchObject([{ level: "warn", ...which, reason: "ECONNRESET" }])
  })

  it("reports a failed export and a failed pay page", async () => {
    const { token } = await opened()
    const { lists, payments } = module()
    const after = lists.payments.after.bind(lists.payments)
    broken(lists.payments, "after")
      .mockImplementationOnce(async (...call: Parameters<typeof after>) => {
        const [row] = await after(...call)
        return Array.from({ length: 1000 }, () => row)
      })
      .mockRejectedValueOnce(fault())
    const { headers } = shop.admin
    const file = fetch(`${shop.url}${ADMIN}/export`, { headers }).then((answer) => answer.text())
    await expect(file).rejects.toThrow()
    expect(lines("export_failed")).toMatchObject([{ level: "error", reason: "ECONNRESET" }])
    broken(payments, "byToken").mockRejectedValueOnce(fault())
    expect((await fetch(`${shop.url}/crypto-payments/${token}`)).status).toBe(503)
    expect(lines("pay_page_failed")).toMatchObject([{ level: "error", reason: "ECONNRESET" }])
  })

  it("reports at startup what a connection lacks and what is wrong with the setup, once that no region offers a provider, and how many secrets were sealed with a new first key", async () => {
    const connection = await module().connection("default")
    const missing = ["apiKey", "secretKey"]
    broken(module(), "connection").mockResolvedValue({ ...connection, settings: undefined, missing, problems: [] })
    broken(module(), "setupProblems").mockResolvedValue([{ code: "migrations_missing", detail: "crypto_payment" }])
    await module().__hooks.onApplicationStart()
    const [line] = lines("connection_incomplete")
    expect(line).toMatchObject({ level: "warn", connection_id: "default" })
    expect(line?.detail).toMatch(/Settings, Crypto payments.*missing: apiKey/)
    expect(lines("setup_problem")).toMatchObject([{ level: "warn", reason: "migrations_missing" }])

    const context = contextOf(shop.container, () => minutesFromNow(301))
    broken(module(), "connectionIds").mockReturnValue(["nowhere"])
    broken(module(), "isTimeFor").mockReturnValueOnce(true).mockReturnValueOnce(false)
    await warnAboutRegions(context)
    await warnAboutRegions(context)
    const [, region, ...more] = lines("setup_problem")
    expect(region).toMatchObject({ level: "warn", reason: "provider_in_no_region" })
    expect(region?.detail).toContain("pp_crypto_nowhere")
    expect(more).toEqual([])

    const { connections, __hooks } = module()
    const sealing = broken(connections, "sealAnew").mockResolvedValueOnce({ sealed: 2, unreadable: 1 })
    await __hooks.onApplicationStart()
    expect(lines("secrets_reencrypted")).toMatchObject([{ level: "info", count: 2, of: 3 }])
    sealing.mockRejectedValueOnce(new Error("the database went away"))
    await __hooks.onApplicationStart()
    expect(lines("sealing_failed")).toMatchObject([{ level: "error", detail: "the database went away" }])
  })

  it("contains every known code after these tests, and no secret, token, address, personal data or newline", () => {
    expect([...new Set(seen.map(({ code }) => code))].sort()).toEqual(Object.keys(LOG_LINES).sort())
    const { secretKey, apiKey } = shop.sandbox
    const encoded = Buffer.from(`${apiKey}:${secretKey}`).toString("base64")
    const shopper = [SHOPPER, "lovelace", PHONE, STREET, ...forbidden]
    const never = [shop.endpointSecret, secretKey, encoded, "whsec_wrong", ...shopper]
    expect(forbidden.size).toBeGreaterThan(8)
    for (const line of seen) {
      const said = Object.values(line).join("\n")
      for (const word of never) if (said.includes(word)) throw new Error(`${line.code} gives away what it must not`)
      expect(Object.values(line).filter((value) => /[\n\r]/.test(String(value)))).toEqual([])
    }
  })
})
