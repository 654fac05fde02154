/**
 * Where people look at an address or a transaction. Only chains known here get a link, and a test network only where
 * its explorer is kept up: none is for Dogecoin's. Which of Bitcoin's test networks a service uses it does not say; the
 * addresses are the same, so the link goes to the oldest.
 */
type Explorer = { base: string; transaction: "tx" | "transaction" }
type Explorers = { main: Explorer; test: Explorer | null }

const explorer = (base: string, transaction: Explorer["transaction"] = "tx"): Explorer => ({ base, transaction })

const EXPLORERS: ReadonlyMap<string, Explorers> = new Map([
  ["bitcoin", { main: explorer("https://mempool.space"), test: explorer("https://mempool.space/testnet") }],
  ["litecoin", { main: explorer("https://litecoinspace.org"), test: explorer("https://litecoinspace.org/testnet") }],
  ["dogecoin", { main: explorer("https://blockchair.com/dogecoin", "transaction"), test: null }],
  [
    "dash",
    {
      main: explorer("https://insight.dash.org/insight"),
      test: explorer("https://insight.testnet.networks.dash.org/insight"),
    },
  ],
  ["base", { main: explorer("https://basescan.org"), test: explorer("https://sepolia.basescan.org") }],
  ["polygon", { main: explorer("https://polygonscan.com"), test: explorer("https://amoy.polygonscan.com") }],
])

/** @param chain as the service named it */
export type OnChain = { chain: string; testMode: boolean }

function explorerOf({ chain, testMode }: OnChain): Explorer | null {
  const found = EXPLORERS.get(chain.trim().toLowerCase())
  return found ? (testMode ? found.test : found.main) : null
}

/** The address in a block explorer of its network; null where there is none that can be relied on. */
export function addressUrl(on: OnChain, address: string): string | null {
  const found = explorerOf(on)
  return found && `${found.base}/address/${encodeURIComponent(address)}`
}

/** The transaction in a block explorer of its network; null where there is none that can be relied on. */
export function transactionUrl(on: OnChain, transactionId: string): string | null {
  const found = explorerOf(on)
  return found && `${found.base}/${found.transaction}/${encodeURIComponent(transactionId)}`
}
