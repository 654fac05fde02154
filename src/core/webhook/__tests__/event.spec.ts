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
  ...{ kind: null, handled: null, paymentIds: [], eventId: null, statusWord: null, confirmations: null },
}

describe("parseEvent", () => {
  it.each([
    [{ type: "event", event: "payment.completed" }, "payment.completed"],
    [{ type: "payment.failed" }, null],
    [{ type: "Payment.Completed" }, null],
    [{}, null],
  ])("finds a completion, also behind a general kind, and handles no other kind: %j", (body, handled) => {
    expect(read({ ...body, data: { id: "pay_1" } }).handled).toBe(handled)
  })

  it.each<[string, unknown, string[]]>([
    ["data.object.id", { type: "payment.completed", data: { object: { id: "pay_1" } } }, ["pay_1"]],
    ["data.object.id before data.id", { data: { id: "pay_2", object: { id: "pay_1" } } }, ["pay_1"]],
    ["data.payment as text", { data: { payment: "pay_1" } }, ["pay_1"]],
    ["payment as text, not the event's id", { id: "pay_2", payment: "pay_1" }, ["pay_1"]],
    ["data.payment.payment_id", { id: "evt_1", data: { payment: { payment_id: "pay_1" } } }, ["pay_1"]],
    ["data.payment_id, not a transfer's id", { data: { id: "pay_2", payment_id: "pay_1" } }, ["pay_1"]],
    ["payment.paymentId", { id: "evt_1", payment: { paymentId: "pay_1" } }, ["pay_1"]],
    ["payment.id before payment.payment_id", { payment: { id: "pay_1", payment_id: "other" } }, ["pay_1"]],
    ["no id in an object that is a word", { data: { object: "payment", id: "pay_1" } }, ["pay_1"]],
    ["data.object.payment as text", { data: { object: { id: "evt_1", payment: "pay_1" } } }, ["pay_1"]],
    ["nothing that is only the kind of object", { data: { object: "payment" } }, []],
    ["a number", { data: { id: 42 } }, ["42"]],
    ["zero", { data: { id: 0 } }, ["0"]],
    ["the greatest safe integer", { payment_id: Number.MAX_SAFE_INTEGER }, ["9007199254740991"]],
    ["a text of 255 characters", { payment_id: "x".repeat(255) }, ["x".repeat(255)]],
    ["the name of a prototype", { payment_id: "__proto__" }, ["__proto__"]],
    ["a text with a byte order mark", { payment_id: "pay_\uFEFF1" }, ["pay_\uFEFF1"]],
    ["a text in other scripts", { payment_id: "плата-支払" }, ["плата-支払"]],
    ["several places with the same id", { id: "pay_1", data: { id: "pay_1", payment_id: "pay_1" } }, ["pay_1"]],
  ])("reads the payment id from %s", (_, body, ids) => expect(read(body).paymentIds).toEqual(ids))

  it("lists the ids of all places that name a payment, the most specific first", () => {
    const data = { paymentId: "c", payment_id: "b", id: "x", payment: { id: "a" } }
    const body = { id: "y", paymentId: "f", payment_id: "e", payment: { id: "d" }, data }
    expect(read(body).paymentIds).toEqual(["a", "b", "c", "d", "e", "f"])
  })

  it.each<[string, unknown]>([
    ["an empty string", ""],
    ["a text of 256 characters", "x".repeat(256)],
    ["a text of a million characters", "x".repeat(1_000_000)],
    ["a text with a NUL byte, which PostgreSQL cannot store", "pay_\0_1"],
    ["a number that is not a safe integer", 2 ** 53],
    ["a fraction", 1.5],
    ["true", true],
    ["null", null],
    ["an array", ["pay_1"]],
    ["an object", { id: "pay_1" }],
  ])("takes no id, kind or status word from %s", (_, id) => {
    for (const body of [{ id }, { payment_id: id }, { data: { id } }, { data: { payment: { id } } }]) {
      // An object at `data.id` is not an id; one at `payment` would be read.
      expect(read(body).paymentIds).toEqual([])
    }
    expect(read({ type: id, event_id: id, status: id })).toEqual(NOTHING)
  })

  it.each<[string, unknown, string | null]>([
    ["type before event and kind", { kind: "c", event: "b", type: "a" }, "a"],
    ["event before kind", { kind: "c", event: "b" }, "b"],
    ["event if type is not a text", { type: { name: "a" }, event: "b" }, "b"],
    ["kind if event is empty", { event: "", kind: "c" }, "c"],
    ["nothing", {}, null],
    ["an unknown word, unchanged", { type: "Payment.Half-Cleared" }, "Payment.Half-Cleared"],
    ["no field that is too long to store", { type: "x".repeat(256) }, null],
    ["no field inside data", { data: { type: "payment.completed" } }, null],
  ])("takes the kind from %s", (_, body, kind) => expect(read(body).kind).toBe(kind))

  it.each<[string, unknown, string | null]>([
    ["event_id", { event_id: "evt_1", payment_id: "pay_1" }, "evt_1"],
    ["eventId", { eventId: "evt_1" }, "evt_1"],
    ["event_id before all other fields", { id: "x", eventId: "b", event_id: "a", data: { id: "pay_1" } }, "a"],
    ["a top-level id if data names the payment", { id: "evt_1", data: { id: "pay_1" } }, "evt_1"],
    ["a top-level number if data names the payment", { id: 7, data: { id: "pay_1" } }, "7"],
    ["no field if the only id may be the payment's", { id: "pay_1" }, null],
    ["no field if the top-level id is the payment's", { id: "pay_1", data: { payment: { id: "pay_1" } } }, null],
    ["no field if there is no event id", { data: { id: "pay_1" } }, null],
  ])("takes the event's own id from %s", (_, body, eventId) => expect(read(body).eventId).toBe(eventId))

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
    // The greatest integer that the database can hold.
    [{ confirmations: 5_000_000_000 }, null, 2_147_483_647],
    [{ status: ["completed"] }, null, null],
  ])("reads the status word and the confirmations from %j", (body, statusWord, confirmations) => {
    expect(read(body)).toMatchObject({ statusWord, confirmations })
  })

  it.each<[string, string | Buffer, string]>([
    ["nothing", "", "event_not_json"],
    ["plain text", "payment.completed", "event_not_json"],
    ["incomplete JSON", '{"id":"pay_1"', "event_not_json"],
    ["UTF-16", Buffer.from('{"id":"pay_1"}', "utf16le"), "event_not_json"],
    ["an array", '[{"id":"pay_1"}]', "event_not_an_object"],
    ["a string", '"pay_1"', "event_not_an_object"],
    ["a number", "1", "event_not_an_object"],
    ["true", "true", "event_not_an_object"],
    ["null", "null", "event_not_an_object"],
    ["60 000 nested arrays", "[".repeat(30_000) + "]".repeat(30_000), "event_not_an_object"],
  ])("refuses %s", (_, raw, problem) => expect(parseEvent(Buffer.from(raw))).toEqual({ ok: false, problem }))

  it("ignores a byte order mark only at the beginning, and invalid UTF-8 in another field", () => {
    expect(read(Buffer.from('\uFEFF{"payment_id":"pay\uFEFF_1"}')).paymentIds).toEqual(["pay\uFEFF_1"])
    const raw = Buffer.from('{"note":"\u00ff\u00fe\u00c0","payment_id":"pay_1"}', "latin1")
    expect(read(raw).paymentIds).toEqual(["pay_1"])
  })

  it.each([
    '{"__proto__":{"payment_id":"pay_1","type":"payment.completed","id":"pay_1"}}',
    '{"constructor":{"prototype":{"payment_id":"pay_1"}}}',
    '{"data":{"__proto__":{"id":"pay_1"}}}',
    '{"payment":{"__proto__":{"id":"pay_1"}}}',
    '{"data":{"payment":{"__proto__":{"id":"pay_1"}}}}',
    '{"prototype":{"id":"pay_1"},"toString":"x","hasOwnProperty":1}',
    "{}",
    '{"data":null,"payment":["pay_1"],"type":null}',
    '{"data":[{"id":"pay_1"}]}',
  ])("reads nothing from fields that look like a prototype or have another type: %s", (raw) => {
    expect(read(raw)).toEqual(NOTHING)
    expect(({} as Record<string, unknown>).payment_id).toBeUndefined()
  })
})

it.each<[string, unknown, string[]]>([
  ["only the payment's id", { type: "payment.completed", data: { payment: { id: "pay_1" } } }, ["pay_1"]],
  ["the payment's id, but not the event's id", { id: "evt_1", data: { payment: { id: "pay_1" } } }, ["pay_1"]],
  ["a top-level id, which may be the payment's", { id: "pay_1", type: "payment.completed" }, ["pay_1"]],
  ["no top-level id beside another", { event_id: "evt_1", id: "a", data: { id: "pay_1" } }, ["pay_1"]],
  ["an id that is also the event's id", { event_id: "pay_1", data: { id: "pay_1" } }, ["pay_1"]],
  ["no id if there is none", { type: "payment.completed" }, []],
  ["no id from text that is not JSON", "no JSON at all", []],
  ["no id from JSON that is not an object", "[1]", []],
])("paymentIdsNamed returns %s", (_, body, ids) => expect(paymentIdsNamed(bytes(body).toString())).toEqual(ids))

describe("eventDigest", () => {
  const completed = { id: "evt_1", type: "payment.completed", data: { id: "pay_1", status: "completed" } }
  const general = { ...completed, type: "event" }

  it.each<[string, unknown, unknown]>([
    ["the same bytes", { data: { id: "pay_1" } }, { data: { id: "pay_1" } }],
    ["one event id with a new delivery time", { ...completed, sent_at: 1 }, { ...completed, sent_at: 2 }],
    ["fields in another order", completed, { data: completed.data, type: completed.type, id: "evt_1" }],
    ["one event id in JSON with additional spaces", JSON.stringify(completed), JSON.stringify(completed, null, 2)],
  ])("is equal for %s", (_, a, b) => expect(digest(a)).toBe(digest(b)))

  it.each<[string, unknown, unknown]>([
    ["two event ids", completed, { ...completed, id: "evt_2" }],
    ["two payments under one event id", completed, { ...completed, data: { id: "pay_2", status: "completed" } }],
    ["two kinds under one event id", completed, { ...completed, type: "payment.failed" }],
    ["two kinds behind a general one", { ...general, event: "payment.updated" }, { ...general, event: completed.type }],
    ["two status words under one event id", completed, { ...completed, data: { id: "pay_1", status: "seen" } }],
    ["other bytes if there is no event id", { data: { id: "pay_1" } }, { data: { id: "pay_1" }, at: 1 }],
    ["neighboring fields that join to the same text", { event_id: "a", type: "bc" }, { event_id: "ab", type: "c" }],
    ["quotes that imitate the border of fields", { event_id: 'a","b', type: "c" }, { event_id: "a", type: 'b","c' }],
  ])("differs for %s", (_, a, b) => expect(digest(a)).not.toBe(digest(b)))

  it("differs for an event that everybody could have signed", () => {
    const raw = bytes(completed)
    expect(eventDigest(raw, read(raw), true)).not.toBe(eventDigest(raw, read(raw)))
  })

  it("keeps its exact format, because stored digests are compared with it", () => {
    const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")
    expect(digest({ event_id: "evt_1" })).toBe(sha256('id\0["evt_1","","",""]'))
    expect(digest({ ...completed, type: "a" })).toBe(sha256('id\0["evt_1","a","pay_1","completed"]'))
    expect(digest({ id: "pay_1" })).toBe(sha256('body\0{"id":"pay_1"}'))
  })

  it("differs between an event without an id and an event that has the same body and uses it as its id", () => {
    const raw = bytes({ data: { id: "pay_1" } })
    expect(eventDigest(raw, { ...read(raw), eventId: raw.toString() })).not.toBe(eventDigest(raw, read(raw)))
  })
})
