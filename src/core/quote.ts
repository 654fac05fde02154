import { ASSET_FACTS, type AssetChoice, CHAIN_IDS, EVM_CHAINS, type EvmChain } from "./assets"
import type { FiatAmount } from "./money"

/** What was asked of the service. */
export type QuoteAsked = { choice: AssetChoice; amount: FiatAmount; testMode: boolean }

/** What it answered, as far as a shopper would act on it. Timestamps are unix milliseconds. */
export type QuoteAnswered = {
  asset: string
  chain: string
  decimals: number
  amount: FiatAmount
  address: string
  uri: string
  quoteExpiresAt: number
}

export type QuoteProblem =
  | "echo_asset_differs"
  | "echo_chain_differs"
  | "echo_decimals_differ"
  | "echo_amount_differs"
  | "echo_currency_differs"
  | "uri_scheme_not_allowed"
  | "uri_without_address"
  | "uri_of_another_chain"
  | "quote_in_the_past"

/** A URI scheme by RFC 3986 3.1, lower-cased as schemes compare. */
const schemeOf = (uri: string): string | undefined => /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(uri)?.[1]?.toLowerCase()

/**
 * Holds an answer against what was asked: an address is shown only where the echo is ours, the URI is of
 * an allowed scheme and carries that very address, and the quote has not run out.
 * @param now unix milliseconds
 * @returns undefined where all is well, else the first problem
 */
export function checkQuote(asked: QuoteAsked, answered: QuoteAnswered, now: number): QuoteProblem | undefined {
  const { asset, chain } = asked.choice
  const facts = ASSET_FACTS[asset]
  if (answered.asset !== asset) return "echo_asset_differs"
  if (chain !== null && answered.chain.toLowerCase() !== chain) return "echo_chain_differs"
  if (answered.decimals !== facts.decimals) return "echo_decimals_differ"
  if (answered.amount.minor !== asked.amount.minor) return "echo_amount_differs"
  if (answered.amount.currency.toUpperCase() !== asked.amount.currency) return "echo_currency_differs"
  const scheme = schemeOf(answered.uri)
  if (scheme === undefined || !facts.uriSchemes.includes(scheme)) return "uri_scheme_not_allowed"
  if (!carriesAddress(answered.uri, answered.address)) return "uri_without_address"
  if (chain !== null && !isOfChain(answered.uri, chain, asked.testMode)) return "uri_of_another_chain"
  if (!(answered.quoteExpiresAt > now)) return "quote_in_the_past"
  return undefined
}

/**
 * Whether the URI pays the address: as its path (BIP-21; ERC-681 without a function), or as the `address`
 * parameter of an ERC-681 transfer. EIP-55 capitals are a checksum and not part of an EVM address, nor do
 * capitals matter in bech32; elsewhere they are compared as they stand.
 */
function carriesAddress(uri: string, address: string): boolean {
  const [path = "", query = ""] = uri.slice(uri.indexOf(":") + 1).split("?", 2)
  const target = path.replace(/^\/\//, "").replace(/^pay-/, "").split(/[@/]/)[0] ?? ""
  const parameter = new URLSearchParams(query).get("address")
  // An ERC-681 call pays its parameter, and its path is the token's contract.
  const payee = path.includes("/transfer") ? parameter : target
  return payee !== null && sameAddress(decodeURIComponentSafe(payee), address)
}

function decodeURIComponentSafe(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function sameAddress(a: string, b: string): boolean {
  if (a === b) return true
  const caseless = /^0x[0-9a-f]{40}$/i.test(a) || /^(bc|tb|bcrt|ltc|tltc|rltc)1[02-9ac-hj-np-z]+$/i.test(a)
  return caseless && a.toLowerCase() === b.toLowerCase()
}

/** ERC-681: `@<chain id>` after the target. The same address on another chain is money sent astray. */
function isOfChain(uri: string, chain: EvmChain, testMode: boolean): boolean {
  const id = /@(\d+)/.exec(uri)?.[1]
  if (id === undefined) return false
  // In test mode the network is the service's choice, as long as it is not the other chain's.
  if (testMode) return !EVM_CHAINS.some((other) => other !== chain && Object.values(CHAIN_IDS[other]).includes(Number(id)))
  return Number(id) === CHAIN_IDS[chain].mainnet
}
