import { createHash } from "node:crypto"
import { eventDigest, parseEvent, paymentIdsNamed, type ServiceEvent } from "../event"

const bytes = (body: unknown): Buffer => Buffer.from(typeof body === "string" ? body : JSON.stringify(body))

const read = (body: unknown): ServiceEvent => {
  const parsed = parseEvent(Buffer.isBuffer(body) ? body : bytes(body))
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.event
}

const digest = (body: unknown): string => eventDigest(bytes(body), read(body))

const NOTHING: ServiceEvent = {
  kind: null,
  kinds: [],
  paymentIds: [],
  eventId: null,
  statusWord: null,
  confirmations: null,
}

describe("parseEvent", () => {
  it("keeps every kind, so that a general word in one place hides no completion in another", () => {
    expect(read({ type: "event", event: "payment.completed", data: { id: "pay_1" } }).kinds).toEqual([
      "event",
      "payment.completed",
    ])
  })

  it("counts no more confirmations than the database can hold", () => {
    expect(read({ data: { id: "pay_1", confirmations: 5_000_000_000 } }).confirmations).toBe(2_147_483_647)
  })

  it.each<[string, unknown, string[]]>([
    ["data.payment.id", { data: { payment: { id: "pay_1" } } }, ["pay_1"]],
    ["data.id", { data: { id: "pay_1" } }, ["pay_1"]],
    ["data.payment_id", { data: { payment_id: "pay_1" } }, ["pay_1"]],
    ["data.paymentId", { data: { paymentId: "pay_1" } }, ["pay_1"]],
    ["payment.id", { payment: { id: "pay_1" } }, ["pay_1"]],
    ["payment_id", { payment_id: "pay_1" }, ["pay_1"]],
    ["paymentId", { paymentId: "pay_1" }, ["pay_1"]],
    ["a top-level id", { id: "pay_1" }, ["pay_1"]],
    ["a number", { data: { id: 42 } }, ["42"]],
    ["zero", { data: { id: 0 } }, ["0"]],
    ["the greatest number held exactly", { payment_id: Number.MAX_SAFE_INTEGER }, ["9007199254740991"]],
    ["255 characters", { payment_id: "x".repeat(255) }, ["x".repeat(255)]],
    ["other scripts", { payment_id: "плата-支払" }, ["плата-支払"]],
    ["the same id in several places", { id: "pay_1", data: { id: "pay_1", payment_id: "pay_1" } }, ["pay_1"]],
  ])("finds the payment by %s", (_, body, ids) => {
    expect(read(body).paymentIds).toEqual(ids)
  })

  it("names every place's payment, most telling first, a top-level id last", () => {
    const body = {
      id: "h",
      paymentId: "g",
      payment_id: "f",
      payment: { id: "e" },
      data: { paymentId: "d", payment_id: "c", id: "b", payment: { id: "a" } },
    }
    expect(read(body).paymentIds).toEqual(["a", "b", "c", "d", "e", "f", "g", "h"])
  })

  it.each<[string, unknown]>([
    ["an empty string", ""],
    ["256 characters", "x".repeat(256)],
    ["a huge text", "x".repeat(1_000_000)],
    ["a NUL byte, which no database text holds", "pay_\0_1"],
    ["a number beyond exactness", 2 ** 53],
    ["a fraction", 1.5],
    ["true", true],
    ["null", null],
    ["an array", ["pay_1"]],
    ["an object", { id: "pay_1" }],
  ])("takes no payment id from %s", (_, id) => {
    for (const body of [{ id }, { payment_id: id }, { data: { id } }, { data: { payment: { id } } }]) {
      // An object at `data.id` is not an id; one at `payment` would be read.
      expect(read(body).paymentIds).toEqual([])
    }
  })

  it.each<[string, unknown, string | null]>([
    ["type", { type: "payment.completed" }, "payment.completed"],
    ["event", { event: "payment.completed" }, "payment.completed"],
    ["kind", { kind: "payment.completed" }, "payment.completed"],
    ["type before event and kind", { kind: "c", event: "b", type: "a" }, "a"],
    ["event before kind", { kind: "c", event: "b" }, "b"],
    ["event where type is no text", { type: { name: "a" }, event: "b" }, "b"],
    ["kind where event is empty", { event: "", kind: "c" }, "c"],
    ["nothing", {}, null],
    ["an unknown word, as it is", { type: "Payment.Half-Cleared" }, "Payment.Half-Cleared"],
    ["a kind too long to store", { type: "x".repeat(256) }, null],
    ["a kind within data, which is another thing", { data: { type: "payment.completed" } }, null],
  ])("takes the kind from %s", (_, body, kind) => {
    expect(read(body).kind).toBe(kind)
  })

  it.each<[string, unknown, string | null]>([
    ["event_id", { event_id: "evt_1", payment_id: "pay_1" }, "evt_1"],
    ["eventId", { eventId: "evt_1" }, "evt_1"],
    ["event_id before all else", { id: "x", eventId: "b", event_id: "a", data: { id: "pay_1" } }, "a"],
    ["a top-level id where data names the payment", { id: "evt_1", data: { id: "pay_1" } }, "evt_1"],
    ["a number at the top", { id: 7, data: { id: "pay_1" } }, "7"],
    ["no id where the only one may be the payment's", { id: "pay_1" }, null],
    ["no id where the top-level one is the payment's", { id: "pay_1", data: { payment: { id: "pay_1" } } }, null],
    ["no id where there is none", { data: { id: "pay_1" } }, null],
  ])("takes the event's own id from %s", (_, body, eventId) => {
    expect(read(body).eventId).toBe(eventId)
  })

  it.each<[unknown, string | null, number | null]>([
    [{ data: { payment: { status: "completed", confirmations: 3 } } }, "completed", 3],
    [{ data: { status: "completed", confirmations: 0 } }, "completed", 0],
    [{ payment: { status: "completed", confirmations: 12 } }, "completed", 12],
    [{ status: "completed", confirmations: 1 }, "completed", 1],
    [{ status: "outer", data: { status: "inner" } }, "inner", null],
    [{ confirmations: -1 }, null, null],
    [{ confirmations: "3" }, null, null],
    [{ confirmations: 1.5 }, null, null],
    [{ confirmations: 1e300 }, null, null],
    [{ status: ["completed"] }, null, null],
  ])("takes status word and confirmations beside the payment from %j", (body, statusWord, confirmations) => {
    expect(read(body)).toMatchObject({ statusWord, confirmations })
  })

  it.each<[string, string | Buffer, string]>([
    ["nothing", "", "event_not_json"],
    ["blank", "  ", "event_not_json"],
    ["text", "payment.completed", "event_not_json"],
    ["a form", "type=payment.completed&id=pay_1", "event_not_json"],
    ["JSON cut short", '{"id":"pay_1"', "event_not_json"],
    ["JSON with a tail", '{"id":"pay_1"}x', "event_not_json"],
    ["a raw NUL byte", '{"id":"pay\0"}', "event_not_json"],
    ["NaN", '{"id":NaN}', "event_not_json"],
    ["UTF-16", Buffer.from('{"id":"pay_1"}', "utf16le"), "event_not_json"],
    ["an array", '[{"id":"pay_1"}]', "event_not_an_object"],
    ["a string", '"pay_1"', "event_not_an_object"],
    ["a number", "1", "event_not_an_object"],
    ["true", "true", "event_not_an_object"],
    ["null", "null", "event_not_an_object"],
    ["60 000 nested arrays", "[".repeat(30_000) + "]".repeat(30_000), "event_not_an_object"],
  ])("refuses %s", (_, raw, problem) => {
    expect(parseEvent(Buffer.from(raw))).toEqual({ ok: false, problem })
  })

  it("passes over a byte order mark", () => {
    expect(read(Buffer.from('\uFEFF{"payment_id":"pay_1"}')).paymentIds).toEqual(["pay_1"])
  })

  it("leaves a mark alone that is not at the beginning", () => {
    expect(read({ payment_id: "pay\uFEFF_1" }).paymentIds).toEqual(["pay\uFEFF_1"])
  })

  it("lets bytes that are no UTF-8 spoil only the field that has them", () => {
    const raw = Buffer.concat([
      Buffer.from('{"note":"'),
      Buffer.from([0xff, 0xfe, 0xc0]),
      Buffer.from('","payment_id":"pay_1"}'),
    ])
    expect(read(raw).paymentIds).toEqual(["pay_1"])
  })

  it.each([
    '{"__proto__":{"payment_id":"pay_1","type":"payment.completed","id":"pay_1"}}',
    '{"constructor":{"prototype":{"payment_id":"pay_1"}}}',
    '{"data":{"__proto__":{"id":"pay_1"}}}',
    '{"data":{"payment":{"__proto__":{"id":"pay_1"}}}}',
    '{"prototype":{"id":"pay_1"},"toString":"x","hasOwnProperty":1}',
  ])("takes nothing from what only looks like a prototype: %s", (raw) => {
    expect(read(raw)).toEqual(NOTHING)
    expect(({} as Record<string, unknown>).payment_id).toBeUndefined()
  })

  it.each(["__proto__", "constructor", "toString"])("takes a payment named %s as any other text", (id) => {
    expect(read({ payment_id: id }).paymentIds).toEqual([id])
  })

  it("understands nothing in an empty object, and is not troubled by it", () => {
    expect(read({})).toEqual(NOTHING)
    expect(read({ data: null, payment: "pay_1", type: null })).toEqual(NOTHING)
    expect(read({ data: [{ id: "pay_1" }] })).toEqual(NOTHING)
  })
})

describe("paymentIdsNamed", () => {
  it.each<[string, unknown, string[]]>([
    ["the payment alone", { type: "payment.completed", data: { payment: { id: "pay_1" } } }, ["pay_1"]],
    ["the payment, and not the event", { id: "evt_1", data: { payment: { id: "pay_1" } } }, ["pay_1"]],
    ["a top-level id, which may be the payment's", { id: "pay_1", type: "payment.completed" }, ["pay_1"]],
    ["a top-level id beside the event's own", { event_id: "evt_1", id: "a", data: { id: "pay_1" } }, ["pay_1", "a"]],
    [
      "all that there are, the most telling first",
      { data: { id: "b", payment: { id: "a" } }, paymentId: 3 },
      ["a", "b", "3"],
    ],
    ["an id that the event has as well", { event_id: "pay_1", data: { id: "pay_1" } }, ["pay_1"]],
    ["none", { type: "payment.completed" }, []],
    ["none of what is no JSON", "no JSON at all", []],
    ["none of what is no object", "[1]", []],
  ])("names %s", (_, body, ids) => {
    expect(paymentIdsNamed(bytes(body).toString())).toEqual(ids)
  })
})

describe("eventDigest", () => {
  const completed = { id: "evt_1", type: "payment.completed", data: { id: "pay_1", status: "completed" } }

  it("is 64 lowercase hex digits", () => {
    expect(digest(completed)).toMatch(/^[0-9a-f]{64}$/)
    expect(digest({})).toMatch(/^[0-9a-f]{64}$/)
  })

  it.each<[string, unknown, unknown]>([
    ["the same bytes", { data: { id: "pay_1" } }, { data: { id: "pay_1" } }],
    ["one event id with a new delivery time", { ...completed, sent_at: 1 }, { ...completed, sent_at: 2 }],
    [
      "one event id with its fields in another order",
      completed,
      { data: completed.data, type: completed.type, id: "evt_1" },
    ],
    ["one event id written with blanks", JSON.stringify(completed), JSON.stringify(completed, null, 2)],
  ])("is equal for %s", (_, a, b) => {
    expect(digest(a)).toBe(digest(b))
  })

  it.each<[string, unknown, unknown]>([
    ["two event ids", completed, { ...completed, id: "evt_2" }],
    ["two payments under one event id", completed, { ...completed, data: { id: "pay_2", status: "completed" } }],
    ["two kinds under one event id", completed, { ...completed, type: "payment.failed" }],
    ["two status words under one event id", completed, { ...completed, data: { id: "pay_1", status: "seen" } }],
    ["other bytes where there is no event id", { data: { id: "pay_1" } }, { data: { id: "pay_1" }, at: 1 }],
    ["fields that run together", { event_id: "a", type: "bc" }, { event_id: "ab", type: "c" }],
    ["quotes that try to run together", { event_id: 'a","b', type: "c" }, { event_id: "a", type: 'b","c' }],
  ])("differs for %s", (_, a, b) => {
    expect(digest(a)).not.toBe(digest(b))
  })

  it("stays what it is from one version to the next, since stored ones are compared with it", () => {
    const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")
    expect(digest({ event_id: "evt_1" })).toBe(sha256('id\0["evt_1","","",""]'))
    expect(digest({ ...completed, type: "a" })).toBe(sha256('id\0["evt_1","a","pay_1","completed"]'))
    expect(digest({ id: "pay_1" })).toBe(sha256('body\0{"id":"pay_1"}'))
  })

  it("of an event without an id cannot be hit by an event that chooses its id", () => {
    const raw = bytes({ data: { id: "pay_1" } })
    const chosen = { ...read(raw), eventId: raw.toString() }
    expect(eventDigest(raw, chosen)).not.toBe(eventDigest(raw, read(raw)))
  })
})
