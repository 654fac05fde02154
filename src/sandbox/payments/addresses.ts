import { sha256 } from "@noble/hashes/sha2.js"
import { keccak_256 } from "@noble/hashes/sha3.js"
import { bech32, createBase58check } from "@scure/base"

const base58check = createBase58check(sha256)

/** A segwit address of version 0 (BIP-173). @param program witness program; 20 bytes make a P2WPKH address */
export const segwitAddress = (prefix: string, program: Uint8Array): string =>
  bech32.encode(prefix, [0, ...bech32.toWords(program)])

/** A pay-to-public-key-hash address. @param version first byte, which decides the first letter */
export const base58CheckAddress = (version: number, hash: Uint8Array): string =>
  base58check.encode(Uint8Array.of(version, ...hash))

/** An account address with the mixed-case checksum of EIP-55. @param account 20 bytes */
export function evmAddress(account: Uint8Array): string {
  const hex = Buffer.from(account).toString("hex")
  const hash = Buffer.from(keccak_256(hex)).toString("hex")
  const letters = [...hex].map((letter, place) => (hash.charAt(place) >= "8" ? letter.toUpperCase() : letter))
  return `0x${letters.join("")}`
}
