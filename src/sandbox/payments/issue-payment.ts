import { ASSET_FACTS, type Asset } from "../../core/assets/registry"
import type { CreatePaymentRequest } from "../../store-api/wire"
import { receivingAddress } from "../addresses/receiving-address"
import { quote } from "../money/quote"
import { SandboxError } from "../sandbox-error"
import type { PaymentRecord } from "./payment-record"
import { coinUri, tokenUri } from "./payment-uri"

/** Chains of the assets that have only one; the names are our own, the specification shows none. */
const ONLY_CHAIN: Record<Exclude<Asset, "USDC" | "USDT">, string> = {
  BTC: "bitcoin",
  LTC: "litecoin",
  DOGE: "dogecoin",
  DASH: "dash",
}

type Issue = { id: string; seed: string; request: CreatePaymentRequest; createdAt: Date; quoteExpiresAt: Date }

function route(request: CreatePaymentRequest, address: string, base: bigint): { chain: string; uri: string } {
  const { asset, chain } = request
  if (asset !== "USDC" && asset !== "USDT") {
    // A chain sent along with such an asset is let pass: the specification says it may be omitted, not that it must.
    return { chain: ONLY_CHAIN[asset], uri: coinUri(asset, address, base) }
  }
  if (!chain) throw new SandboxError(400, "invalid_request", `chain: required for ${asset}`)
  return { chain, uri: tokenUri(asset, chain, address, base) }
}

/**
 * A fresh payment: address, exact amount, locked rate.
 * Throws `invalid_request` where a chain is missing and `invalid_currency` where there is no rate.
 */
export function issuePayment({ id, seed, request, createdAt, quoteExpiresAt }: Issue): PaymentRecord {
  const { asset, amount } = request
  const address = receivingAddress(asset, id, seed)
  const quoted = quote(asset, amount.minor, amount.currency)
  if (!quoted) throw new SandboxError(400, "invalid_currency", `amount.currency: no rate for ${amount.currency}`)
  const payAmount = { base: quoted.base.toString(), asset, decimals: ASSET_FACTS[asset].decimals }
  return {
    issued: { id, address, payAmount, displayAmount: { ...amount }, ...route(request, address, quoted.base) },
    pricePerWholeUnit: quoted.pricePerWholeUnit,
    payerIp: request.payerIp ?? null,
    createdAt,
    quoteExpiresAt,
    seenAt: null,
    confirmations: 0,
    completedAt: null,
  }
}
