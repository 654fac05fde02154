import { createHash } from "node:crypto"
import type { Asset } from "../../core/assets/registry"
import { base58CheckAddress } from "./base58check"
import { segwitAddress } from "./bech32"
import { evmAddress } from "./evm-address"

/** First bytes of pay-to-public-key-hash addresses, from `chainparams.cpp` of Dogecoin and of Dash (test networks). */
const DOGECOIN_TESTNET_VERSION = 113
const DASH_TESTNET_VERSION = 140

/**
 * An address nobody holds the key of, in the form of the asset's test network with a right checksum:
 * wallets and validators take it, and two payments never share one.
 *
 * @param seed random for each run, so that an address tells nothing across runs
 */
export function receivingAddress(asset: Asset, paymentId: string, seed: string): string {
  const hash = createHash("sha256").update(`${seed}:${paymentId}`).digest().subarray(0, 20)
  switch (asset) {
    case "BTC":
      return segwitAddress("tb", hash)
    case "LTC":
      return segwitAddress("tltc", hash)
    case "DOGE":
      return base58CheckAddress(DOGECOIN_TESTNET_VERSION, hash)
    case "DASH":
      return base58CheckAddress(DASH_TESTNET_VERSION, hash)
    case "USDC":
    case "USDT":
      return evmAddress(hash)
  }
}
