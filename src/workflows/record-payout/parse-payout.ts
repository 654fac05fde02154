import { canonicalTransactionId, isAddress } from "../../core/assets/addresses"
import { ASSET_FACTS, type Asset, parseAssetChoice } from "../../core/assets/registry"
import { currencyExponent } from "../../core/money/currencies"
import { displayBaseUnits, toBaseUnits } from "../../core/money/units"
import { isFarFromRate, sentAtRate } from "../../core/payment/payout-amount"
import { type AdminRefusal, adminRefusal } from "../../core/text/admin-refusals"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"

/** What a person says they sent. Amounts are plain decimals: `amount` in major units, `sent` in whole units. */
export type PayoutInput = {
  amount: string
  sent: string
  asset?: string | undefined
  chain?: string | undefined
  address: string
  transaction_id: string
  note?: string | undefined
  /** The person checked an amount that differs from the payment's rate. */
  confirm_amount?: boolean | undefined
}

type PaidWith = Pick<
  PaymentRow,
  "asset" | "chain" | "decimals" | "currency" | "test_mode" | "amount_minor" | "pay_amount_base"
>

export type Payout = {
  amount_minor: string
  currency: string
  sent_base: string
  asset: string
  chain: string
  address: string
  transaction_id: string
  note: string | null
}

/**
 * Parses a payout exactly: refuses an amount with more decimals than its currency or asset has, and one that is far from
 * the payment's rate unless the person confirmed it.
 */
export function parsePayout(input: PayoutInput, payment: PaidWith): { ok: true; payout: Payout } | AdminRefusal {
  const exponent = currencyExponent(payment.currency)
  const amount = exponent === undefined ? undefined : toBaseUnits(input.amount.trim(), exponent)
  if (!amount || amount > BigInt(Number.MAX_SAFE_INTEGER)) return adminRefusal("amount_invalid")

  const sentIn = assetOf(input, payment)
  if (!sentIn) return adminRefusal("asset_invalid")
  const { asset, chain } = sentIn
  const sent = toBaseUnits(input.sent.trim(), sentIn.decimals)
  if (!sent) return adminRefusal("sent_invalid")

  const on = { asset, chain, testMode: payment.test_mode }
  const address = input.address.trim()
  if (!isAddress(on, address)) return adminRefusal("address_invalid")
  const transaction_id = canonicalTransactionId(on, input.transaction_id.trim())
  if (transaction_id === undefined) return adminRefusal("transaction_id_invalid")
  const refusal = input.confirm_amount ? undefined : refusalOfAmounts(amount, sent, asset, payment)
  if (refusal) return refusal
  const money = { amount_minor: String(amount), currency: payment.currency, sent_base: String(sent), asset, chain }
  return { ok: true, payout: { ...money, address, transaction_id, note: input.note?.trim() || null } }
}

/** Another asset than the payment's has no rate here, so its amount is never taken without a confirmation. */
function refusalOfAmounts(minor: bigint, sent: bigint, asset: string, payment: PaidWith): AdminRefusal | undefined {
  if (asset !== payment.asset) return adminRefusal("amount_differs")
  const rate = { minor: payment.amount_minor, base: payment.pay_amount_base }
  if (!isFarFromRate(minor, sent, rate)) return undefined
  const expected = displayBaseUnits(String(sentAtRate(minor, rate)), payment.decimals)
  return adminRefusal("amount_differs", `at the payment's rate: ${expected} ${asset}`)
}

/** The asset and network that the person names, by default those of the payment. */
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
