import { addressProblem, isAddress } from "../assets/addresses"
import type { AssetChoice } from "../assets/choices"
import { ASSET_FACTS, type Asset, EVM_CHAINS, type EvmChain, evmChainOf, evmFacts, isAsset } from "../assets/registry"
import type { WalletPayment } from "../payment/shopper-answer"
import { type PaymentUri, readPaymentUri, walletChain, walletPayment } from "./payment-uri"
import type { FiatAmount } from "./units"

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
 * The first problem of an answer to the request. An address is shown only if the echoed values match, the address is
 * valid on its network, the URI pays exactly the quoted amount to it, and the quote has not expired at `now` (unix
 * milliseconds).
 */
export function checkQuote(asked: QuoteAsked, answered: QuoteAnswered, now: number) {
  const { choice, testMode } = asked
  const { asset, chain } = choice
  if (answered.asset.toUpperCase() !== asset) return "echo_asset_differs"
  if (chain !== null && evmChainOf(answered.chain, testMode) !== chain) return "echo_chain_differs"
  if (answered.decimals !== ASSET_FACTS[asset].decimals) return "echo_decimals_differ"
  if (answered.amount.minor !== asked.amount.minor) return "echo_amount_differs"
  if (answered.amount.currency.toUpperCase() !== asked.amount.currency) return "echo_currency_differs"
  const { address, base } = answered
  const problem =
    addressProblem({ asset, chain: chain ?? answered.chain, testMode }, address) ??
    uriProblem({ asset, chain, testMode, address, base }, answered.uri)
  if (problem) return problem
  if (!(answered.quoteExpiresAt > now)) return "quote_in_the_past"
  return undefined
}

/** Who must get how much. `base` are base units as digits. */
type Payee = { asset: Asset; chain: EvmChain | null; testMode: boolean; address: string; base: string }

/**
 * What the URI asks for, if it is exactly this payment to a valid address; null otherwise. The code, the wallet link and
 * the wallet button use only what this returns.
 */
function paymentIn(payee: Payee, uri: string): PaymentUri | null {
  const { asset, chain, testMode, address } = payee
  if (!isAddress({ asset, chain: chain ?? "", testMode }, address)) return null
  const read = readPaymentUri(uri, ASSET_FACTS[asset].decimals)
  return read && !problemOf(payee, read) ? read : null
}

function uriProblem(payee: Payee, uri: string) {
  const facts = ASSET_FACTS[payee.asset]
  if (!uri.toLowerCase().startsWith(`${facts.uriScheme}:`)) return "uri_scheme_not_allowed"
  const read = readPaymentUri(uri, facts.decimals)
  return read ? problemOf(payee, read) : "uri_not_understood"
}

/** The first way in which a URI differs from the quote. */
function problemOf({ asset, chain, testMode, address, base }: Payee, uri: PaymentUri) {
  if (uri.kind === "coin") {
    if (uri.scheme !== ASSET_FACTS[asset].uriScheme || chain !== null) return "uri_scheme_not_allowed"
  } else {
    if (chain === null) return "uri_scheme_not_allowed"
    if (!isOfChain(uri.chainId, chain, testMode)) return "uri_of_another_chain"
    if (!isTokenContract({ asset, chain, testMode }, uri.contract)) return "uri_of_another_contract"
  }
  if (!sameAddress(uri.payee, address)) return "uri_of_another_address"
  return uri.amount === BigInt(base) ? undefined : "uri_amount_differs"
}

/** In an EVM address case is only a checksum (EIP-55); in bech32 it has no meaning, if it is the same for all letters. */
function sameAddress(a: string, b: string): boolean {
  if (a === b) return true
  const isHex = /^0x[0-9a-f]{40}$/i.test(a)
  const isBech32 =
    /^(bc|tb|bcrt|ltc|tltc|rltc)1[02-9ac-hj-np-z]+$/i.test(a) && (a === a.toUpperCase() || a === a.toLowerCase())
  return (isHex || isBech32) && a.toLowerCase() === b.toLowerCase()
}

const ETHEREUM_MAINNET = 1

/** Money on another chain is lost. In test mode, ids that the registry does not know pass too, except Ethereum's. */
function isOfChain(id: number, chain: EvmChain, testMode: boolean): boolean {
  const { mainnet, testnet } = evmFacts(chain).ids
  if (!testMode) return id === mainnet
  const known = EVM_CHAINS.flatMap((one) => Object.values(evmFacts(one).ids))
  return id === testnet || (id !== ETHEREUM_MAINNET && !known.includes(id))
}

/** Live, exactly the registry's contract. A test network may have any, which is worth nothing. */
function isTokenContract(
  { asset, chain, testMode }: { asset: Asset; chain: EvmChain; testMode: boolean },
  contract: string,
) {
  if (testMode) return true
  const known = evmFacts(chain).contracts[asset]
  return known?.main.toLowerCase() === contract.toLowerCase()
}

export type QuotedPayment = {
  asset: string
  chain: string
  address: string
  uri: string
  pay_amount_base: string
  test_mode: boolean
}

/** What a shopper can scan, open or send: the URI and the wallet's transaction, both null unless they pay exactly the quote. */
export type PaymentLinks = { uri: string | null; wallet: WalletPayment | null }

const NOTHING: PaymentLinks = { uri: null, wallet: null }

/**
 * The URI of a stored quote, read again: an older release may have stored one that this release refuses. Then nothing of
 * the quote is shown, and a new one replaces it.
 */
export function paymentLinks(quoted: QuotedPayment): PaymentLinks {
  const { asset, test_mode: testMode, address, pay_amount_base: base, uri } = quoted
  if (!isAsset(asset)) return NOTHING
  const chain = isToken(asset) ? evmChainOf(quoted.chain, testMode) : null
  const payment = chain === undefined ? null : paymentIn({ asset, chain, testMode, address, base }, uri)
  return payment ? { uri, wallet: walletPayment(payment, walletChain(quoted.chain, testMode)) } : NOTHING
}

/** Whether the quote may be shown, as far as its address and URI are concerned. */
export const isReadable = (quoted: QuotedPayment): boolean => paymentLinks(quoted).uri !== null

const isToken = (asset: Asset): boolean => ASSET_FACTS[asset].ownChain === undefined
