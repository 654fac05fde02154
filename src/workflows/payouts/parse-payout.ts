import { addressProblem, canonicalTransactionId, type OnNetwork } from "../../core/assets/addresses"
import { parseAssetChoice } from "../../core/assets/choices"
import { ASSET_FACTS, type Asset } from "../../core/assets/registry"
import { currencyExponent, displayBaseUnits, type FiatAmount, minorToMajor, toBaseUnits } from "../../core/money/units"
import { isFarAboveOverpaid, isFarFromRate, sentAtRate } from "../../core/payment/payout"
import { type PayoutProblem, payoutRefused, type Result } from "../../core/text/admin-errors"
import type { PaymentRow, PayoutRow } from "../../modules/crypto-payments/stores/rows"

/**
 * An admin's entry of a payout. Amounts are plain decimals: `amount` in major units, `sent` in whole units of the
 * asset.
 */
export type PayoutInput = {
  amount: string
  sent: string
  asset?: string | undefined
  chain?: string | undefined
  address: string
  transaction_id: string
  note?: string | undefined
  /** The admin confirmed amounts that differ from the payment's rate, or from what the order was overpaid. */
  confirm_amount?: boolean | undefined
  /** The admin confirmed a payout of an order that was overpaid and no longer is. */
  confirm_not_overpaid?: boolean | undefined
}

type PaidWith = Pick<
  PaymentRow,
  "asset" | "chain" | "decimals" | "currency" | "test_mode" | "amount_minor" | "pay_amount_base"
>

export type Payout = Pick<
  PayoutRow,
  "amount_minor" | "currency" | "sent_base" | "asset" | "chain" | "address" | "transaction_id" | "note"
>

/**
 * Parses a payout: refuses an amount with more decimals than its currency or asset has, and, unless the admin confirmed
 * it, one that is far from the payment's rate or above what the order was overpaid. Names every wrong field.
 * @param isOwn whether this store showed the address to a shopper
 * @param rest what may still be sent back; null if the caller checks that
 * @param overpaid what the order was overpaid; null if the payment does not need attention because of it
 */
export function parsePayout(
  input: PayoutInput,
  payment: PaidWith,
  { isOwn, rest, overpaid }: { isOwn: boolean; rest: FiatAmount | null; overpaid: FiatAmount | null },
): Result<{ payout: Payout }> {
  const amount = minorOf(input.amount, payment.currency)
  const problems: PayoutProblem[] = amount ? [] : [{ code: "amount_invalid" }]
  if (amount && rest && amount > BigInt(rest.minor)) problems.push({ code: "payout_exceeds_rest" })
  else if (amount && overpaid && !input.confirm_amount) problems.push(...problemOfOverpaid(amount, overpaid))
  const sentIn = assetOf(input, payment)
  // Without an asset the network is unknown, so the other fields cannot be checked.
  if (!sentIn) return payoutRefused([...problems, { code: "asset_invalid" }])

  const { asset, chain } = sentIn
  const sent = toBaseUnits(input.sent.trim(), sentIn.decimals)
  if (!sent) problems.push({ code: "sent_invalid" })
  if (amount && sent && !input.confirm_amount) problems.push(...problemOfAmounts(amount, sent, asset, payment))
  const on = { asset, chain, testMode: payment.test_mode }
  const address = input.address.trim()
  problems.push(...problemOfAddress(on, address, isOwn))
  const transaction_id = canonicalTransactionId(on, input.transaction_id.trim())
  if (transaction_id === undefined) problems.push({ code: "transaction_id_invalid" })
  if (!amount || !sent || !transaction_id || problems.length > 0) return payoutRefused(problems)

  const money = { amount_minor: String(amount), currency: payment.currency, sent_base: String(sent), asset, chain }
  return { ok: true, payout: { ...money, address, transaction_id, note: input.note?.trim() || null } }
}

/** @returns a safe integer above zero, in minor units; undefined for any other text */
function minorOf(amount: string, currency: string): bigint | undefined {
  const exponent = currencyExponent(currency)
  const minor = exponent === undefined ? undefined : toBaseUnits(amount.trim(), exponent)
  return minor && minor <= BigInt(Number.MAX_SAFE_INTEGER) ? minor : undefined
}

/** What is wrong with the address of a payout; empty if nothing. */
export function problemOfAddress(on: OnNetwork, address: string, isOwn: boolean): PayoutProblem[] {
  const code = addressProblem(on, address) ?? (isOwn ? "address_own" : undefined)
  return code ? [{ code }] : []
}

function problemOfOverpaid(minor: bigint, overpaid: FiatAmount): PayoutProblem[] {
  if (!isFarAboveOverpaid(minor, BigInt(overpaid.minor))) return []
  return [{ code: "amount_above_overpaid", detail: `overpaid: ${minorToMajor(overpaid)} ${overpaid.currency}` }]
}

/** There is no rate for another asset than the payment's, so such an amount always needs a confirmation. */
function problemOfAmounts(minor: bigint, sent: bigint, asset: string, payment: PaidWith): PayoutProblem[] {
  if (asset !== payment.asset) return [{ code: "amount_differs" }]
  const rate = { minor: payment.amount_minor, base: payment.pay_amount_base }
  if (!isFarFromRate(minor, sent, rate)) return []
  const expected = displayBaseUnits(String(sentAtRate(minor, rate)), payment.decimals)
  return [{ code: "amount_differs", detail: `at the payment's rate: ${expected} ${asset}` }]
}

/** The asset and network of a payout, by default those of the payment; undefined if they are unknown. */
function assetOf(
  { asset, chain }: Pick<PayoutInput, "asset" | "chain">,
  payment: Pick<PaymentRow, "asset" | "chain" | "decimals">,
): { asset: string; chain: string; decimals: number } | undefined {
  const sameAsset = asset === undefined || asset.toUpperCase() === payment.asset
  const sameChain = chain === undefined || chain.toLowerCase() === payment.chain.toLowerCase()
  if (sameAsset && sameChain) return { asset: payment.asset, chain: payment.chain, decimals: payment.decimals }
  const parsed = parseAssetChoice({ asset: asset ?? payment.asset, chain })
  if (!parsed.ok) return undefined
  const facts = ASSET_FACTS[parsed.choice.asset as Asset]
  const named = parsed.choice.chain ?? facts.ownChain
  return named ? { asset: parsed.choice.asset, chain: named, decimals: facts.decimals } : undefined
}
