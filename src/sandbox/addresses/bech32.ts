/**
 * Segwit version 0 addresses by BIP-173 (https://github.com/bitcoin/bips/blob/master/bip-0173.mediawiki).
 * Encoding only: the sandbox hands addresses out and never has to read one.
 */
const CHARSET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"

/** Coefficients of the checksum's generator, one for each bit of the five that a step shifts out. */
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const

const CHECKSUM_LENGTH = 6
const WITNESS_VERSION = 0

function polymod(values: readonly number[]): number {
  let checksum = 1
  for (const value of values) {
    const top = checksum >>> 25
    checksum = ((checksum & 0x1ffffff) << 5) ^ value
    GENERATOR.forEach((coefficient, bit) => {
      if ((top >>> bit) & 1) checksum ^= coefficient
    })
  }
  return checksum
}

/** The human-readable part as the checksum sees it: the high bits, a zero, the low bits. */
function expand(prefix: string): number[] {
  const codes = [...prefix].map((letter) => letter.charCodeAt(0))
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)]
}

/** Regroups bytes into five-bit words, the last one padded with zeros. */
export function toWords(bytes: Uint8Array): number[] {
  const words: number[] = []
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      words.push((held >> bits) & 31)
    }
    held &= (1 << bits) - 1
  }
  if (bits > 0) words.push((held << (5 - bits)) & 31)
  return words
}

/**
 * A version 0 segwit address.
 *
 * @param prefix human-readable part in small letters: `tb` for Bitcoin's test network, `tltc` for Litecoin's
 * @param program the witness program; 20 bytes make a P2WPKH address
 */
export function segwitAddress(prefix: string, program: Uint8Array): string {
  const data = [WITNESS_VERSION, ...toWords(program)]
  const checksum = polymod([...expand(prefix), ...data, ...new Array<number>(CHECKSUM_LENGTH).fill(0)]) ^ 1
  const tail = Array.from({ length: CHECKSUM_LENGTH }, (_, place) => (checksum >>> (5 * (5 - place))) & 31)
  return `${prefix}1${[...data, ...tail].map((word) => CHARSET.charAt(word)).join("")}`
}
