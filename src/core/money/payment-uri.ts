import type { OnNetwork } from "../assets/addresses"
import { ASSET_FACTS, chainDetails, evmChainOf, evmFacts, isAsset, networkName } from "../assets/registry"
import type { WalletPayment } from "../payment/shopper-answer"
import { displayBaseUnits, toBaseUnits } from "./units"

/**
 * What a payment URI asks for, in base units: a coin's transfer (BIP-21), or a token's call of `transfer` on its contract
 * (ERC-681).
 */
export type PaymentUri =
  | { kind: "coin"; scheme: string; payee: string; amount: bigint }
  | { kind: "token"; contract: string; chainId: number; payee: string; amount: bigint }

/**
 * Reads a payment URI completely, or not at all: a part that is not understood could change who gets how much.
 * @param decimals of the asset, because BIP-21 has whole units
 * @returns undefined for anything else
 */
export function readPaymentUri(uri: string, decimals: number): PaymentUri | undefined {
  return readTokenTransfer(uri) ?? readCoinUri(uri, decimals)
}

/**
 * `bitcoin:<address>?<parameters>`, or with `//` as some services write it, and with letters of other scripts that are
 * not percent-encoded. No blanks, double quotes or fragments, nor semicolons, which divide parameters for some parsers.
 */
const COIN =
  /^(?<scheme>[a-z][a-z0-9+.-]*):(?:\/\/)?(?<payee>[\w%]+)\?(?<query>[\p{L}\p{M}\p{N}_.~!$&'()*+,=:@%/?-]+)$/iu

/** Parameters that change neither payee nor amount: BIP-21's own, and Dash's InstantSend. */
const HARMLESS: ReadonlySet<string> = new Set(["label", "message", "is"])

/**
 * BIP-21: exactly one `amount`, in whole units. Every other parameter is refused, because wallets know more of them than
 * this list: `lightning`, `lno` and `sp` name another payee, `r` and `pj` fetch one, and `req-…` must be understood.
 */
function readCoinUri(uri: string, decimals: number): PaymentUri | undefined {
  const parts = COIN.exec(uri)?.groups
  if (!parts) return undefined
  const { scheme, query } = parts as Record<"scheme" | "query", string>
  const payee = decoded(parts.payee as string)
  const amounts: (bigint | undefined)[] = []
  for (const parameter of query.split("&")) {
    const [name, value] = nameAndValue(parameter).map(decoded)
    if (name === undefined || value === undefined) return undefined
    // Wallets differ in whether a name's case counts (BIP-321), so it must not matter.
    const known = name.toLowerCase()
    if (known === "amount") amounts.push(readCoinAmount(value, decimals))
    else if (!HARMLESS.has(known)) return undefined
  }
  const [amount] = amounts
  if (payee === undefined || amount === undefined || amounts.length > 1) return undefined
  return { kind: "coin", scheme: scheme.toLowerCase(), payee, amount }
}

/** BIP-21 `*digit [ "." *digit ]`: `.5` and `5.` are amounts too. */
const readCoinAmount = (text: string, decimals: number): bigint | undefined =>
  toBaseUnits(text.replace(/^(\d+)\.$/, "$1").replace(/^\./, "0."), decimals)

/** `name=value`; the value may contain more equals signs. */
function nameAndValue(parameter: string): [name: string, value: string] {
  const at = parameter.indexOf("=")
  return at < 0 ? [parameter, ""] : [parameter.slice(0, at), parameter.slice(at + 1)]
}

/** Without its percent-encoding (RFC 3986); undefined if that is broken. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The query has a limited length, which bounds every number in it. */
const TRANSFER =
  /^ethereum:(?:pay-)?(?<contract>0x[0-9a-f]{40})@(?<chainId>[1-9]\d{0,14})\/transfer\?(?<query>[\w=&.+]{1,300})$/i

/**
 * ERC-681 with hexadecimal addresses, a chain id and exactly the parameters `address` and `uint256`, so that a wallet asks
 * no name service and guesses nothing. A `value` of the chain's own coin and prices of gas are refused.
 */
function readTokenTransfer(uri: string): PaymentUri | undefined {
  const parts = TRANSFER.exec(uri)?.groups
  if (!parts || !uri.includes("/transfer?")) return undefined
  const { contract, chainId, query } = parts as Record<"contract" | "chainId" | "query", string>
  const given = query.split("&").map(nameAndValue)
  const [payee = "", number = ""] = ["address", "uint256"].map((name) => new Map(given).get(name))
  const amount = readNumber(number)
  if (given.length !== 2 || !isHexAddress(payee) || !isHexAddress(contract) || amount === undefined) return undefined
  return { kind: "token", contract, chainId: Number(chainId), payee, amount }
}

const isHexAddress = (text: string): boolean => /^0x[0-9a-fA-F]{40}$/.test(text)

/** ERC-681 `number`, whole and positive: `25.5e6` is 25500000. It must fit in 256 bits. */
function readNumber(text: string): bigint | undefined {
  const parts = /^\+?(\d*)(?:\.(\d+))?(?:e\+?(\d{1,2}))?$/i.exec(text)
  if (!parts) return undefined
  const [, whole = "", fraction = "", exponent = "0"] = parts
  const significant = fraction.replace(/0+$/, "")
  const zeros = Number(exponent) - significant.length
  if (zeros < 0) return undefined
  const number = BigInt(`${whole}${significant}${"0".repeat(zeros)}`)
  return number > 0n && number < 2n ** 256n ? number : undefined
}

/**
 * The URI with which the store's own wallet sends money back: BIP-21 for a coin, ERC-681 for a token.
 * @param base base units of the asset
 * @returns undefined if the plugin knows no such asset, network or contract, or if `base` is not positive
 */
export function payoutUri({ asset, chain, testMode }: OnNetwork, address: string, base: bigint): string | undefined {
  if (!isAsset(asset) || base <= 0n) return undefined
  const { ownChain, uriScheme, decimals } = ASSET_FACTS[asset]
  if (ownChain) return `${uriScheme}:${address}?amount=${displayBaseUnits(String(base), decimals)}`
  const evm = evmChainOf(chain, testMode)
  if (!evm) return undefined
  const { ids, contracts } = evmFacts(evm)
  const contract = contracts[asset]?.[testMode ? "test" : "main"]
  const chainId = testMode ? ids.testnet : ids.mainnet
  return contract && `${uriScheme}:${contract}@${chainId}/transfer?address=${address}&uint256=${base}`
}

/** Null for a coin, and for a test network that the registry cannot describe to a wallet. */
export function walletPayment(payment: PaymentUri, chain: WalletPayment["chain"] | undefined): WalletPayment | null {
  if (payment.kind !== "token" || !chain || Number(chain.chainId) !== payment.chainId) return null
  return { chain, call: { to: payment.contract, data: transferCall(payment), value: "0x0" } }
}

/** Call data of ERC-20's `transfer(address,uint256)`: a 4-byte selector, then 32 bytes an argument (contract ABI). */
const transferCall = ({ payee, amount }: PaymentUri): string =>
  `0xa9059cbb${word(payee.slice(2).toLowerCase())}${word(amount.toString(16))}`

const word = (hex: string): string => hex.padStart(64, "0")

/** A chain, as the service wrote it, in the form that a browser wallet takes; undefined if it is not an EVM chain. */
export function walletChain(chain: string, testMode: boolean): WalletPayment["chain"] | undefined {
  const details = chainDetails(chain)
  if (!details || !("evm" in details)) return undefined
  const { explorer, evm } = details
  const [name, symbol] = evm.coin
  return {
    chainId: `0x${evm.ids[testMode ? "testnet" : "mainnet"].toString(16)}`,
    chainName: testMode ? evm.testName : networkName(chain),
    nativeCurrency: { name, symbol, decimals: 18 },
    rpcUrls: [testMode ? evm.testRpc : evm.rpc],
    blockExplorerUrls: [(testMode && explorer.test) || explorer.main],
  }
}
