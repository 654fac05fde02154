import { createHash } from "node:crypto"
import { ASSET_FACTS, evmFacts } from "../../core/assets/registry"
import type { CreatePaymentRequest } from "../../store-api/wire"
import { TEST_ASSETS } from "../assets"
import { SandboxError } from "../sandbox-error"
import type { SandboxPayment } from "../types"
import { fromUnits, quote } from "./quote"

/** A payment as stored. Its status is computed from the other fields and the clock. */
export type PaymentRecord = Omit<SandboxPayment, "status">

type Issue = {
  id: string
  seed: string
  request: CreatePaymentRequest
  createdAt: Date
  quoteSeconds: number
  live: boolean
}

/** BIP-21 for a coin, which ignores a chain; ERC-681 for a token. Throws if a token has no chain. */
function route({ asset, chain }: CreatePaymentRequest, address: string, base: bigint, live: boolean) {
  const { decimals, ownChain, uriScheme } = ASSET_FACTS[asset]
  const { contracts } = TEST_ASSETS[asset]
  if (ownChain) return { chain: ownChain, uri: `${uriScheme}:${address}?amount=${fromUnits(base, decimals)}` }
  if (!chain || !contracts) throw new SandboxError(400, "invalid_request", `chain: required for ${asset}`)
  const { ids, contracts: registered } = evmFacts(chain)
  const contract = live ? `${registered[asset]?.main}@${ids.mainnet}` : `${contracts[chain]}@${ids.testnet}`
  return { chain, uri: `${uriScheme}:${contract}/transfer?address=${address}&uint256=${base}` }
}

/**
 * A new payment with a fresh address, an exact amount and a locked rate. Nobody holds the address's key; wallets and
 * validators accept its form. Throws `invalid_request` without a chain and `invalid_currency` without a rate.
 * @param seed random for each run, so that addresses differ between runs
 */
export function issuePayment({ id, seed, request, createdAt, quoteSeconds, live }: Issue): PaymentRecord {
  const { asset, amount } = request
  const address = TEST_ASSETS[asset].address(
    createHash("sha256").update(`${seed}:${id}`).digest().subarray(0, 20),
    live,
  )
  const quoted = quote(asset, amount.minor, amount.currency)
  if (!quoted) throw new SandboxError(400, "invalid_currency", `amount.currency: no rate for ${amount.currency}`)
  const quoteExpiresAt = new Date(createdAt.getTime() + quoteSeconds * 1000).toISOString()
  return {
    id,
    address,
    payAmount: { base: quoted.base.toString(), asset, decimals: ASSET_FACTS[asset].decimals },
    displayAmount: { ...amount },
    ...route(request, address, quoted.base, live),
    rate: { pricePerWholeUnit: quoted.pricePerWholeUnit, expiresAt: quoteExpiresAt },
    quoteExpiresAt,
    confirmations: 0,
    payerIp: request.payerIp ?? null,
    createdAt: createdAt.toISOString(),
    seenAt: null,
    completedAt: null,
  }
}
