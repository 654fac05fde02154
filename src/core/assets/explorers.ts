import { CHAIN_DETAILS } from "./registry"

/** @param chain as the service named it */
export type OnChain = { chain: string; testMode: boolean }

/** A map, so that names such as "constructor" are not in it. */
const details = new Map(Object.entries(CHAIN_DETAILS))

const explorerOf = ({ chain }: OnChain) => details.get(chain.trim().toLowerCase())?.explorer

/** The address in a block explorer of its network; null if no maintained one exists. */
export const addressUrl = (on: OnChain, address: string): string | null => pageOf(on, "address", address)

/** The transaction in a block explorer of its network; null if no maintained one exists. */
export const transactionUrl = (on: OnChain, transactionId: string): string | null =>
  pageOf(on, explorerOf(on)?.transactionPath ?? "tx", transactionId)

function pageOf(on: OnChain, path: string, id: string): string | null {
  const explorer = explorerOf(on)?.[on.testMode ? "test" : "main"]
  return explorer ? `${explorer}/${path}/${encodeURIComponent(id)}` : null
}
