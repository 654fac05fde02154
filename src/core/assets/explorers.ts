import { chainDetails } from "./registry"

/** @param chain as the service named it */
type OnChain = { chain: string; testMode: boolean }

/** URL of the address in a block explorer of its network; null if no maintained explorer exists. */
export const addressUrl = (on: OnChain, address: string): string | null => pageOf(on, "address", address)

/** URL of the transaction in a block explorer of its network; null if no maintained explorer exists. */
export const transactionUrl = (on: OnChain, transactionId: string): string | null =>
  pageOf(on, chainDetails(on.chain)?.explorer.transactionPath ?? "tx", transactionId)

function pageOf(on: OnChain, path: string, id: string): string | null {
  const explorer = chainDetails(on.chain)?.explorer[on.testMode ? "test" : "main"]
  return explorer ? `${explorer}/${path}/${encodeURIComponent(id)}` : null
}
