import { CHAIN_DETAILS } from "./registry"

/** @param chain as the service named it */
export type OnChain = { chain: string; testMode: boolean }

/** A Map, because a plain object also has names such as "constructor". */
const details = new Map(Object.entries(CHAIN_DETAILS))

const explorerOf = ({ chain }: OnChain) => details.get(chain.trim().toLowerCase())?.explorer

/** URL of the address in a block explorer of its network; null if no maintained explorer exists. */
export const addressUrl = (on: OnChain, address: string): string | null => pageOf(on, "address", address)

/** URL of the transaction in a block explorer of its network; null if no maintained explorer exists. */
export const transactionUrl = (on: OnChain, transactionId: string): string | null =>
  pageOf(on, explorerOf(on)?.transactionPath ?? "tx", transactionId)

function pageOf(on: OnChain, path: string, id: string): string | null {
  const explorer = explorerOf(on)?.[on.testMode ? "test" : "main"]
  return explorer ? `${explorer}/${path}/${encodeURIComponent(id)}` : null
}
