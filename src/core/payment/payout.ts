import type { OnNetwork } from "../assets/addresses"
import { ASSET_FACTS, evmChainOf, isAsset } from "../assets/registry"
import { cryptoAmount, type FiatAmount, toDecimal } from "../money/units"

/** A payment's quote: `minor` units of its currency for `base` units of its asset, both as integers in text. */
type PaymentRate = { minor: string; base: string }

/** Converts an amount in minor units to base units at the payment's rate, rounded down. */
export const sentAtRate = (minor: bigint, rate: PaymentRate): bigint =>
  BigInt(rate.minor) === 0n ? 0n : (minor * BigInt(rate.base)) / BigInt(rate.minor)

type Paid = { amount_minor: string; pay_amount_base: string; asset: string; decimals: number }

/** An amount in the payment's currency as an amount of its asset at its rate, rounded down. */
export const cryptoToSendBack = ({ amount_minor, pay_amount_base, asset, decimals }: Paid, { minor }: FiatAmount) =>
  cryptoAmount(String(sentAtRate(BigInt(minor), { minor: amount_minor, base: pay_amount_base })), asset, decimals)

/** Whether the base units sent differ by more than 5 % from the amount at the payment's rate. Calculated exactly. */
export function isFarFromRate(minor: bigint, sentBase: bigint, rate: PaymentRate): boolean {
  const expected = minor * BigInt(rate.base)
  const difference = sentBase * BigInt(rate.minor) - expected
  return (difference < 0n ? -difference : difference) * 20n > expected
}

export const isFarAboveOverpaid = (minor: bigint, overpaidMinor: bigint): boolean => minor * 20n > overpaidMinor * 21n

const RATE_PLACES = 8

/** The price of one whole unit of the asset, rounded half up to eight places. `exponents`: their decimal places. */
export function payoutRate({ minor, base }: PaymentRate, exponents: { minor: number; base: number }): string {
  const price = BigInt(minor) * 10n ** BigInt(exponents.base + RATE_PLACES)
  const divisor = BigInt(base) * 10n ** BigInt(exponents.minor)
  return toDecimal((price + divisor / 2n) / divisor, RATE_PLACES).replace(/\.?0+$/, "")
}

/** How long a link works that asks a shopper for an address, in milliseconds. */
export const PAYOUT_LINK_MS = 30 * 24 * 3_600_000

/** `open`: an address can be entered; `entered`: the first entry stands; `ended`: the link leads nowhere. */
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
