/**
 * Every asset and chain that the plugin knows, one entry each. This file imports nothing, so the server, the admin, the
 * pay page, the storefront component and the sandbox can all import it.
 */

/** The display name of each network, by the service's name. */
const CHAIN_NAMES = {
  bitcoin: "Bitcoin",
  litecoin: "Litecoin",
  dogecoin: "Dogecoin",
  dash: "Dash",
  base: "Base",
  polygon: "Polygon",
} as const

type ChainName = keyof typeof CHAIN_NAMES

type Explorer = {
  main: string
  /** Missing if no maintained explorer exists. */
  test?: string
  /** The path of its transaction pages, if it is not `tx`. */
  transactionPath?: string
}

/** The version bytes of Base58Check and the prefixes of segwit (BIP-173), from `chainparams.cpp` of each coin. */
type Prefixes = { versions: readonly number[]; segwit?: readonly string[] }

/** What payment URIs, browser wallets and payouts need to know of an EVM chain. */
type EvmFacts = {
  /** EIP-155 ids, which an ERC-681 URI carries after `@`. */
  ids: { mainnet: number; testnet: number }
  testName: string
  coin: readonly [name: string, symbol: string]
  /** Public endpoints from ethereum-lists/chains. */
  rpc: string
  testRpc: string
  /**
   * Each token's contract, by its code, from which nobody can spend money that is sent to it. Tether has none on a test
   * network.
   */
  contracts: Readonly<Record<string, { main: string; test?: string }>>
}

/** EVM chains have EIP-55 addresses and transaction ids with `0x`; in `prefixes`, `test` includes regtest. */
type ChainDetails = { explorer: Explorer } & ({ prefixes: { main: Prefixes; test: Prefixes } } | { evm: EvmFacts })

/** Other facts of each chain, apart from the names to keep them out of the storefront bundle. */
const DETAILS = {
  bitcoin: {
    // Bitcoin's test networks share one address format, so links go to the oldest one.
    explorer: { main: "https://mempool.space", test: "https://mempool.space/testnet" },
    prefixes: {
      main: { versions: [0, 5], segwit: ["bc"] },
      test: { versions: [111, 196], segwit: ["tb", "bcrt"] },
    },
  },
  litecoin: {
    explorer: { main: "https://litecoinspace.org", test: "https://litecoinspace.org/testnet" },
    // Litecoin Core still accepts script addresses with Bitcoin's version bytes.
    prefixes: {
      main: { versions: [48, 50, 5], segwit: ["ltc"] },
      test: { versions: [111, 58, 196], segwit: ["tltc", "rltc"] },
    },
  },
  dogecoin: {
    explorer: { main: "https://blockchair.com/dogecoin", transactionPath: "transaction" },
    prefixes: { main: { versions: [30, 22] }, test: { versions: [113, 111, 196] } },
  },
  dash: {
    explorer: { main: "https://insight.dash.org/insight", test: "https://insight.testnet.networks.dash.org/insight" },
    prefixes: { main: { versions: [76, 16] }, test: { versions: [140, 19] } },
  },
  base: {
    explorer: { main: "https://basescan.org", test: "https://sepolia.basescan.org" },
    evm: {
      ids: { mainnet: 8453, testnet: 84532 },
      testName: "Base Sepolia",
      coin: ["Ether", "ETH"],
      rpc: "https://mainnet.base.org",
      testRpc: "https://sepolia.base.org",
      contracts: {
        USDC: {
          main: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
          test: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
        },
        USDT: { main: "0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2" },
      },
    },
  },
  polygon: {
    explorer: { main: "https://polygonscan.com", test: "https://amoy.polygonscan.com" },
    evm: {
      ids: { mainnet: 137, testnet: 80002 },
      testName: "Polygon Amoy",
      coin: ["POL", "POL"],
      rpc: "https://polygon.drpc.org",
      testRpc: "https://rpc-amoy.polygon.technology",
      contracts: {
        USDC: {
          main: "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359",
          test: "0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582",
        },
        USDT: { main: "0xc2132D05D31c914a87C6611C10748AEb04B58e8F" },
      },
    },
  },
} as const satisfies Record<ChainName, ChainDetails>

/** Chains that a shopper can choose. */
export type EvmChain = {
  [Name in ChainName]: (typeof DETAILS)[Name] extends { evm: EvmFacts } ? Name : never
}[ChainName]

type AssetFacts = {
  name: string
  /** Decimal places between one whole unit and the smallest unit. */
  decimals: number
  /** Decimal places that people expect to see: those of the currency that a token stands for. */
  shownPlaces: number
  /** The chains that a shopper can choose; empty if the asset has only one, which the service infers. */
  chains: readonly EvmChain[]
  /** The only chain of a coin. A shopper may name it, but the plugin does not send it; a token has none. */
  ownChain?: ChainName
  /** The scheme of its payment URIs (BIP-21 and similar; ERC-681 for tokens). */
  uriScheme: string
}

/** A coin has its chain's name, and its URIs have the chain's scheme. */
const coin = (chain: ChainName): AssetFacts => ({
  name: CHAIN_NAMES[chain],
  decimals: 8,
  shownPlaces: 0,
  chains: [],
  ownChain: chain,
  uriScheme: chain,
})

const token = (name: string): AssetFacts => ({
  name,
  decimals: 6,
  shownPlaces: 2,
  chains: ["base", "polygon"],
  uriScheme: "ethereum",
})

/** By the service's name (Store API, "Payment-creation request body"). Decimals are the asset's own. */
const ASSET_ENTRIES = {
  BTC: coin("bitcoin"),
  LTC: coin("litecoin"),
  DOGE: coin("dogecoin"),
  DASH: coin("dash"),
  USDC: token("USD Coin"),
  USDT: token("Tether"),
} as const satisfies Record<string, AssetFacts>

export type Asset = keyof typeof ASSET_ENTRIES

export const ASSET_FACTS: Readonly<Record<Asset, AssetFacts>> = ASSET_ENTRIES
export const ASSETS = /* @__PURE__ */ Object.keys(ASSET_ENTRIES) as Asset[]

/** Maps, because plain objects also have names such as "constructor". */
const CHAINS: ReadonlyMap<string, ChainDetails> = /* @__PURE__ */ new Map(/* @__PURE__ */ Object.entries(DETAILS))
const NETWORKS: ReadonlyMap<string, string> = new Map(Object.entries(CHAIN_NAMES))
const FACTS: ReadonlyMap<unknown, AssetFacts> = new Map(Object.entries(ASSET_ENTRIES))

const evmChains = () => Object.entries(DETAILS).flatMap(([name, facts]) => ("evm" in facts ? [name as EvmChain] : []))
export const EVM_CHAINS = /* @__PURE__ */ evmChains()

export const isAsset = (value: unknown): value is Asset => FACTS.has(value)

/** @param chain as the service wrote it */
export const chainDetails = (chain: string): ChainDetails | undefined => CHAINS.get(chain.trim().toLowerCase())

/** The display name of a chain; an unknown chain keeps the service's name. */
export const networkName = (chain: string): string => NETWORKS.get(chain.trim().toLowerCase()) ?? chain

/** What shoppers see: the name of a coin, or the code of a token, because a token's name does not tell its network. */
export const assetName = (asset: string): string => {
  const { name, ownChain } = FACTS.get(asset) ?? {}
  return (ownChain && name) ?? asset
}

/** Decimal places that people expect to see of an asset at least. */
export const shownPlaces = (asset: string): number => FACTS.get(asset)?.shownPlaces ?? 0

/** Decimal places of an asset: those of a payment in this asset, or the registry's. */
export const decimalsOf = (asset: string, payment?: { asset: string; decimals: number }): number =>
  (payment?.asset === asset ? payment.decimals : FACTS.get(asset)?.decimals) ?? 0

export const evmFacts = (chain: EvmChain): EvmFacts => DETAILS[chain].evm

/** The EVM chain that the service means: by its name in any case, or in test mode by its test network's, `base-sepolia`. */
export function evmChainOf(name: string, testMode: boolean): EvmChain | undefined {
  const plain = name.trim().toLowerCase().replaceAll(/[ _]/g, "-")
  const isTestNetworkOf = (chain: EvmChain) => evmFacts(chain).testName.toLowerCase().replace(" ", "-") === plain
  return EVM_CHAINS.find((chain) => chain === plain || (testMode && isTestNetworkOf(chain)))
}

/** The URI if it has the asset's scheme, else null, because the shopper's device opens this link. */
export const allowedUri = (asset: string, uri: string | null): string | null =>
  uri?.toLowerCase().startsWith(`${FACTS.get(asset)?.uriScheme}:`) ? uri : null

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
