import { ASSET_FACTS, isAsset } from "../assets/registry"
import { type WalletChain, walletChain } from "../assets/wallet-chain"
import { readTokenTransfer, transferCall } from "../money/token-transfer"

/** A token payment in the form that a browser wallet takes. */
export type WalletPayment = {
  /** For `wallet_addEthereumChain` (EIP-3085). */
  chain: WalletChain
  /** For `eth_sendTransaction`, which also needs `from`. */
  call: { to: string; data: string; value: string }
}

export type QuotedPayment = {
  asset: string
  chain: string
  address: string
  uri: string
  pay_amount_base: string
  test_mode: boolean
}

/**
 * The transaction that the service's URI asks for. Its contract, chain and amount come from the URI alone.
 * @returns null for a coin, and for a URI that does not pay exactly the quoted amount to the quoted address on its chain
 */
export function walletPayment(quoted: QuotedPayment): WalletPayment | null {
  const isToken = isAsset(quoted.asset) && ASSET_FACTS[quoted.asset].ownChain === undefined
  const transfer = readTokenTransfer(quoted.uri)
  const chain = walletChain(quoted.chain, quoted.test_mode)
  if (!isToken || !transfer || !chain || Number(chain.chainId) !== transfer.chainId) return null
  if (transfer.amount !== BigInt(quoted.pay_amount_base)) return null
  if (transfer.recipient.toLowerCase() !== quoted.address.toLowerCase()) return null
  return { chain, call: { to: transfer.contract, data: transferCall(transfer), value: "0x0" } }
}
