import { createHash } from "node:crypto"

/** No 0, O, I or l: they are too easily taken for one another. */
const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

const sha256 = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest()

function base58(bytes: Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString("hex") || "0"}`)
  let text = ""
  while (rest > 0n) {
    text = ALPHABET.charAt(Number(rest % 58n)) + text
    rest /= 58n
  }
  // A number forgets its leading zero bytes, the encoding keeps each as a "1".
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return "1".repeat(zeros === -1 ? bytes.length : zeros) + text
}

/**
 * A pay-to-public-key-hash address (https://en.bitcoin.it/wiki/Base58Check_encoding).
 *
 * @param version first byte, which sets the first letter: 113 is Dogecoin's test network ("n"), 140 is Dash's ("y")
 * @param hash 20 bytes
 */
export function base58CheckAddress(version: number, hash: Uint8Array): string {
  const payload = Buffer.concat([Buffer.from([version]), hash])
  return base58(Buffer.concat([payload, sha256(sha256(payload)).subarray(0, 4)]))
}
