import type { AssetChoice } from "../assets/asset-choice"
import { ASSET_FACTS, chainIds, EVM_CHAINS, type EvmChain } from "../assets/registry"
import { type FiatAmount, toBaseUnits } from "./units"

export type QuoteAsked = { choice: AssetChoice; amount: FiatAmount; testMode: boolean }

/** What the service answered. Timestamps are unix milliseconds. */
export type QuoteAnswered = {
  asset: string
  chain: string
  decimals: number
  /** Base units to send, as digits. */
  base: string
  amount: FiatAmount
  address: string
  uri: string
  quoteExpiresAt: number
}

/**
 * Matches both kinds of payment URI: `scheme:target[?parameters]` (BIP-21) and
 * `scheme:[pay-]target[@chain id][/function][?parameters]` (ERC-681).
 */
const PAYMENT_URI =
  /^(?<scheme>[a-z][a-z0-9+.-]*):(?:\/\/)?(?:pay-)?(?<target>[^@/?]*)(?:@(?<chainId>\d+))?(?:\/(?<call>[^?]*))?(?:\?(?<query>.*))?$/is

type PaymentUri = { scheme?: string; target?: string; chainId?: string; call?: string; query?: string }

/**
 * The first problem of an answer to the request. An address is shown only if the echoed values match, the URI has an
 * allowed scheme and pays that address, and the quote has not expired at `now` (unix milliseconds).
 */
export function checkQuote(asked: QuoteAsked, answered: QuoteAnswered, now: number) {
  const { asset, chain } = asked.choice
  const facts = ASSET_FACTS[asset]
  if (answered.asset !== asset) return "echo_asset_differs"
  if (chain !== null && answered.chain.toLowerCase() !== chain) return "echo_chain_differs"
  if (answered.decimals !== facts.decimals) return "echo_decimals_differ"
  if (answered.amount.minor !== asked.amount.minor) return "echo_amount_differs"
  if (answered.amount.currency.toUpperCase() !== asked.amount.currency) return "echo_currency_differs"
  const uri: PaymentUri = PAYMENT_URI.exec(answered.uri)?.groups ?? {}
  if (uri.scheme?.toLowerCase() !== facts.uriScheme) return "uri_scheme_not_allowed"
  if (!paysAddress(uri, answered.address)) return "uri_without_address"
  if (chain !== null && !isOfChain(uri, chain, asked.testMode)) return "uri_of_another_chain"
  if (!asksFor(uri, answered.base, facts.decimals)) return "uri_amount_differs"
  if (!(answered.quoteExpiresAt > now)) return "quote_in_the_past"
  return undefined
}

/**
 * Whether the URI pays only this address: as its target, or as the `address` parameter of an ERC-681 transfer. Any
 * other function could do anything with the payer's tokens.
 */
function paysAddress({ target = "", call = "", query = "" }: PaymentUri, address: string): boolean {
  if (call === "") return sameAddress(decodeURIComponentSafe(target), address)
  const payees = new URLSearchParams(query).getAll("address")
  return call === "transfer" && payees.length > 0 && payees.every((payee) => sameAddress(payee, address))
}

function decodeURIComponentSafe(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** In an EVM address case is only a checksum (EIP-55); in bech32 it has no meaning. */
function sameAddress(a: string, b: string): boolean {
  if (a === b) return true
  const caseless = /^0x[0-9a-f]{40}$/i.test(a) || /^(bc|tb|bcrt|ltc|tltc|rltc)1[02-9ac-hj-np-z]+$/i.test(a)
  return caseless && a.toLowerCase() === b.toLowerCase()
}

/**
 * Whether every amount in the URI is the quoted one: whole units in `amount` (BIP-21), base units in `uint256` or
 * `value` (ERC-681; scientific notation is not checked).
 */
function asksFor({ query = "" }: PaymentUri, base: string, decimals: number): boolean {
  const parameters = new URLSearchParams(query)
  const whole = parameters.getAll("amount").map((amount) => toBaseUnits(amount, decimals))
  const units = [...parameters.getAll("uint256"), ...parameters.getAll("value")].filter((value) => /^\d+$/.test(value))
  return whole.every((amount) => amount === BigInt(base)) && units.every((amount) => BigInt(amount) === BigInt(base))
}

/** ERC-681: `@<chain id>` after the target. Money sent to the same address on another chain is lost. */
function isOfChain({ chainId }: PaymentUri, chain: EvmChain, testMode: boolean): boolean {
  if (chainId === undefined) return false
  const id = Number(chainId)
  // In test mode the service may choose any network except one of another chain.
  if (testMode) return !EVM_CHAINS.some((other) => other !== chain && Object.values(chainIds(other)).includes(id))
  return id === chainIds(chain).mainnet
}
