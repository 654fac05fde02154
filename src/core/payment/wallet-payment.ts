import { ASSET_FACTS, type Asset, chainDetails, evmChainOf, isAsset, networkName } from "../assets/registry"
import type { PaymentUri } from "../money/payment-uri"
import { paymentIn } from "../money/quote-check"
import type { WalletPayment } from "./shopper-answer"

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

/** Null for a coin, and for a test network that the registry cannot describe to a wallet. */
function walletPayment(payment: PaymentUri, chain: WalletPayment["chain"] | undefined): WalletPayment | null {
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
