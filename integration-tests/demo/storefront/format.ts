import type { CryptoPaymentOption } from "../../../src/storefront"

/** Formats an amount of Medusa's, in major units, in the shopper's language. */
export const money = (amount: number | null | undefined, currency: string): string =>
  new Intl.NumberFormat(navigator.languages, { style: "currency", currency }).format(amount ?? 0)

/** "5%" or "$2.50". */
export const discount = ({ percentage, amount }: NonNullable<CryptoPaymentOption["discount"]>): string =>
  amount ? money(Number(amount.display), amount.currency) : `${percentage}%`

const NETWORKS: Record<string, string> = { base: "Base", polygon: "Polygon" }
const COINS: Record<string, string> = { BTC: "Bitcoin", LTC: "Litecoin", DOGE: "Dogecoin", DASH: "Dash" }

/** "Bitcoin", or "USDC on Base". The chain is null if the asset has only one. */
export const assetName = (asset: string, chain: string | null): string =>
  COINS[asset] ?? (chain ? `${asset} on ${NETWORKS[chain] ?? chain}` : asset)
