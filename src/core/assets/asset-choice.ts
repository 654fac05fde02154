import { ASSET_FACTS, type Asset, EVM_CHAINS, type EvmChain, isAsset } from "./registry"

/** An asset with the chain to ask the service for; `chain` is null if the service infers it. */
export type AssetChoice = { asset: Asset; chain: EvmChain | null }

/** The choice that a payment was requested with. */
export const choiceOf = (payment: { asset: string; asked_chain: string | null }): AssetChoice => ({
  asset: payment.asset as Asset,
  chain: EVM_CHAINS.find((chain) => chain === payment.asked_chain) ?? null,
})

type AssetProblem = "unknown_asset" | "chain_required" | "unknown_chain"

/**
 * Reads what a shopper chose, in any case. A wrong chain for a coin is refused and not ignored: a storefront that says
 * "BTC on polygon" has a bug that could cost a shopper money.
 */
export function parseAssetChoice(input: {
  asset?: unknown
  chain?: unknown
}): { ok: true; choice: AssetChoice } | { ok: false; problem: AssetProblem } {
  const asset = typeof input.asset === "string" ? input.asset.toUpperCase() : input.asset
  if (!isAsset(asset)) return { ok: false, problem: "unknown_asset" }
  const { chains, ownChain } = ASSET_FACTS[asset]
  const given = typeof input.chain === "string" ? input.chain.toLowerCase() : (input.chain ?? "")
  if (given === "" && chains.length > 0) return { ok: false, problem: "chain_required" }
  if (given === "" || given === ownChain) return { ok: true, choice: { asset, chain: null } }
  const chain = chains.find((name) => name === given)
  return chain ? { ok: true, choice: { asset, chain } } : { ok: false, problem: "unknown_chain" }
}
