import { mac, sign } from "../../support/events"
import type { Dice } from "./dice"

/** The values of the header, which may be sent several times, and whether one of them signs these bytes. */
export type Signature = { values: string[]; vouches: boolean }

/**
 * A signature for a body: sometimes the right one, usually a changed one.
 * @param original the signed bytes: the body itself, or the body before it was changed
 */
export function makeSignature(dice: Dice, body: Buffer, original: Buffer, secret: string, now: number): Signature {
  const right = sign(original, secret, now)
  const rightMac = mac(body, secret, now)
  const values = dice.oneIn(25) ? [right] : spoilSignature(dice, right, original, secret, now)
  const all = values.join(",")
  // A value with the right time and MAC may be accepted, even if the rest was changed.
  return { values, vouches: all.includes(rightMac) && all.includes(String(now)) }
}

function spoilSignature(dice: Dice, right: string, body: Buffer, secret: string, now: number): string[] {
  const at = dice.below(right.length)
  const skew = dice.pick([-1, 1]) * (400 + dice.below(10 ** dice.below(12)))
  const hex = right.slice(right.indexOf("v1=") + 3)
  const choices: readonly (() => string[])[] = [
    () => [],
    () => [""],
    () => [right.slice(0, at) + String.fromCharCode(33 + dice.below(94)) + right.slice(at + 1)],
    () => [right.slice(0, at)],
    () => [right.slice(0, at) + String.fromCharCode(128 + dice.below(128)) + right.slice(at)],
    () => [sign(body, dice.pick(["", " ", "whsec_forged", `${secret} `, secret.toUpperCase()]), now)],
    // Signed with the right secret, but far too old or too new.
    () => [sign(body, secret, now + skew)],
    () => [`t=${now + skew},v1=${hex}`],
    () => [
      `t=${dice.pick(["", "now", "1e9", "-1", "0x10", "9".repeat(400), "NaN", "Infinity", `${now}.0`])},v1=${hex}`,
    ],
    () => [`t=${now},v1=${hex.toUpperCase()}`],
    () => [`t=${now},v1=${hex.slice(0, dice.below(64))}`],
    () => [`t=${now},v0=${hex},v2=${hex}`],
    () => [`t=${now}${`,v1=${dice.bytes(32).toString("hex")}`.repeat(dice.below(dice.oneIn(10) ? 150 : 6))}`],
    () => [",".repeat(dice.below(3000))],
    () => [`t=${now},t=${now + 1},v1=${hex}`],
    () => [`t=${now}`, `v1=${"0".repeat(64)}`],
    () => [`v1=${hex}`],
    () => [`t=${now},v1=${Buffer.from(hex, "hex").toString("base64")}`],
    () => [
      dice
        .bytes(dice.below(100))
        .toString("latin1")
        .replace(/[^\t\x20-\x7e\x80-\xff]/g, "?"),
    ],
    () => [`sha256=${hex}`],
  ]
  return dice.pick(choices)()
}
