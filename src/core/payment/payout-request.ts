import type { OnNetwork } from "../assets/addresses"
import { ASSET_FACTS, evmChainOf, isAsset } from "../assets/registry"

/** How long a link works that asks a shopper for an address, in milliseconds. */
export const PAYOUT_LINK_MS = 30 * 24 * 3_600_000

/** `open`: an address can be entered. `entered`: the first entry stands. `ended`: the link leads nowhere. */
export type PayoutRequestState = "open" | "entered" | "ended"

/** @param isDue whether money of the payment still goes back */
export function payoutRequestState(
  { link_ends_at, address }: { link_ends_at: Date; address: string | null },
  isDue: boolean,
  now: Date,
): PayoutRequestState {
  if (!isDue) return "ended"
  if (address !== null) return "entered"
  return link_ends_at > now ? "open" : "ended"
}

/** The networks on which an asset can go back, the payment's own first: a coin has one, a token several. */
export function networksBack({ asset, chain, testMode }: OnNetwork): readonly string[] {
  const { chains, ownChain } = isAsset(asset) ? ASSET_FACTS[asset] : { chains: [], ownChain: undefined }
  if (chains.length === 0) return [ownChain ?? chain]
  return [...new Set([evmChainOf(chain, testMode) ?? [], ...chains].flat())]
}
