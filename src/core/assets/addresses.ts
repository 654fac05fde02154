import { sha256 } from "@noble/hashes/sha2.js"
import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { bech32, bech32m, createBase58check } from "@scure/base"
import { ASSET_FACTS, chainDetails, EVM_CHAINS, evmFacts, isAsset } from "./registry"

/** @param chain as the service named it; ignored for a coin, which has only one chain */
export type OnNetwork = { asset: string; chain: string; testMode: boolean }

const detailsOf = ({ asset, chain }: OnNetwork) =>
  chainDetails((isAsset(asset) && ASSET_FACTS[asset].ownChain) || chain)

/**
 * Whether an address belongs to the asset's network, main or test, and has a valid checksum: Base58Check, BIP-173 or
 * BIP-350, or EIP-55. EVM addresses in one case have no checksum and are accepted.
 */
export function isAddress(on: OnNetwork, address: string): boolean {
  const details = detailsOf(on)
  if (details === undefined) return false
  if ("evm" in details) return isEvmAddress(address)
  const { versions, segwit } = details.prefixes[on.testMode ? "test" : "main"]
  return (segwit !== undefined && isSegwitAddress(segwit, address)) || isBase58Address(versions, address)
}

const ZERO_ADDRESS = `0x${"0".repeat(40)}`

const contracts = EVM_CHAINS.flatMap((chain) => Object.values(evmFacts(chain).contracts).flatMap(Object.values<string>))

/** In lower case. Nobody has their keys. */
const NO_WALLETS: ReadonlySet<string> = new Set([ZERO_ADDRESS, ...contracts].map((one) => one.toLowerCase()))

/**
 * Why money must not be sent to an address; undefined if it may. Nobody has the key of the zero address or of a token's
 * contract, on any chain.
 */
export function addressProblem(on: OnNetwork, address: string): "address_invalid" | "address_not_a_wallet" | undefined {
  if (!isAddress(on, address)) return "address_invalid"
  return NO_WALLETS.has(address.toLowerCase()) ? "address_not_a_wallet" : undefined
}

/**
 * Whether a Litecoin address has Litecoin's former form of script addresses, which is Bitcoin's. A person who enters one most
 * likely means a Bitcoin wallet, and every Litecoin wallet knows the new form.
 */
export const looksLikeBitcoin = ({ asset }: Pick<OnNetwork, "asset">, address: string): boolean =>
  asset === "LTC" && isBase58Address([5, 196], address)

const base58check = createBase58check(sha256)

function isBase58Address(versions: readonly number[], address: string): boolean {
  try {
    const bytes = base58check.decode(address)
    return bytes.length === 21 && versions.includes(bytes[0] as number)
  } catch {
    return false
  }
}

/** Version 0 uses the BIP-173 checksum and programs of 20 or 32 bytes; later versions use the BIP-350 checksum. */
function isSegwitAddress(prefixes: readonly string[], address: string): boolean {
  const first = bech32.decodeUnsafe(address)
  const decoded = first ?? bech32m.decodeUnsafe(address)
  if (!decoded || !prefixes.includes(decoded.prefix)) return false
  const version = decoded.words[0] as number
  const length = bech32.fromWordsUnsafe(decoded.words.slice(1))?.length ?? 0
  if (first) return version === 0 && (length === 20 || length === 32)
  return version >= 1 && version <= 16 && length >= 2 && length <= 40
}

function isEvmAddress(address: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return false
  const hex = address.slice(2)
  return hex === hex.toLowerCase() || hex === hex.toUpperCase() || hex === withChecksum(hex.toLowerCase())
}

/** EIP-55: a letter is upper case if the hash digit at the same position is 8 or more. */
function withChecksum(hex: string): string {
  const hash = bytesToHex(keccak_256(new TextEncoder().encode(hex)))
  return [...hex].map((letter, place) => (hash.charAt(place) >= "8" ? letter.toUpperCase() : letter)).join("")
}

/** A transaction id as 64 lowercase hexadecimal digits, on EVM chains after `0x`; undefined if it is not one. */
export function canonicalTransactionId(on: OnNetwork, id: string): string | undefined {
  const details = detailsOf(on)
  const hash = id.toLowerCase().replace(/^0x/, "")
  if (details === undefined || !/^[0-9a-f]{64}$/.test(hash)) return undefined
  return "evm" in details ? `0x${hash}` : hash
}
