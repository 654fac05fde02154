import { sha256 } from "@noble/hashes/sha2.js"
import { keccak_256 } from "@noble/hashes/sha3.js"
import { bech32, createBase58check } from "@scure/base"
import type { Asset, EvmChain } from "../core/assets/registry"

/** What only the sandbox needs to know about an asset, one entry each. The registry has the rest. */
type TestAsset = {
  /** US dollars for one whole unit: invented, near the prices of 2025, and fixed so that tests can rely on them. */
  usd: string
  /** An address that nobody has the key of. @param hash 20 bytes @param live of the main network, for live keys */
  address: (hash: Uint8Array, live: boolean) => string
  /** A token's contracts on the test networks. */
  contracts?: Readonly<Record<EvmChain, string>>
}

/** Prefixes and version bytes come from `chainparams.cpp` of each coin. */
export const TEST_ASSETS: Readonly<Record<Asset, TestAsset>> = {
  BTC: { usd: "60000", address: (hash, live) => segwitAddress(live ? "bc" : "tb", hash) },
  LTC: { usd: "80", address: (hash, live) => segwitAddress(live ? "ltc" : "tltc", hash) },
  DOGE: { usd: "0.12", address: (hash, live) => base58CheckAddress(live ? 30 : 113, hash) },
  DASH: { usd: "30", address: (hash, live) => base58CheckAddress(live ? 76 : 140, hash) },
  USDC: {
    usd: "1",
    address: evmAddress,
    // developers.circle.com, "USDC contract addresses".
    contracts: {
      base: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
      polygon: "0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582",
    },
  },
  USDT: {
    usd: "1",
    address: evmAddress,
    // Tether has no contract on a test network. Nobody can mistake these placeholders for real ones.
    contracts: {
      base: "0x1111111111111111111111111111111111111111",
      polygon: "0x2222222222222222222222222222222222222222",
    },
  },
}

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
