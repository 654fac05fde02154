import { gzipSync } from "node:zlib"
import * as fc from "fast-check"
import { mac, sign } from "../../support/events"

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
const body: fc.Arbitrary<(n: number) => Buffer> = fc.tuple(text, size).map(([textOf, bytes]) => (n) => {
  const written = Buffer.from(textOf(n))
  return Buffer.concat([written, Buffer.alloc(Math.max(0, bytes - written.length), " ")])
})

const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((drawn) => Buffer.from(drawn))

/** A change of the bytes. */
const spoil: fc.Arbitrary<(body: Buffer) => Buffer> = fc.oneof(
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

type FuzzedRequest = {
  /** The bytes to send, in pieces. */
  pieces: Buffer[]
  /** The body if the request carries its valid signature; null if storing it would be a fault. */
  vouched: Buffer | null
  method: string
  /** True if the request says correctly where it ends, so that the server must answer and can keep the connection. */
  whole: boolean
}

type Header = [name: string, value: string]

const ROOT = "/hooks/crypto-payments"
export const ROUTE = `${ROOT}/default`
const PATHS = [
  ...["/", "?a=1", "?connection=x&connection[]=y", "#x", "%00", "%20", "/more", ";x=1"].map((end) => ROUTE + end),
  ...["/%64efault", "/elsewhere", "/__proto__", "/constructor", "/..%2f..%2fadmin", "/", "/a\\b", "/\xe9"].map(
    (end) => ROOT + end,
  ),
  ...["/%E0%A4%A", "/%", "/%FF", "/%F0%9F%92%B8", `/${"d".repeat(6_000)}`].map((end) => ROOT + end),
  ...["/hooks/%/default", "/hooks//crypto-payments//default", "/HOOKS/Crypto-Payments/DEFAULT"],
  `http://elsewhere.example${ROUTE}`,
]
/** Methods besides POST, some of them invalid. CONNECT is left out, because its answers have another form. */
const METHODS = "GET PUT PATCH DELETE OPTIONS HEAD PROPFIND TRACE post".split(" ").concat("PO ST", "X".repeat(40))
const TYPES = [
  ...["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "multipart/form-data"],
  ...["application/json; charset=utf-16", "application/json; charset=nonsense", "*/*", "", "\xff", "a".repeat(500)],
]
const ENCODINGS = ["gzip", "deflate", "br", "identity", "gzip, gzip", "nonsense", ""]
const ODD_HEADERS = [
  ...["Expect: 100-continue", "Expect: a miracle", "Upgrade: websocket", "Origin: null", "Authorization: Bearer ."],
  ...["X-Forwarded-For: a, b, 1.2.3.4:x", "X-Forwarded-Proto: \xff", "Cookie: connect.sid=s%3A%", "Via: "],
  ...["Range: bytes=9-1", "If-None-Match: *", "X-Http-Method: GET", "Content-MD5: x", "Accept: image/*"],
  ...["Host: elsewhere.example", "Content-Language: %", "Forwarded: for=;;;"],
  ...[9_000, 20_000].map((length) => `X-Junk: ${"j".repeat(length)}`),
].map((line) => line.split(": ") as Header)

/** `rare` once in `many` times. */
const once = <T>(many: number, rare: fc.Arbitrary<T>, usual: T): fc.Arbitrary<T> =>
  fc.oneof({ weight: 1, arbitrary: rare }, { weight: many - 1, arbitrary: fc.constant(usual) })

/** What a signature is made of: the signed bytes, and the right value for them. */
type Signing = { original: Buffer; right: string; hex: string; secret: string; now: number }

/** A change of the signature to values of the header, which may be sent several times. */
const forged: fc.Arbitrary<(signing: Signing) => string[]> = fc.oneof(
  fc.constantFrom<((signing: Signing) => string[])[]>(
    () => [],
    () => [""],
    ({ now, hex }) => [`t=${now},v1=${hex.toUpperCase()}`],
    ({ now, hex }) => [`t=${now},v0=${hex},v2=${hex}`],
    ({ now, hex }) => [`t=${now},t=${now + 1},v1=${hex}`],
    ({ now }) => [`t=${now}`, `v1=${"0".repeat(64)}`],
    ({ hex }) => [`v1=${hex}`],
    ({ now, hex }) => [`t=${now},v1=${Buffer.from(hex, "hex").toString("base64")}`],
    ({ hex }) => [`sha256=${hex}`],
    ({ now, hex }) => [`t=${now}.0,v1=${hex}`],
    ({ original, secret, now }) => [sign(original, `${secret} `, now)],
    ({ original, secret, now }) => [sign(original, secret.toUpperCase(), now)],
  ),
  // One character is replaced, or one byte inserted.
  fc.tuple(fc.nat(), fc.integer({ min: 33, max: 255 })).map(([place, code]) => ({ right }: Signing) => {
    const at = place % right.length
    return [right.slice(0, at) + String.fromCharCode(code) + right.slice(code < 127 ? at + 1 : at)]
  }),
  fc.nat().map((place) => ({ right }: Signing) => [right.slice(0, place % right.length)]),
  fc.nat({ max: 63 }).map((length) => ({ now, hex }: Signing) => [`t=${now},v1=${hex.slice(0, length)}`]),
  fc.constantFrom("", " ", "whsec_forged").map((secret) => (to: Signing) => [sign(to.original, secret, to.now)]),
  // Far too old or too new, with the right secret or with the signature of another time.
  fc
    .tuple(fc.boolean(), fc.constantFrom(-1, 1), fc.nat({ max: 12 }))
    .map(([isSigned, way, power]) => ({ original, secret, now, hex }: Signing) => {
      const then = now + way * (400 + 10 ** power)
      return [isSigned ? sign(original, secret, then) : `t=${then},v1=${hex}`]
    }),
  fc
    .constantFrom("", "now", "1e9", "-1", "0x10", "9".repeat(400), "NaN", "Infinity")
    .map((time) => ({ hex }: Signing) => [`t=${time},v1=${hex}`]),
  fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: 150 }).map((macs) => ({ now }: Signing) => [
    [`t=${now}`, ...macs.map((one) => `v1=${Buffer.from(one).toString("hex")}`)].join(","),
  ]),
  fc.nat({ max: 3_000 }).map((length) => () => [",".repeat(length)]),
  fc.uint8Array({ maxLength: 100 }).map((bytes) => () => [
    Buffer.from(bytes)
      .toString("latin1")
      .replace(/[^\t\x20-\x7e\x80-\xff]/g, "?"),
  ]),
)

/** Says where the body ends: correctly by Content-Length or chunks, or wrongly. */
type Frame = (body: Buffer) => { headers: Header[]; pieces: Buffer[]; whole: boolean }

const halves = (body: Buffer, place: number): Buffer[] => {
  const middle = place % (body.length + 1)
  return [body.subarray(0, middle), body.subarray(middle)]
}

const chunked: fc.Arbitrary<Frame> = fc
  .record({ place: fc.nat(), more: fc.constantFrom("", ";name=value", ';name="quo ted"'), hasTrailer: fc.boolean() })
  .map(({ place, more, hasTrailer }) => (body) => {
    const chunks = halves(body, place).filter(({ length }) => length > 0)
    const pieces = chunks.map((chunk) =>
      Buffer.concat([Buffer.from(`${chunk.length.toString(16)}${more}\r\n`), chunk, Buffer.from("\r\n")]),
    )
    const end = Buffer.from(hasTrailer ? "0\r\nTrailer: x\r\n\r\n" : "0\r\n\r\n")
    return { headers: [["Transfer-Encoding", "chunked"]], pieces: [...pieces, end], whole: true }
  })

const wrong: fc.Arbitrary<Frame> = fc
  .oneof(
    fc
      .integer({ min: -20, max: 1_000 })
      .map((by) => (length: number) => [`Content-Length: ${Math.max(0, length + (by < 0 ? by : by + 1))}`]),
    fc.constantFrom("-1", "1e3", "0x10", "9".repeat(30), "a", " ").map((told) => () => [`Content-Length: ${told}`]),
    fc.constantFrom("chunked", "gzip, chunked", "identity", "x").map((how) => () => [`Transfer-Encoding: ${how}`]),
    fc.constant((length: number) => ["Transfer-Encoding: chunked", `Content-Length: ${length}`]),
    fc.constant(() => ["Content-Length: 1", "Content-Length: 2"]),
    fc.constant(() => []),
  )
  .map((told) => (body) => {
    return { headers: told(body.length).map((line) => line.split(": ") as Header), pieces: [body], whole: false }
  })

/** In one piece, or in two. */
const sized: fc.Arbitrary<Frame> = once<number | null>(10, fc.nat(), null).map((place) => (body) => {
  const pieces = place === null ? [body] : halves(body, place)
  return { headers: [["Content-Length", String(body.length)]], pieces, whole: true }
})

/** A request of the service with one or more changes. */
const drawn = fc.record({
  body,
  change: once<((given: Buffer) => Buffer) | null>(3, spoil, null),
  // A third of the changed bodies is signed after the change, so that odd bodies pass the signature check too.
  isSignedLast: fc.constantFrom(true, false, false),
  isZipped: once(60, fc.constant(true), false),
  signature: once(
    25,
    fc.constant(({ right }: Signing) => [right]),
    null,
  ).chain((own) => (own ? fc.constant(own) : forged)),
  method: once(20, fc.constantFrom(...METHODS), "POST"),
  path: once(8, fc.constantFrom(...PATHS), ROUTE),
  type: once(6, fc.constantFrom(...TYPES), "application/json"),
  encoding: once<string | null>(30, fc.constantFrom(...ENCODINGS), null),
  odd: once<Header[]>(
    12,
    fc.constantFrom(...ODD_HEADERS).map((one) => [one]),
    [],
  ),
  frame: fc.oneof({ weight: 3, arbitrary: chunked }, { weight: 1, arbitrary: wrong }, { weight: 36, arbitrary: sized }),
})

/** The n-th request, which is the same for the same seed. */
export function makeRequest(seed: number, n: number, secret: string, now: number): FuzzedRequest {
  const [request] = fc.sample(drawn, { seed: seed + n, numRuns: 1 })
  if (!request) throw new Error("nothing was drawn")
  const { isZipped, change, method, path, type, encoding, odd } = request
  const text = request.body(n)
  const written = isZipped ? gzipSync(text) : text
  const sent = change ? change(written) : written
  const original = request.isSignedLast ? sent : written
  const right = sign(original, secret, now)
  const hex = right.slice(right.indexOf("v1=") + 3)
  const signatures = request.signature({ original, right, hex, secret, now })
  const all = signatures.join(",")
  const { headers: ends, pieces, whole } = request.frame(sent)
  const headers: Header[] = [
    ["Host", "localhost"],
    ["Content-Type", type],
    ...signatures.map((value): Header => ["Service-Signature", value]),
    ...(isZipped || encoding !== null ? [["Content-Encoding", encoding ?? "gzip"] as Header] : []),
    ...odd,
    ...ends,
  ]
  const lines = [`${method} ${path} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`), "", ""]
  // A value with the right time and MAC may be accepted, even if the rest was changed.
  const vouched = all.includes(mac(sent, secret, now)) && all.includes(String(now)) ? sent : null
  return { pieces: [Buffer.from(lines.join("\r\n"), "latin1"), ...pieces], vouched, method, whole }
}
