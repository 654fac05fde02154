import { keccak256 } from "./keccak256"

/**
 * An account address with the mixed-case checksum of EIP-55 (https://eips.ethereum.org/EIPS/eip-55):
 * a letter is a capital where the hash of the small-letter address has a nibble of 8 or more.
 *
 * @param account 20 bytes
 */
export function evmAddress(account: Uint8Array): string {
  const hex = Buffer.from(account).toString("hex")
  const hash = keccak256(Buffer.from(hex, "ascii")).toString("hex")
  const letters = [...hex].map((letter, place) =>
    Number.parseInt(hash.charAt(place), 16) >= 8 ? letter.toUpperCase() : letter,
  )
  return `0x${letters.join("")}`
}
