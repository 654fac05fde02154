import * as fc from "fast-check"

/** Nested `depth` times. */
const deep = (most: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom<[string, string]>(["[", "]"], ['{"data":', "}"]), fc.integer({ min: 1, max: most }))
    .map(([[open, close], depth]) => `${open.repeat(depth)}1${close.repeat(depth)}`)

/** JSON texts that `fc.json` does not draw. */
const ODD_TEXTS = ["\\u0000", "pay\\u0000ment.completed", "\\ud800", "\\udfff\\ud800", "\\u202Egnp.", "a".repeat(3000)]
const ODD_VALUES = [
  ...["1e999", "-1e999", "-0", "9".repeat(400), "0.1e-400", "9007199254740993", '{"toString":1}', '{"length":-1}'],
  ...['{"__proto__":{"id":"x"}}', '{"then":1}', '"constructor"', '"ﬃ"', '"payment.completed "', '"../../etc"'],
]

/** JSON that no service would send as a field. */
const odd = fc.oneof(
  { weight: 10, arbitrary: fc.json() },
  { weight: 10, arbitrary: fc.constantFrom(...ODD_VALUES, ...ODD_TEXTS.map((text) => `"${text}"`)) },
  { weight: 2, arbitrary: deep(50) },
  { weight: 1, arbitrary: deep(7_000) },
)

/** A signed `payment.completed` is processed; any other kind is only stored. */
const kind = fc.constantFrom("payment.noticed", "payment.noticed", "payment.refunded", "payment.completed")

type Shape = (n: number, kind: string, one: string, other: string) => string

const SHAPES: Shape[] = [
  (_, kind, one, other) => `{"id":${one},"type":"${kind}","data":${other}}`,
  (n, _, one, other) => `{"id":"evt_${n}","type":${one},"event":${other},"kind":${one}}`,
  (_, kind, one, other) =>
    `{"type":"${kind}","data":{"payment":{"id":${one},"status":${other},"confirmations":${one}}}}`,
  (n, kind, one, other) => `{"type":"${kind}","type":${one},"id":"evt_${n}","id":${other},"data":1,"data":${one}}`,
  (_, kind, one, other) => `{${JSON.stringify(one)}:${other},"type":"${kind}","payment_id":${one}}`,
]
const NO_OBJECTS = ["", "[1]", '"text"', "null", "0", "{", "\ufeff{}", "NaN", "{'type':1}", '{"type":}', "\0", "{}{}"]

const text: fc.Arbitrary<(n: number) => string> = fc.oneof(
  {
    weight: 4,
    arbitrary: kind.map(
      (type) => (n: number) =>
        JSON.stringify({ id: `evt_${n}`, type, data: { payment: { id: `pay_${n}`, status: "completed" } } }),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constantFrom(...SHAPES), kind, odd, odd).map(
      ([shape, ...parts]) =>
        (n: number) =>
          shape(n, ...parts),
    ),
  },
  { weight: 2, arbitrary: fc.oneof(deep(200), fc.constantFrom(...NO_OBJECTS)).map((same) => () => same) },
)

/** Bytes of some bodies: at the limit of 64 kB, and far above it. */
const size = fc.oneof(
  { weight: 199, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.constantFrom(65_535, 65_536, 65_537, 70_000, 150_000) },
)

/** A body as a service sends it, or odd JSON that no service would send. */
export const body: fc.Arbitrary<(n: number) => Buffer> = fc.tuple(text, size).map(([textOf, bytes]) => (n) => {
  const written = Buffer.from(textOf(n))
  return Buffer.concat([written, Buffer.alloc(Math.max(0, bytes - written.length), " ")])
})

const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((drawn) => Buffer.from(drawn))

/** A change of the bytes. */
export const spoil: fc.Arbitrary<(body: Buffer) => Buffer> = fc.oneof(
  fc.array(fc.tuple(fc.nat(), fc.nat({ max: 7 })), { minLength: 1, maxLength: 4 }).map((flips) => (body: Buffer) => {
    const flipped = Buffer.from(body)
    for (const [place, bit] of body.length > 0 ? flips : []) {
      flipped[place % body.length] = (flipped[place % body.length] as number) ^ (1 << bit)
    }
    return flipped
  }),
  fc.nat().map((place) => (body: Buffer) => body.subarray(0, place % (body.length + 1))),
  fc.constant((body: Buffer) => Buffer.concat([body, body])),
  fc.tuple(fc.nat(), bytes(20)).map(([place, more]) => (body: Buffer) => {
    const at = place % (body.length + 1)
    return Buffer.concat([body.subarray(0, at), more, body.subarray(at)])
  }),
  fc.constantFrom(" ", "\n", "\0", "\r\n", "}").map((end) => (body: Buffer) => Buffer.concat([body, Buffer.from(end)])),
  bytes(200).map((other) => () => other),
  fc
    .constantFrom<BufferEncoding[]>("utf8", "utf16le", "base64")
    .map((encoding) => (body: Buffer) => Buffer.from(body.toString("latin1"), encoding)),
)
