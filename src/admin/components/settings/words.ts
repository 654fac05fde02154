import type { ConnectionView } from "../../../api/admin/crypto-payments/contract"

export type Asset = ConnectionView["known_assets"][number]

/** Names of assets are names: they are not translated. */
export const ASSET_NAMES: Record<Asset, string> = {
  BTC: "Bitcoin",
  LTC: "Litecoin",
  DOGE: "Dogecoin",
  DASH: "Dash",
  USDC: "USD Coin",
  USDT: "Tether",
}

/** "…a1b2" as it comes from the server, without the dots. */
export const bare = (lastFour: string | null): string => (lastFour ?? "").replace(/^…/, "")

export const masked = (lastFour: string | null): string => `•••• ${bare(lastFour)}`.trim()
