import { ASSET_FACTS, type Asset, isAsset, parseAssetChoice } from "../../core/assets/registry"
import { currencyExponent } from "../../core/money/currencies"
import { toBaseUnits } from "../../core/money/units"
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
}

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

/** Letters, digits and the marks that addresses use. The wallet that sent the money has checked the checksum. */
const ADDRESS = /^[A-Za-z0-9][A-Za-z0-9:._-]{9,127}$/
const TRANSACTION_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{7,127}$/

/** A hash in any case, with or without `0x`, is the same transaction. */
const HASH = /^(?:0x)?([0-9a-f]{64})$/i

/** Parses a payout exactly: refuses an amount with more decimals than its currency or asset has. */
export function parsePayout(
  input: PayoutInput,
  payment: Pick<PaymentRow, "asset" | "chain" | "decimals" | "currency">,
): { ok: true; payout: Payout } | AdminRefusal {
  const exponent = currencyExponent(payment.currency)
  const amount = exponent === undefined ? undefined : toBaseUnits(input.amount.trim(), exponent)
  if (!amount || amount > BigInt(Number.MAX_SAFE_INTEGER)) return adminRefusal("amount_invalid")

  const paidWith = assetOf(input, payment)
  if (!paidWith) return adminRefusal("asset_invalid")
  const sent = toBaseUnits(input.sent.trim(), paidWith.decimals)
  if (!sent) return adminRefusal("sent_invalid")

  const address = input.address.trim()
  if (!ADDRESS.test(address)) return adminRefusal("address_invalid")
  const id = input.transaction_id.trim()
  if (!TRANSACTION_ID.test(id)) return adminRefusal("transaction_id_invalid")

  return {
    ok: true,
    payout: {
      amount_minor: String(amount),
      currency: payment.currency,
      sent_base: String(sent),
      asset: paidWith.asset,
      chain: paidWith.chain,
      address,
      transaction_id: canonicalId(id, paidWith.asset),
      note: input.note?.trim() || null,
    },
  }
}

/** Token chains write `0x` before a hash, other chains do not. */
function canonicalId(id: string, asset: string): string {
  const hash = HASH.exec(id)?.[1]?.toLowerCase()
  if (hash === undefined) return id
  return isAsset(asset) && ASSET_FACTS[asset].chains.length > 0 ? `0x${hash}` : hash
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
