import type { Discount, ShopperOption } from "../payment/shopper-answer"
import { ASSET_FACTS, ASSETS, type Asset, EVM_CHAINS, type EvmChain, isAsset } from "./registry"

/** One way to pay that a store offers, and whether it is available now. */
export type OfferedAsset = ShopperOption & AssetChoice

/** What a store accepts: an asset on all of its networks ("USDC"), or on one of them ("USDC:base"). */
export type AssetName = Asset | `${Asset}:${EvmChain}`

type OfferingConnection = {
  id: string
  assets: readonly AssetName[]
  testMode: boolean
  /** No request is sent to the service before this time. */
  throttledUntil: Date | null
  /** When the service last refused the keys or reported the store disabled, if it still does. */
  refusedAt: Date | null
  /** The ISO 8601 time until which an asset is unavailable, keyed by `assetKeyOf`. */
  unavailableUntil: Readonly<Record<string, unknown>>
  discount?: Discount | null
}

export const assetKeyOf = ({ asset, chain }: AssetChoice): string => (chain ? `${asset}:${chain}` : asset)

const choicesOf = (asset: Asset): AssetChoice[] => {
  const { chains } = ASSET_FACTS[asset]
  return chains.length === 0 ? [{ asset, chain: null }] : chains.map((chain) => ({ asset, chain }))
}

const CHOICES = ASSETS.flatMap(choicesOf)

/** What an admin ticks: each asset on each of its networks. ASSET_NAMES adds the short names. */
export const ASSET_KEYS = CHOICES.map(assetKeyOf) as AssetName[]
export const ASSET_NAMES: readonly AssetName[] = [...new Set([...ASSETS, ...ASSET_KEYS])]

/** Expands names to every asset on every network that they stand for, in the registry's order. */
export const choicesIn = (names: readonly AssetName[]): AssetChoice[] =>
  CHOICES.filter((choice) => names.some((name) => name === choice.asset || name === assetKeyOf(choice)))

/** The fewest names for the same choices: an asset that is accepted on all of its networks needs only one. */
export function shortest(names: readonly AssetName[]): AssetName[] {
  const taken = choicesIn(names)
  return ASSETS.flatMap((asset) => {
    const own = taken.filter((choice) => choice.asset === asset)
    return own.length === choicesOf(asset).length ? [asset] : (own.map(assetKeyOf) as AssetName[])
  })
}

/** How Medusa's ids of our payment providers begin; the connection's id follows. */
const OUR_PROVIDERS = "pp_crypto_"

export const providerIdOf = (connectionId: string): string => `${OUR_PROVIDERS}${connectionId}`

export const isCrypto = (providerId: string): boolean => providerId.startsWith(OUR_PROVIDERS)

/** The connection of a provider of ours; null for another provider. */
export const connectionOfProvider = (providerId: string): string | null =>
  isCrypto(providerId) ? providerId.slice(OUR_PROVIDERS.length) : null

/** How long nothing is offered after a refusal. Then a shopper may try: no lookup shows that the store is enabled. */
const REFUSED_MS = 60_000

/** Every asset and chain that a connection offers, in the registry's order. Unavailable ones are marked. */
export function offeredBy(connection: OfferingConnection, now: Date): OfferedAsset[] {
  const { id, assets, testMode, throttledUntil, refusedAt, unavailableUntil, discount = null } = connection
  const allOutUntil = Math.max(throttledUntil?.getTime() ?? 0, refusedAt ? refusedAt.getTime() + REFUSED_MS : 0)
  return choicesIn(assets).map(({ asset, chain }): OfferedAsset => {
    const until = Math.max(allOutUntil, timeOf(unavailableUntil[assetKeyOf({ asset, chain })]))
    return {
      connection_id: id,
      provider_id: providerIdOf(id),
      asset,
      chain,
      available: until <= now.getTime(),
      available_again_at: until > now.getTime() ? new Date(until).toISOString() : null,
      test_mode: testMode,
      discount,
    }
  })
}

/** Unix milliseconds; 0 if it is not a date. */
const timeOf = (moment: unknown): number => (typeof moment === "string" && Date.parse(moment)) || 0

/** An asset with the chain to ask the service for; `chain` is null if the service infers it. */
export type AssetChoice = { asset: Asset; chain: EvmChain | null }

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
