import { ASSET_FACTS, type Asset, chainIds, type EvmChain } from "../../core/assets/registry"
import { fromUnits } from "../money/decimal"

/**
 * Token contracts on the test networks. USDC's are Circle's (developers.circle.com, "USDC contract addresses").
 * Tether has none on a test network: USDT's are placeholders that nobody could take for real ones.
 */
export const TEST_TOKENS: Record<"USDC" | "USDT", Record<EvmChain, string>> = {
  USDC: {
    base: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
    polygon: "0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582",
  },
  USDT: {
    base: "0x1111111111111111111111111111111111111111",
    polygon: "0x2222222222222222222222222222222222222222",
  },
}

/** A token transfer by ERC-681: contract, chain id, then payee and smallest units as arguments. */
export const tokenUri = (token: "USDC" | "USDT", chain: EvmChain, address: string, base: bigint): string =>
  `ethereum:${TEST_TOKENS[token][chain]}@${chainIds(chain).testnet}/transfer?address=${address}&uint256=${base}`

/** A coin transfer by BIP-21, and by the same form under Litecoin's, Dogecoin's and Dash's names. */
export function coinUri(asset: Exclude<Asset, "USDC" | "USDT">, address: string, base: bigint): string {
  const { uriScheme, decimals } = ASSET_FACTS[asset]
  return `${uriScheme}:${address}?amount=${fromUnits(base, decimals)}`
}
