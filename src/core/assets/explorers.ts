import { chainOf } from "./registry"

/** @param chain as the service named it */
export type OnChain = { chain: string; testMode: boolean }

/** The address in a block explorer of its network; null if no maintained one exists. */
export const addressUrl = (on: OnChain, address: string): string | null => pageOf(on, "address", address)

/** The transaction in a block explorer of its network; null if no maintained one exists. */
export const transactionUrl = (on: OnChain, transactionId: string): string | null =>
  pageOf(on, chainOf(on.chain)?.transactionPath ?? "tx", transactionId)

function pageOf({ chain, testMode }: OnChain, path: string, id: string): string | null {
  const explorer = chainOf(chain)?.explorers[testMode ? 1 : 0]
  return explorer ? `${explorer}/${path}/${encodeURIComponent(id)}` : null
}
