import type { Asset, EvmChain } from "../core/assets/registry"
import { base58CheckAddress, evmAddress, segwitAddress } from "./payments/addresses"

/** What only the sandbox needs to know of an asset, one entry each. The registry holds the rest. */
type TestAsset = {
  /** US dollars for one whole unit: made up, near the prices of 2025, and fixed so that tests can rely on them. */
  usd: string
  /** An address of the asset's test network. @param hash 20 bytes */
  address: (hash: Uint8Array) => string
  /** A token's contracts on the test networks. */
  contracts?: Readonly<Record<EvmChain, string>>
}

/** Prefixes and version bytes come from `chainparams.cpp` of each coin, test network. */
export const TEST_ASSETS: Readonly<Record<Asset, TestAsset>> = {
  BTC: { usd: "60000", address: (hash) => segwitAddress("tb", hash) },
  LTC: { usd: "80", address: (hash) => segwitAddress("tltc", hash) },
  DOGE: { usd: "0.12", address: (hash) => base58CheckAddress(113, hash) },
  DASH: { usd: "30", address: (hash) => base58CheckAddress(140, hash) },
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
    // Tether has no contract on a test network; nobody can take these placeholders for real ones.
    contracts: {
      base: "0x1111111111111111111111111111111111111111",
      polygon: "0x2222222222222222222222222222222222222222",
    },
  },
}
