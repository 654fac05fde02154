import { contextOf } from "../../src/workflows/context"
import { receiveEvent } from "../../src/workflows/receive-event/receive-event"
import { sweep } from "../../src/workflows/sweep/sweep"
import { clockAhead, cryptoPayments, rowInState, rowOf, untilNoted } from "../support/crypto-payments"
import { type Delivered, deliver, type Manners, mac, sign, unixNow } from "../support/events"
import { linesOf } from "../support/log"
import { describeShop } from "../support/medusa"
import { knexOf, storedEvents, untilQuiet } from "../support/module-rows"
import { until } from "../support/until"

/** The old secret of a rotation, which is still accepted. */
const PREVIOUS_SECRET = "whsec_the_one_before_it"

const LIMIT = 64 * 1024

/** A JSON object of exactly `bytes` bytes. */
const padded = (event: object, bytes: number): string => {
  const bare = JSON.stringify({ ...event, padding: "" })
  return JSON.stringify({ ...event, padding: "x".repeat(bytes - Buffer.byteLength(bare)) })
}

describeShop("the webhook route", { moreEndpointSecrets: [PREVIOUS_SECRET] }, (shop) => {
  const answers: Delivered[] = []

  const send = async (body: string | Buffer | object, manners?: Manners): Promise<Delivered> => {
    const answer = await deliver(shop, body, manners)
    answers.push(answer)
    return answer
  }

  /** An order that waits for its payment, without the sandbox's own events. */
  const waitingOrder = async () => {
    shop.sandbox.stopDelivering()
    const cart = await shop.store.makeCart()
    const session = await shop.store.openSession(cart)
    const done = await shop.store.placeOrder(cart)
    await untilNoted(shop.container, session.data.payment_id)
    return { id: session.data.payment_id, orderId: done.orderId, cart }
  }

  const completed = (id: string) => ({ type: "payment.completed", data: { payment: { id } } })

  const nothingStored = async (): Promise<void> => expect(await storedEvents(shop.container)).toEqual([])

  afterEach(async () => {
    await untilQuiet(shop.container)
    for (const { text } of answers.splice(0)) {
      for (const secret of [shop.endpointSecret, PREVIOUS_SECRET, shop.sandbox.apiKey, shop.sandbox.secretKey]) {
        expect(text).not.toContain(secret)
      }
      expect(text).not.toMatch(/\n\s+at |node_modules|\.[jt]s:\d|stack/)
    }
  })

  it("stores a valid event once and answers 200", async () => {
    const { id, orderId } = await waitingOrder()
    expect(await send(completed(id))).toMatchObject({ status: 200, code: "stored" })
    await shop.paidOrder(orderId)
    const [event, ...more] = await storedEvents(shop.container)
    expect(more).toEqual([])
    expect(event).toMatchObject({
      connection_id: "default",
      kind: "payment.completed",
      body: JSON.stringify(completed(id)),
    })
  })

  describe("refuses", () => {
    const event = completed("pay_of_nobody")
    const body = JSON.stringify(event)

    it("invalid signatures, each kind with its own code", async () => {
      const cases: [string, Manners, number, string][] = [
        ["an event signed with another secret", { secret: "whsec_forged" }, 401, "signature_mismatch"],
        ["an event signed with an empty secret", { secret: "" }, 401, "signature_mismatch"],
        ["an event without a signature", { signature: null }, 401, "signature_missing"],
        ["an empty signature", { signature: "" }, 401, "signature_missing"],
        ["a signature of another form", { signature: "sha256=0123" }, 401, "signature_malformed"],
        ["a signature without a time", { signature: `v1=${"0".repeat(64)}` }, 401, "signature_malformed"],
        ["a signature with a time only", { signature: "t=1700000000" }, 401, "signature_malformed"],
        ["a time that is no number", { signature: `t=now,v1=${"0".repeat(64)}` }, 401, "signature_malformed"],
        ["two different times", { signature: `t=1,t=2,v1=${"0".repeat(64)}` }, 401, "signature_malformed"],
        [
          "a signature header of five thousand letters",
          { signature: "t=1,".padEnd(5000, "v1=0,") },
          401,
          "signature_malformed",
        ],
        ["an event signed six minutes ago", { skew: -360 }, 401, "signature_stale"],
        ["an event signed six minutes ahead", { skew: 360 }, 401, "signature_stale"],
      ]
      const answered: unknown[] = []
      for (const [what, manners] of cases) {
        const { status, code } = await send(event, manners)
        answered.push([what, status, code])
      }
      expect(answered).toEqual(cases.map(([what, , status, code]) => [what, status, code]))
      await nothingStored()
    })

    it("a body that was altered after it was signed", async () => {
      const signature = sign(body, shop.endpointSecret, unixNow())
      expect(await send(`${body} `, { signature })).toMatchObject({ status: 401, code: "signature_mismatch" })
      await nothingStored()
    })

    it("a MAC in uppercase letters", async () => {
      const now = unixNow()
      const signature = `t=${now},v1=${mac(body, shop.endpointSecret, now).toUpperCase()}`
      expect(await send(event, { signature })).toMatchObject({ status: 401, code: "signature_mismatch" })
    })

    it("an event for a connection that is not registered", async () => {
      const url = shop.webhookUrl.replace("/default", "/elsewhere")
      expect(await send(event, { url })).toMatchObject({ status: 404, code: "unknown_connection" })
      await nothingStored()
    })

    it("an event for a connection name that cannot be decoded", async () => {
      for (const name of ["%", "%E0%A4%A", "%FF"]) {
        const url = shop.webhookUrl.replace("/default", `/${name}`)
        expect(await send(event, { url })).toMatchObject({ status: 404, code: "unknown_connection" })
      }
      await nothingStored()
    })

    it("a signed body that is not a JSON object", async () => {
      const cases = [
        ["text", "paid!", "event_not_json"],
        ["no body at all", "", "event_not_json"],
        ["half an object", '{"type":"payment.completed"', "event_not_json"],
        ["an array", "[1]", "event_not_an_object"],
        ["a string", '"payment.completed"', "event_not_an_object"],
        ["null", "null", "event_not_an_object"],
      ] as const
      const answered: unknown[] = []
      for (const [what, bytes] of cases) {
        const { status, code } = await send(bytes)
        answered.push([what, status, code])
      }
      expect(answered).toEqual(cases.map(([what, , code]) => [what, 400, code]))
      await nothingStored()
    })

    it("a body with a wrong signature and invalid JSON because of its signature", async () => {
      expect(await send("paid!", { secret: "whsec_forged" })).toMatchObject({ status: 401, code: "signature_mismatch" })
    })

    it("a body over 64 kB, chunked or not", async () => {
      for (const bytes of [LIMIT + 1, LIMIT * 16]) {
        for (const chunked of [false, true]) {
          expect(await send(padded(event, bytes), { chunked })).toMatchObject({ status: 413, code: "event_too_large" })
        }
      }
      await nothingStored()
    })
  })

  it("accepts a body of exactly 64 kB", async () => {
    expect(await send(padded(completed("pay_of_nobody"), LIMIT))).toMatchObject({ status: 200, code: "stored" })
    expect(Buffer.byteLength((await storedEvents(shop.container))[0]?.body ?? "")).toBe(LIMIT)
  })

  it("accepts a signature time at most 300 seconds before or after its own clock", async () => {
    const now = new Date()
    const raw = Buffer.from(JSON.stringify({ type: "payment.noticed" }))
    const at = async (skew: number) => {
      const timestamp = Math.floor(now.getTime() / 1000) + skew
      const headers = { "service-signature": sign(raw, shop.endpointSecret, timestamp) }
      const reception = await receiveEvent(
        contextOf(shop.container, () => now),
        "default",
        raw,
        headers,
      )
      return reception.status
    }
    expect(await at(-300)).toBe(200)
    expect(await at(300)).toBe(200)
    expect(await at(-301)).toBe(401)
    expect(await at(301)).toBe(401)
  })

  it("accepts an event with several MACs if one of them is right", async () => {
    const body = JSON.stringify(completed("pay_of_nobody"))
    const now = unixNow()
    const macs = [mac(body, "whsec_of_tomorrow", now), mac(body, shop.endpointSecret, now)].map((one) => `v1=${one}`)
    expect(await send(body, { signature: `t=${now},${macs.join(",")}` })).toMatchObject({ status: 200, code: "stored" })
  })

  it("accepts events signed with either secret during a rotation", async () => {
    const first = await send(completed("pay_1"), { secret: PREVIOUS_SECRET })
    const second = await send(completed("pay_2"))
    expect([first, second]).toMatchObject([{ code: "stored" }, { code: "stored" }])
  })

  it("finishes the checklist's step only after an event that the first configured secret signed", async () => {
    const step = async () => {
      const { connection } = await shop.admin.get("/admin/crypto-payments/connections/default")
      return connection.checklist.find(({ step }: { step: string }) => step === "event_accepted")
    }
    /** As if medusa-config had named another secret until now. */
    await cryptoPayments(shop.container).connections.patch("default", { endpoint_secret_proven: "none" }, new Date())
    cryptoPayments(shop.container).forget("default")
    await send(completed("pay_1"), { secret: PREVIOUS_SECRET })
    expect(await step()).toMatchObject({ done: false, code: "new_secret_unused" })
    await send(completed("pay_2"))
    expect(await step()).toMatchObject({ done: true, code: null })
    await send(completed("pay_3"), { secret: PREVIOUS_SECRET })
    expect(await step()).toMatchObject({ done: true, code: null })
  })

  it("verifies the bytes of an event for any content type, chunked or not", async () => {
    const types = ["application/json; charset=utf-8", "text/plain", "application/x-www-form-urlencoded"]
    const all = [...types, "application/octet-stream", "application/vnd.service.event+json", "nonsense", null]
    for (const contentType of all) {
      for (const chunked of [false, true]) {
        const body = completed(`pay ${contentType} ${chunked}`)
        expect(await send(body, { contentType, chunked })).toMatchObject({ status: 200, code: "stored" })
        expect(await send(body, { contentType, chunked, secret: "whsec_forged" })).toMatchObject({ status: 401 })
      }
    }
    expect(await storedEvents(shop.container)).toHaveLength(all.length * 2)
  })

  it("accepts a path that ends with a slash or a query, or has other case or percent-encoding", async () => {
    const { pathname } = new URL(shop.webhookUrl)
    const paths = ["/", "?from=service", "/?from=service"].map((end) => pathname + end)
    for (const path of [...paths, pathname.replace("hooks", "Hooks"), pathname.replace("default", "%64efault")]) {
      const url = shop.url + path
      expect(await send(completed(`pay ${path}`), { url })).toMatchObject({ status: 200, code: "stored" })
      expect(await send(completed(path), { url, secret: "whsec_forged" })).toMatchObject({ status: 401 })
    }
  })

  it("answers 404 to longer paths and other methods", async () => {
    for (const end of ["/more", "//"]) {
      expect(await send(completed("pay_of_nobody"), { url: shop.webhookUrl + end })).toMatchObject({ status: 404 })
    }
    for (const method of ["GET", "PUT", "DELETE"])
      expect(await fetch(shop.webhookUrl, { method })).toMatchObject({ status: 404 })
    await nothingStored()
  })

  it("settles the payment for events that have the kind and the payment's id in different places", async () => {
    // The unit tests of core/webhook check all places.
    const shapes: [string, (id: string) => object][] = [
      ["event and payment.id", (id) => ({ event: "payment.completed", payment: { id } })],
      ["type and a top-level id", (id) => ({ type: "payment.completed", id })],
      [
        "an event id and data.object.id",
        (id) => ({ id: "evt_2", type: "payment.completed", data: { object: { id } } }),
      ],
      [
        "an event id beside data.id, and fields that nobody knows",
        (id) => ({ id: "evt_1", kind: "payment.completed", data: { id, status: "confirmed", x: [1] }, v: null }),
      ],
    ]
    // In turn, because Medusa refuses one of two first orders of the same customer at the same moment.
    const orders: Awaited<ReturnType<typeof waitingOrder>>[] = []
    for (const _ of shapes) orders.push(await waitingOrder())
    for (const [index, { id }] of orders.entries()) {
      expect(await send(shapes[index]?.[1](id) ?? {})).toMatchObject({ status: 200, code: "stored" })
    }
    for (const [index, { id, orderId }] of orders.entries()) {
      const [shape] = shapes[index] ?? []
      const { captures } = await shop.paidOrder(orderId)
      const { status, order_id } = await rowInState(shop.container, id, "settled")
      expect({ shape, captures: captures.length, status, order_id }).toEqual({
        shape,
        captures: 1,
        status: "settled",
        order_id: orderId,
      })
    }
  })

  it("stores an event with an unknown kind or without one, answers 200, and changes nothing", async () => {
    const { id, orderId } = await waitingOrder()
    const before = await rowOf(shop.container, id)
    const kinds = [
      { type: "payment.refunded" },
      { type: "Payment.Completed" },
      {},
      { type: { name: "payment.completed" } },
    ]
    for (const kind of kinds) {
      const event = { ...kind, data: { payment: { id, status: "completed" } } }
      expect(await send(event)).toMatchObject({ status: 200, code: "ignored" })
    }
    const events = await storedEvents(shop.container)
    expect(events.map(({ kind }) => kind)).toEqual(["payment.refunded", "Payment.Completed", null, null])
    for (const event of events) expect(event).toMatchObject({ state: "ignored", next_attempt_at: null })
    expect(await rowOf(shop.container, id)).toEqual(before)
    expect((await shop.orderOf(orderId)).captures).toEqual([])
  })

  it("makes one row, one order and one capture from fifty concurrent deliveries", async () => {
    shop.sandbox.stopDelivering()
    const cart = await shop.store.makeCart()
    const { data } = await shop.store.openSession(cart)
    const body = JSON.stringify({ id: "evt_same", ...completed(data.payment_id) })
    const all = await Promise.all(Array.from({ length: 50 }, () => send(body)))

    expect(all.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(all.filter(({ code }) => code === "stored")).toHaveLength(1)
    const row = await rowInState(shop.container, data.payment_id, "settled")
    const order = await shop.paidOrder(row.order_id as string)
    expect(order.captures).toHaveLength(1)
    expect(order.transactions).toHaveLength(1)
    expect(await shop.ordersOfCart(cart.id)).toEqual([order.id])
    expect(await storedEvents(shop.container)).toMatchObject([{ state: "processed", duplicates: 49 }])
  })

  it("answers 503 when the database does not store an event, and accepts the next delivery", async () => {
    const { id, orderId } = await waitingOrder()
    const knex = knexOf(shop.container)
    await knex.raw(`CREATE FUNCTION refuse_events() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'the disk is full'; END $$`)
    await knex.raw(
      "CREATE TRIGGER refuse_events BEFORE INSERT ON crypto_webhook_event EXECUTE FUNCTION refuse_events()",
    )
    const log = linesOf(shop)
    const refused = await send(completed(id))
    expect(refused).toMatchObject({ status: 503, code: "event_not_stored" })
    expect(refused.text).not.toContain("disk")
    log.stop()
    expect(log.lines).toMatchObject([
      {
        level: "error",
        code: "event_not_stored",
        reason: "P0001",
        connection_id: "default",
        detail: "the disk is full",
      },
    ])
    expect((await rowOf(shop.container, id)).status).toBe("awaiting_payment")

    await knex.raw("DROP TRIGGER refuse_events ON crypto_webhook_event")
    expect(await send(completed(id))).toMatchObject({ status: 200, code: "stored" })
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
  })

  it("retries an event that waits for its payment's row when it is delivered again", async () => {
    const body = { id: "evt_early", ...completed("pay_not_there_yet") }
    expect(await send(body)).toMatchObject({ status: 200, code: "stored" })
    await until("it is unmatched", async () => (await storedEvents(shop.container))[0]?.state === "unmatched")
    expect(await send(body)).toMatchObject({ status: 200, code: "duplicate" })
    await until("it was tried again", async () => (await storedEvents(shop.container))[0]?.attempts === 2)
    expect(await storedEvents(shop.container)).toHaveLength(1)
  })

  it("records a burst of events at once, settles four payments at a time, and lets a sweep settle the rest", async () => {
    const module = cryptoPayments(shop.container)
    const waiting: { id: string; orderId: string }[] = []
    for (let count = 0; count < 8; count++) waiting.push(await waitingOrder())
    // Does all other due work of these orders first, because that would claim payments too.
    await sweep(contextOf(shop.container, clockAhead(1)))
    const claim = module.paymentLeases.claim.bind(module.paymentLeases)
    const times: Date[] = []
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
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
      await tell(waiting.slice(0, 6))
      await until("four have their turn", async () => times.length === 4)
      expect(await sweep(contextOf(shop.container))).toMatchObject({ settled: 6 })
      await tell(waiting.slice(6))
      expect(times).toHaveLength(4)
      const before = new Date()
      goOn()
      for (const { orderId } of waiting) expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
      expect(times).toHaveLength(8)
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
    expect(await sweep(contextOf(shop.container))).toMatchObject({ settled: 1 })
    expect((await shop.paidOrder(orderId)).captures).toHaveLength(1)
  })
})
