import { InMemorySpanExporter, type ReadableSpan } from "@medusajs/framework/opentelemetry/sdk-trace-node"
import { registerOtel } from "@medusajs/medusa"
import { SPANS } from "../../src/modules/crypto-payments/telemetry"
import { contextOf } from "../../src/workflows/context"
import { settlePayment } from "../../src/workflows/settle/settle-payment"
import { ingestEvent } from "../../src/workflows/webhook/receive-event"
import { clockAhead, sweepAt } from "../support/clock"
import { cryptoPayments, payUntil, placeNoted } from "../support/crypto-payments"
import { expectErrors, NO_QUOTE } from "../support/expect-errors"
import { describeShop } from "../support/medusa"
import { newEvent } from "../support/module-database"
import { openCart } from "../support/shopper"
import { until } from "../support/until"

/** OpenTelemetry's SpanKind and SpanStatusCode, as numbers. */
const CLIENT = 2
const ERROR = 2

const SHOPPER = "ada.lovelace@shop.example.com"

/** Registers an SDK before the server starts, as a store's instrumentation.ts does. */
const exporter = new InMemorySpanExporter()
let sdk: { shutdown: () => Promise<void> }
beforeAll(() => {
  sdk = registerOtel({ serviceName: "shop", exporter, instrument: { http: true, workflows: true } })
})
afterAll(() => sdk.shutdown())

describeShop("traces", { orderPlacement: "checkout" }, (shop) => {
  expectErrors(NO_QUOTE, /code\W+settling_failed|event not processed/)

  /** All spans of all tests, in the order in which they ended. */
  const seen: ReadableSpan[] = []
  const finished = () => exporter.getFinishedSpans()
  const ours = () =>
    finished().filter(({ instrumentationScope }) => instrumentationScope.name === "medusa-payment-crypto")
  const named = (name: string) => ours().filter((span) => span.name === name)
  const only = (name: string): ReadableSpan => {
    const [span, ...more] = named(name)
    if (!span || more.length > 0) throw new Error(`there are ${more.length + (span ? 1 : 0)} spans ${name}`)
    return span
  }
  // Compare ids or these fields, not whole spans: jest cannot print the difference of two spans.
  const toldBy = ({ status, attributes }: ReadableSpan) => ({ status, attributes })
  const idOf = (span: ReadableSpan) => span.spanContext().spanId
  const parentIdOf = (span: ReadableSpan) => span.parentSpanContext?.spanId
  const parentOf = (span: ReadableSpan) => finished().find((one) => idOf(one) === parentIdOf(span))

  const forbidden = new Set<string>()
  const placed = async () => {
    const { data, row, orderId } = await placeNoted(shop, { email: SHOPPER }, { asset: "USDC", chain: "base" })
    for (const told of [data.token, data.address, data.uri, data.pay_url]) forbidden.add(told)
    const about = {
      "crypto_payments.payment_id": row.id,
      "crypto_payments.external_payment_id": data.payment_id,
      "crypto_payments.connection_id": "default",
      "crypto_payments.asset": "USDC",
      "crypto_payments.chain": "base",
    }
    return { paymentId: data.payment_id, orderId, about }
  }

  beforeEach(() => exporter.reset())
  afterEach(() => void seen.push(...ours()))

  it("follow a purchase from the quote to the settled order, each span under its parent", async () => {
    const { paymentId, orderId, about } = await placed()
    const create = only("crypto_payments.create")
    expect(create.attributes).toEqual({ ...about, "crypto_payments.outcome": "created" })
    const call = only("POST /v1/store-api/payments")
    expect(call.kind).toBe(CLIENT)
    expect(call.attributes).toEqual({
      "http.request.method": "POST",
      "url.template": "/v1/store-api/payments",
      "server.address": "127.0.0.1",
      "http.response.status_code": 201,
    })
    expect(parentIdOf(call)).toBe(idOf(create))
    // The parent is the step of Medusa's workflow that opens a payment session.
    expect(parentOf(create)?.instrumentationScope.name).toBe("@medusajs/framework/workflows-sdk")

    await payUntil(shop, paymentId, "settled")
    // The span of settling starts after the event's span has ended, and ends last.
    await until("settling's span has ended", () => named("crypto_payments.settle").length > 0)
    const ingest = only("crypto_payments.ingest")
    expect(ingest.attributes).toEqual({
      ...about,
      "crypto_payments.order_id": orderId,
      "crypto_payments.event_id": expect.any(String),
      "crypto_payments.outcome": "processed",
    })
    const settle = only("crypto_payments.settle")
    expect(settle.attributes).toEqual({
      ...about,
      "crypto_payments.order_id": orderId,
      "crypto_payments.outcome": "settled",
    })
    // Settling runs after the event, so its span is not a child of the event's span.
    expect(parentIdOf(settle)).toBe(parentIdOf(ingest))
    expect(parentOf(ingest)?.name).toMatch(/^step:ingest-crypto-payment-event-step/)
    expect(ours().filter(({ status }) => status.code === ERROR)).toEqual([])
  })

  it("show Medusa's workflow that places the order as a child of the settle span", async () => {
    const { data } = await openCart(shop, { asset: "USDC", chain: "base" }, { email: SHOPPER })
    for (const told of [data.token, data.address, data.uri, data.pay_url]) forbidden.add(told)
    exporter.reset()
    shop.sandbox.pay(data.payment_id)
    await until("settling's span has ended", () => named("crypto_payments.settle").length > 0)
    const settle = only("crypto_payments.settle")
    expect(settle.attributes["crypto_payments.outcome"]).toBe("settled")
    const under = finished().filter((span) => parentIdOf(span) === idOf(settle))
    expect(under.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^workflow:complete-cart/))
  })

  it("show what a sweep looked up and settled, and name a request by its route without the payment's id", async () => {
    const { paymentId, about } = await placed()
    shop.sandbox.stopDelivering()
    shop.sandbox.pay(paymentId)
    exporter.reset()
    await sweepAt(shop, 1)
    const swept = only("crypto_payments.sweep")
    expect(swept.attributes).toMatchObject({
      "crypto_payments.outcome": "done",
      "crypto_payments.looked": 1,
      "crypto_payments.settled": 1,
      "crypto_payments.events": 0,
    })
    const look = only("crypto_payments.lookup")
    expect(look.attributes).toMatchObject({ ...about, "crypto_payments.outcome": "completed" })
    expect(parentIdOf(look)).toBe(idOf(swept))
    expect(parentIdOf(only("crypto_payments.settle"))).toBe(idOf(swept))
    const call = only("GET /v1/store-api/payments/{id}")
    expect(parentIdOf(call)).toBe(idOf(look))
    expect(call.attributes["http.response.status_code"]).toBe(200)
    expect(JSON.stringify([call.name, call.attributes])).not.toContain(paymentId)
  })

  it("show a quote that is shown again as reused, and a refusal to a shopper as an outcome, not as an error", async () => {
    const cart = await shop.store.makeCart()
    await shop.store.openSession(cart)
    exporter.reset()
    await shop.store.openSession(cart)
    expect(only("crypto_payments.create").attributes["crypto_payments.outcome"]).toBe("reused")
    expect(named("POST /v1/store-api/payments")).toEqual([])

    const other = await shop.store.makeCart()
    exporter.reset()
    shop.sandbox.interfere({ on: "create", status: 403, body: { code: "screening_failed" } })
    await expect(shop.store.openSession(other)).rejects.toThrow()
    const create = only("crypto_payments.create")
    expect(create.status.code).not.toBe(ERROR)
    expect(create.attributes["crypto_payments.outcome"]).toBe("screening_failed")
  })

  it("show each failed attempt of a request, and only the code of its error", async () => {
    const cart = await shop.store.makeCart({ email: SHOPPER })
    shop.sandbox.interfere({ on: "create", status: 503, body: { error: SHOPPER }, times: 9 })
    await expect(shop.store.openSession(cart)).rejects.toThrow()
    const create = only("crypto_payments.create")
    expect(create.status).toEqual({ code: ERROR, message: "service_unavailable" })
    expect(create.attributes).toMatchObject({
      "crypto_payments.outcome": "failed",
      "error.type": "service_unavailable",
      "crypto_payments.connection_id": "default",
    })
    const tries = named("POST /v1/store-api/payments")
    expect(tries.length).toBeGreaterThan(1)
    expect(tries.map(({ attributes }) => attributes["http.request.resend_count"])).toEqual(
      tries.map((_, n) => (n === 0 ? undefined : n)),
    )
    for (const { status, attributes } of tries) {
      expect(status).toEqual({ code: ERROR, message: "http_503" })
      expect(attributes).toMatchObject({ "http.response.status_code": 503, "error.type": "http_503" })
    }
  })

  it("show only the code of an error that stops the work on an event or the settling of money", async () => {
    const { paymentId, about } = await placed()
    const { events, payments } = cryptoPayments(shop.container)
    const { endpointSecret, sandbox } = shop
    const fault = () => Object.assign(new Error(`${endpointSecret} ${sandbox.secretKey} ${SHOPPER}`), { code: "57P01" })
    const body = JSON.stringify({ type: "payment.completed", data: { id: paymentId } })
    const { id } = await events.store(newEvent({ body }), new Date())
    exporter.reset()
    jest.spyOn(payments, "byExternalId").mockRejectedValueOnce(fault())
    await ingestEvent(contextOf(shop.container), id)
    const failure = { status: { code: ERROR, message: "57P01" }, attributes: { "error.type": "57P01" } }
    expect(toldBy(only("crypto_payments.ingest"))).toMatchObject(failure)
    exporter.reset()
    const move = payments.move.bind(payments)
    jest.spyOn(payments, "move").mockImplementation(async (...call) => {
      if (call[1] === "put_on_order") throw fault()
      return move(...call)
    })
    const later = contextOf(shop.container, clockAhead(100))
    await ingestEvent(later, id)
    await settlePayment(later, about["crypto_payments.payment_id"])
    const settle = only("crypto_payments.settle")
    expect(toldBy(settle)).toMatchObject(failure)
    expect(settle.attributes).toMatchObject({ ...about, "crypto_payments.outcome": "failed" })
    expect(only("crypto_payments.ingest").attributes["crypto_payments.outcome"]).toBe("processed")
  })

  it("include every kind of span in these tests, and none has a secret, token, address or personal data", () => {
    const names = new Set(seen.map(({ name }) => name))
    expect([...names].filter((name) => name.startsWith("crypto_payments.")).sort()).toEqual(
      SPANS.map((name) => `crypto_payments.${name}`).sort(),
    )
    const { secretKey, apiKey } = shop.sandbox
    const encoded = Buffer.from(`${apiKey}:${secretKey}`).toString("base64")
    const never = [shop.endpointSecret, secretKey, apiKey, encoded, SHOPPER, "lovelace", ...forbidden]
    expect(forbidden.size).toBeGreaterThan(8)
    for (const { name, attributes, status, events, links } of seen) {
      expect([...events, ...links]).toEqual([])
      const said = JSON.stringify([name, attributes, status])
      for (const word of never) if (said.includes(word)) throw new Error(`${name} gives away what it must not`)
    }
  })
})
