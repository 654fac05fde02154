import type { Dice } from "./dice"

const ODD_TEXTS = [
  ...[
    "",
    " ",
    "\\u0000",
    "pay\\u0000ment.completed",
    "\\ud800",
    "\\udfff\\ud800",
    "\\u202Egnp.",
    "💸".repeat(40),
    "'; --",
  ],
  ...[
    "__proto__",
    "constructor",
    "%s%n",
    "$1",
    "../../etc",
    "ﬃ",
    "é",
    "a".repeat(3000),
    "\\\\u0000",
    "payment.completed ",
  ],
] as const
const ODD_VALUES = [
  ...[
    "1e999",
    "-1e999",
    "-0",
    "9".repeat(400),
    "0.1e-400",
    "9007199254740993",
    "true",
    "null",
    "[]",
    "{}",
    '[{"id":1}]',
  ],
  ...['{"toString":1}', '{"__proto__":{"id":"x"}}', '{"length":-1}', '{"then":1}'],
] as const
/** A signed `payment.completed` is processed; any other kind is only stored. */
const KINDS = ["payment.noticed", "payment.noticed", "payment.refunded", "payment.completed"] as const

const plain = (n: number, kind: string): string =>
  JSON.stringify({ id: `evt_${n}`, type: kind, data: { payment: { id: `pay_${n}`, status: "completed" } } })

/** A body as a service sends it, or odd JSON that no service would send. */
export function makeBody(dice: Dice, n: number): Buffer {
  const kind = dice.pick(KINDS)
  const odd = () => (dice.oneIn(2) ? `"${dice.pick(ODD_TEXTS)}"` : dice.pick(ODD_VALUES))
  const deep = (depth: number): string => {
    const [open, close] = dice.pick([
      ["[", "]"],
      ['{"data":', "}"],
    ] as const)
    return `${open.repeat(depth)}1${close.repeat(depth)}`
  }
  const shapes: readonly (() => string)[] = [
    ...Array.from({ length: 4 }, () => () => plain(n, kind)),
    () => `{"id":${odd()},"type":"${kind}","data":${odd()}}`,
    () => `{"id":"evt_${n}","type":${odd()},"event":${odd()},"kind":${odd()}}`,
    () => `{"type":"${kind}","data":{"payment":{"id":${odd()},"status":${odd()},"confirmations":${odd()}}}}`,
    () => `{"type":"${kind}","type":${odd()},"id":"evt_${n}","id":${odd()},"data":1,"data":${odd()}}`,
    () => `{"${dice.pick(ODD_TEXTS)}":${odd()},"type":"${kind}","payment_id":${odd()}}`,
    () => `{"type":"${kind}","data":${deep(1 + dice.below(dice.oneIn(10) ? 7_000 : 50))}}`,
    () => deep(1 + dice.below(200)),
    () =>
      dice.pick(["", "[1]", '"text"', "null", "0", "{", "\ufeff{}", "NaN", "{'type':1}", '{"type":}', "\0", "{}{}"]),
  ]
  const body = Buffer.from(dice.pick(shapes)())
  if (!dice.oneIn(200)) return body
  // Sizes at the limit of 64 kB and far above it.
  const bytes = dice.pick([65_535, 65_536, 65_537, 70_000, 150_000])
  return Buffer.concat([body, Buffer.alloc(Math.max(0, bytes - body.length), " ")])
}

/** Changes the bytes in some way. */
export function spoil(dice: Dice, body: Buffer): Buffer {
  const at = dice.below(body.length + 1)
  switch (dice.below(7)) {
    case 0: {
      const flipped = Buffer.from(body)
      for (let flips = dice.below(4); flips >= 0 && body.length > 0; flips--) {
        const place = dice.below(body.length)
        flipped[place] = (flipped[place] as number) ^ (1 << dice.below(8))
      }
      return flipped
    }
    case 1:
      return body.subarray(0, at)
    case 2:
      return Buffer.concat([body, body])
    case 3:
      return Buffer.concat([body.subarray(0, at), dice.bytes(1 + dice.below(20)), body.subarray(at)])
    case 4:
      return Buffer.concat([body, Buffer.from(dice.pick([" ", "\n", "\0", "\r\n", "}"]))])
    case 5:
      return dice.bytes(dice.below(200))
    default:
      return Buffer.from(body.toString("latin1"), dice.pick(["utf8", "utf16le", "base64"] as const))
  }
}
