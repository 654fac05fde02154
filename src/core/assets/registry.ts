/**
 * The six assets and the chains they settle on (Store API, "Payment-creation request body").
 * Decimals are those of the assets themselves: 8 for the Bitcoin family, 6 for USDC and USDT.
 */
export const ASSETS = ["BTC", "LTC", "DOGE", "DASH", "USDC", "USDT"] as const
export type Asset = (typeof ASSETS)[number]

/** Chains a shopper chooses between. The other assets have one chain each, which the service names. */
export const EVM_CHAINS = ["base", "polygon"] as const
export type EvmChain = (typeof EVM_CHAINS)[number]

export type AssetFacts = {
  /** Decimal places between one whole unit and the smallest unit. */
  decimals: number
  /** The chains that can be asked for; empty where the service infers the only one. */
  chains: readonly EvmChain[]
  /** The name of the only chain, for the assets that have one; it may be given and is not sent. */
  ownChain?: string
  /** Schemes a payment URI of this asset may have (BIP-21 and its kin; ERC-681 for the EVM chains). */
  uriSchemes: readonly string[]
}

export const ASSET_FACTS: Record<Asset, AssetFacts> = {
  BTC: { decimals: 8, chains: [], ownChain: "bitcoin", uriSchemes: ["bitcoin"] },
  LTC: { decimals: 8, chains: [], ownChain: "litecoin", uriSchemes: ["litecoin"] },
  DOGE: { decimals: 8, chains: [], ownChain: "dogecoin", uriSchemes: ["dogecoin"] },
  DASH: { decimals: 8, chains: [], ownChain: "dash", uriSchemes: ["dash"] },
  USDC: { decimals: 6, chains: EVM_CHAINS, uriSchemes: ["ethereum"] },
  USDT: { decimals: 6, chains: EVM_CHAINS, uriSchemes: ["ethereum"] },
}

/** EIP-155 chain ids, which an ERC-681 URI carries after `@`. */
export const CHAIN_IDS: Record<EvmChain, { mainnet: number; testnet: number }> = {
  base: { mainnet: 8453, testnet: 84532 },
  polygon: { mainnet: 137, testnet: 80002 },
}

/** An asset with the chain to ask the service for; `chain` is null where the service infers it. */
export type AssetChoice = { asset: Asset; chain: EvmChain | null }

/** The choice behind a payment, to ask for the same again. */
export const choiceOf = (payment: { asset: string; asked_chain: string | null }): AssetChoice => ({
  asset: payment.asset as Asset,
  chain: EVM_CHAINS.find((chain) => chain === payment.asked_chain) ?? null,
})

export type AssetProblem = "unknown_asset" | "chain_required" | "unknown_chain"

export const isAsset = (value: unknown): value is Asset => (ASSETS as readonly unknown[]).includes(value)

/**
 * Reads what a shopper chose. Names are taken as the Store API spells them: assets in capitals,
 * chains in small letters; other cases of the same letters are accepted.
 *
 * Another chain than its own is refused for an asset that has only one, rather than dropped: a storefront
 * that says "BTC on polygon" has a bug that would cost its shopper money one day.
 */
export function parseAssetChoice(input: {
  asset?: unknown
  chain?: unknown
}): { ok: true; choice: AssetChoice } | { ok: false; problem: AssetProblem } {
  const asset = typeof input.asset === "string" ? input.asset.toUpperCase() : input.asset
  if (!isAsset(asset)) return { ok: false, problem: "unknown_asset" }
  const { chains, ownChain } = ASSET_FACTS[asset]
  const given = input.chain === undefined || input.chain === "" ? null : input.chain
  if (given === null) {
    return chains.length === 0 ? { ok: true, choice: { asset, chain: null } } : { ok: false, problem: "chain_required" }
  }
  if (typeof given === "string" && given.toLowerCase() === ownChain) return { ok: true, choice: { asset, chain: null } }
  const chain = chains.find((name) => typeof given === "string" && name === given.toLowerCase())
  return chain ? { ok: true, choice: { asset, chain } } : { ok: false, problem: "unknown_chain" }
}
