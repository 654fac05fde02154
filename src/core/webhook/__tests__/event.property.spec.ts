import * as fc from "fast-check"
import { anyText, holds } from "../../__tests__/properties"
import { MAX_CONFIRMATIONS, parseEvent, type ServiceEvent } from "../event"

const PROBLEMS = ["event_not_json", "event_not_an_object"]
/** Every name that the parser reads, at any depth. */
const MEANT = ["type", "event", "kind", "id", "data", "payment", "payment_id", "paymentId", "status", "confirmations"]
const OWN_ID = ["event_id", "eventId"]

const id = anyText(40, 1).filter((text) => !text.includes("\0") && Buffer.from(text).toString() === text)
const word = fc.constantFrom("payment.completed", "payment.failed", "completed", "seen", "")
const anything = fc.jsonValue({ maxDepth: 3 })
const meantName = fc.constantFrom(...MEANT, ...OWN_ID)
/** Bodies that use these names for anything: ids, words, numbers, lists, objects. */
const likely: fc.Arbitrary<Record<string, unknown>> = fc.dictionary(
  meantName,
  fc.oneof(
    { depthSize: "small" },
    id,
    word,
    anything,
    fc.integer(),
    fc.dictionary(meantName, fc.oneof(id, word, anything, fc.dictionary(meantName, fc.oneof(id, anything)))),
  ),
  { maxKeys: 6 },
)

const bytes = (body: unknown): Buffer => Buffer.from(JSON.stringify(body))
const read = (raw: Buffer): ServiceEvent => {
  const parsed = parseEvent(raw)
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.event
}
const storable = (text: string): boolean => text.length > 0 && text.length <= 255 && !text.includes("\0")

describe("a webhook body", () => {
  it("is read, or refused with a known code, for any bytes", () => {
    const json = fc.oneof(likely, anything).map((value) => bytes(value))
    const spoiled = fc.tuple(json, fc.nat(), fc.nat({ max: 255 })).map(([raw, at, byte]) => {
      raw.writeUInt8(byte, at % raw.length)
      return raw
    })
    const garbage = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((one) => Buffer.from(one)),
      anyText(100).map((one) => Buffer.from(one)),
    )
    holds(
      fc.property(fc.oneof(garbage, spoiled, json), (raw) => {
        const parsed = parseEvent(raw)
        if (!parsed.ok) expect(PROBLEMS).toContain(parsed.problem)
      }),
      200,
    )
  })

  it("gives only values that the database can store", () => {
    holds(
      fc.property(likely, (body) => {
        const { kind, paymentIds, eventId, statusWord, confirmations } = read(bytes(body))
        for (const text of paymentIds) expect(storable(text)).toBe(true)
        for (const text of [kind, eventId, statusWord]) expect(text === null || storable(text)).toBe(true)
        expect(new Set(paymentIds).size).toBe(paymentIds.length)
        if (confirmations !== null) {
          expect(Number.isInteger(confirmations)).toBe(true)
          expect(confirmations).toBeGreaterThanOrEqual(0)
          expect(confirmations).toBeLessThanOrEqual(MAX_CONFIRMATIONS)
        }
      }),
    )
  })
})
