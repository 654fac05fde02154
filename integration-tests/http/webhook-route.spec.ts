import { sweepAt } from "../support/clock"
import { cryptoPayments, placeNoted, rowInState, rowOf } from "../support/crypto-payments"
import { completed, type Delivered, deliver, type Manners } from "../support/events"
import { expectErrors } from "../support/expect-errors"
import { heardOf, linesOf } from "../support/heard"
import { describeShop, PREVIOUS_SECRET, TWO_SECRETS } from "../support/medusa"
import { newPayment } from "../support/module-database"
import { knexOf, patchConnection, storedEvents } from "../support/module-rows"
import { openCart } from "../support/shopper"
import { until } from "../support/until"

const LIMIT = 64 * 1024

/** A JSON object of exactly `bytes` bytes. */
const padded = (event: object, bytes: number): string => {
  const bare = JSON.stringify({ ...event, padding: "" })
  return JSON.stringify({ ...event, padding: "x".repeat(bytes - Buffer.byteLength(bare)) })
}

describeShop("the webhook route", TWO_SECRETS, (shop) => {
  const answers: Delivered[] = []

  const send = async (body: string | Buffer | object, manners?: Manners): Promise<Delivered> => {
    const answer = await deliver(shop, body, manners)
    answers.push(answer)
    return answer
  }

  /** An order that waits for its payment, without the sandbox's own events. */
  const waitingOrder = async () => {
    shop.sandbox.stopDelivering()
    const { paymentId, orderId } = await placeNoted(shop)
    return { id: paymentId, orderId }
  }

  const nothingStored = async (): Promise<void> => expect(await storedEvents(shop.container)).toEqual([])

  afterEach(() => {
    for (const { text } of answers.splice(0)) {
      for (const secret of [shop.endpointSecret, PREVIOUS_SECRET, shop.sandbox.apiKey, shop.sandbox.secretKey]) {
        expect(text).not.toContain(secret)
      }
      expect(text).not.toMatch(/\n\s+at |node_modules|\.[jt]s:\d|stack/)
    }
  })

  it("refuses invalid signatures before it reads the body, unknown connections, bodies that are no JSON object or over 64 kB", async () => {
    const event = completed("pay_of_nobody")
    const forged = { secret: "whsec_forged" }
    const to = (name: string): Manners => ({ url: shop.webhookUrl.replace("/default", `/${name}`) })
    const cases: [what: string, body: object | string, manners: Manners, status: number, code: string][] = [
      ["an event signed with another secret", event, forged, 401, "signature_mismatch"],
      ["another body signed with another secret", "paid!", forged, 401, "signature_mismatch"],
      ["an event without a signature", event, { signature: null }, 401, "signature_missing"],
      ["a signature of another form", event, { signature: "sha256=0123" }, 401, "signature_malformed"],
      ["an event signed six minutes ago", event, { skew: -360 }, 401, "signature_stale"],
      ["an event signed in six minutes", event, { skew: 360 }, 401, "signature_stale"],
      ["a connection that is not registered", event, to("elsewhere"), 404, "unknown_connection"],
      ["half a percent-encoding", event, to("%"), 404, "unknown_connection"],
      ["half a percent-encoded character", event, to("%E0%A4%A"), 404, "unknown_connection"],
      ["no UTF-8", event, to("%FF"), 404, "unknown_connection"],
      ["half an event", '{"type":"payment.completed"', {}, 400, "event_not_json"],
      ["no object", "null", {}, 400, "event_not_an_object"],
      ["a byte too many", padded(event, LIMIT + 1), {}, 413, "event_too_large"],
      ["a byte too many in chunks", padded(event, LIMIT + 1), { chunked: true }, 413, "event_too_large"],
      ["a megabyte", padded(event, LIMIT * 16), {}, 413, "event_too_large"],
      ["a megabyte in chunks", padded(event, LIMIT * 16), { chunked: true }, 413, "event_too_large"],
    ]
    for (const [what, body, manners, status, code] of cases)
      expect([what, await send(body, manners)]).toMatchObject([what, { status, code }])
    await nothingStored()
    expect(await send(padded(event, LIMIT))).toMatchObject({ status: 200, code: "stored" })
    expect(Buffer.byteLength((await storedEvents(shop.container))[0]?.body ?? "")).toBe(LIMIT)
  })

  it("accepts either secret during a rotation, and finishes the checklist's step after an event with the first one", async () => {
    const step = async () => {
      const { connection } = await shop.admin.get("/admin/crypto-payments/connections/default")
      return connection.checklist.find(({ step }: { step: string }) => step === "event_accepted")
    }
    /** As if medusa-config had named another secret until now. */
    await patchConnection(shop, { endpoint_secret_proven: "none" })
    expect(await send(completed("pay_1"), { secret: PREVIOUS_SECRET })).toMatchObject({ code: "stored" })
    expect(await step()).toMatchObject({ done: false, code: "new_secret_unused" })
    expect(await send(completed("pay_2"))).toMatchObject({ code: "stored" })
    expect(await step()).toMatchObject({ done: true, code: null })
    await send(completed("pay_3"), { secret: PREVIOUS_SECRET })
    expect(await step()).toMatchObject({ done: true, code: null })
  })

  it("verifies the bytes of an event for any content type, chunked or not", async () => {
    const all = ["application/json; charset=utf-8", "application/x-www-form-urlencoded", "nonsense", null]
    for (const contentType of all) {
      for (const chunked of [false, true]) {
        const body = completed(`pay ${contentType} ${chunked}`)
        expect(await send(body, { contentType, chunked })).toMatchObject({ status: 200, code: "stored" })
        expect(await send(body, { contentType, chunked, secret: "whsec_forged" })).toMatchObject({ status: 401 })
      }
    }
    expect(await storedEvents(shop.container)).toHaveLength(all.length * 2)
  })

  it("accepts a path that ends with a slash or a query, or has other case or percent-encoding, and answers 404 to others", async () => {
    for (const end of ["/more", "//"]) {
      expect(await send(completed("pay_of_nobody"), { url: shop.webhookUrl + end })).toMatchObject({ status: 404 })
    }
    for (const method of ["GET", "PUT", "DELETE"])
      expect(await fetch(shop.webhookUrl, { method })).toMatchObject({ status: 404 })
    await nothingStored()
    const { pathname } = new URL(shop.webhookUrl)
    const paths = ["/", "?from=service", "/?from=service"].map((end) => pathname + end)
    for (const path of [...paths, pathname.replace("hooks", "Hooks"), pathname.replace("default", "%64efault")]) {
      const url = shop.url + path
      expect(await send(completed(`pay ${path}`), { url })).toMatchObject({ status: 200, code: "stored" })
      expect(await send(completed(path), { url, secret: "whsec_forged" })).toMatchObject({ status: 401 })
    }
  })

  it("stores an event with an unknown kind or without one, answers 200, and changes nothing", async () => {
    const { id, orderId } = await waitingOrder()
    const before = await rowOf(shop.container, id)
    for (const kind of [{ type: "Payment.Completed" }, {}]) {
      const event = { ...kind, data: { payment: { id, status: "completed" } } }
      expect(await send(event)).toMatchObject({ status: 200, code: "ignored" })
    }
    const events = await storedEvents(shop.container)
    expect(events.map(({ kind }) => kind)).toEqual(["Payment.Completed", null])
    for (const event of events) expect(event).toMatchObject({ state: "ignored", next_attempt_at: null })
    expect(await rowOf(shop.container, id)).toEqual(before)
    expect((await shop.orderOf(orderId)).captures).toEqual([])
  })

  it("makes one row, one order and one capture from fifty concurrent deliveries", async () => {
    shop.sandbox.stopDelivering()
    const { cart, data } = await openCart(shop)
    const body = JSON.stringify(completed(data.payment_id))
    const all = await Promise.all(Array.from({ length: 50 }, () => send(body)))

    expect(all.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(all.filter(({ code }) => code === "stored")).toHaveLength(1)
    const row = await rowInState(shop.container, data.payment_id, "settled")
    const order = await shop.paidOrder(row.order_id as string)
    expect(order.captures).toHaveLength(1)
    expect(order.transactions).toHaveLength(1)
    expect(await shop.ordersOfCart(cart.id)).toEqual([order.id])
    const stored = { connection_id: "default", kind: "payment.completed", body }
    expect(await storedEvents(shop.container)).toMatchObject([{ ...stored, state: "processed", duplicates: 49 }])
  })

  it("retries an event that waits for its payment's row when it is delivered again, and in a sweep", async () => {
    const { account } = await rowOf(shop.container, (await waitingOrder()).id)
    const external_id = "pay_not_there_yet"
    const body = completed(external_id)
    expect(await send(body)).toMatchObject({ status: 200, code: "stored" })
    const stored = async () => (await storedEvents(shop.container))[0]
    await until("it is unmatched", async () => (await stored())?.state === "unmatched")
    expect(await stored()).toMatchObject({ last_error: "unknown_payment", payment_id: null })
    expect(await send(body)).toMatchObject({ status: 200, code: "duplicate" })
    await until("it was tried again", async () => (await stored())?.attempts === 2)

    const payment = newPayment(new Date(), { external_id, account, session_id: null })
    await cryptoPayments(shop.container).payments.insert(payment, new Date())
    await sweepAt(shop, 1)
    expect((await rowInState(shop.container, external_id, "attention")).attention_reason).toBe("no_order")
    expect(await storedEvents(shop.container)).toMatchObject([{ state: "processed" }])
  })

  it("records a burst of events at once, settles four payments at a time, and lets a sweep settle the rest", async () => {
    const module = cryptoPayments(shop.container)
    const waiting: { id: string; orderId: string }[] = []
    for (let count = 0; count < 6; count++) waiting.push(await waitingOrder())
    // Does all other due work of these orders first, because that would claim payments too.
    await sweepAt(shop, 1)
    const claim = module.paymentLeases.claim.bind(module.paymentLeases)
    const times: Date[] = []
    let goOn = () => {}
    const held = new Promise<void>((resolve) => (goOn = resolve))
    const claiming = jest.spyOn(module.paymentLeases, "claim").mockImplementation(async (id, now) => {
      times.push(now)
      await held
      return claim(id, now)
    })
    const tell = async (some: typeof waiting) => {
      for (const { id } of some) expect(await send(completed(id))).toMatchObject({ code: "stored" })
      for (const { id } of some) await rowInState(shop.container, id, "completed")
      const states = async () => (await storedEvents(shop.container)).map(({ state }) => state)
      await until("the events are done", async () => (await states()).every((state) => state === "processed"))
    }
    try {
      await tell(waiting.slice(0, 5))
      await until("four have their turn", async () => times.length === 4)
      expect(await sweepAt(shop)).toMatchObject({ settled: 5 })
      await tell(waiting.slice(5))
      expect(times).toHaveLength(4)
      const before = new Date()
      goOn()
      for (const { orderId } of waiting) expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
      expect(times).toHaveLength(6)
      // A lease starts when its turn starts, not when the wait started.
      for (const time of times.slice(4)) expect(time.getTime()).toBeGreaterThanOrEqual(before.getTime())
    } finally {
      goOn()
      claiming.mockRestore()
    }
  })

  it("marks an event as processed when claiming its payment fails, and leaves the payment to the sweep", async () => {
    const { id, orderId } = await waitingOrder()
    const { paymentLeases } = cryptoPayments(shop.container)
    const claiming = jest.spyOn(paymentLeases, "claim").mockRejectedValue(new Error("no connection was free"))
    const log = linesOf(shop)
    try {
      expect(await send(completed(id))).toMatchObject({ code: "stored" })
      await until("it is told", async () => log.lines.some(({ code }) => code === "settling_failed"))
    } finally {
      claiming.mockRestore()
      log.stop()
    }
    expect(await storedEvents(shop.container)).toMatchObject([{ state: "processed", attempts: 1 }])
    expect(await sweepAt(shop)).toMatchObject({ settled: 1 })
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
  })

  it("notifies the store of the capture although reading the order fails right after it", async () => {
    expectErrors(/no number/)
    const { id, orderId } = await waitingOrder()
    const knex = knexOf(shop.container)
    const summary = (value: string) =>
      `UPDATE order_summary SET totals = totals || '{"raw_pending_difference": ${value}}'`
    await knex.raw(`
      CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        ${summary('{"value": "no number"}')} WHERE order_id = NEW.order_id; RETURN NEW; END $$;
      CREATE TRIGGER spoil AFTER UPDATE ON crypto_payment FOR EACH ROW WHEN (NEW.status = 'settled') EXECUTE FUNCTION spoil()`)
    const heard = heardOf(shop, "crypto_payment.settled")
    try {
      await send(completed(id))
      await rowInState(shop.container, id, "settled")
      await until("the store is notified", async () => heard.length > 0)
      expect(heard).toEqual([expect.objectContaining({ order_id: orderId, outstanding: null })])
    } finally {
      await knex.raw("DROP TRIGGER spoil ON crypto_payment; DROP FUNCTION spoil")
      await knex.raw(`${summary('{"value": "0"}')} WHERE order_id = ?`, [orderId])
    }
  })
})
