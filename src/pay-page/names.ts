import type { Asset } from "../core/assets/registry"

/** What a chain is called by people. One that is not known here is called as the service calls it. */
const NETWORKS: Record<string, string> = {
  bitcoin: "Bitcoin",
  litecoin: "Litecoin",
  dogecoin: "Dogecoin",
  dash: "Dash",
  base: "Base",
  polygon: "Polygon",
}

export const networkName = (chain: string): string => NETWORKS[chain.trim().toLowerCase()] ?? chain

const COINS: Partial<Record<Asset, string>> = { BTC: "Bitcoin", LTC: "Litecoin", DOGE: "Dogecoin", DASH: "Dash" }

/** A coin by the name people have for it; a token by its code, since its name does not tell its network. */
export const assetName = (asset: string): string => COINS[asset as Asset] ?? asset
