/**
 * A decimal string as a whole number of 10^-places.
 * Digits beyond `places` are refused, not rounded: the tables this reads are ours.
 */
export function toUnits(text: string, places: number): bigint {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text)
  const fraction = match?.[2] ?? ""
  if (!match || fraction.length > places) throw new RangeError(`not a decimal of at most ${places} places: ${text}`)
  return BigInt(`${match[1]}${fraction.padEnd(places, "0")}`)
}

/** The exact decimal of a whole number of 10^-places, without trailing zeros: 100000 at 8 places is "0.001". */
export function fromUnits(units: bigint, places: number): string {
  const digits = units.toString().padStart(places + 1, "0")
  const whole = digits.slice(0, digits.length - places)
  const fraction = digits.slice(digits.length - places).replace(/0+$/, "")
  return fraction === "" ? whole : `${whole}.${fraction}`
}

/** Division of whole numbers, rounded up. */
export const divideUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor
