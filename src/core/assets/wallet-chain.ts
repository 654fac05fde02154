import { chainDetails, networkName } from "./registry"

/** What `wallet_addEthereumChain` takes (EIP-3085). `chainId` is hexadecimal. */
export type WalletChain = {
  chainId: string
  chainName: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  rpcUrls: string[]
  blockExplorerUrls: string[]
}

/** A chain, as the service wrote it, in the form that a browser wallet takes; undefined if it is not an EVM chain. */
export function walletChain(chain: string, testMode: boolean): WalletChain | undefined {
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
