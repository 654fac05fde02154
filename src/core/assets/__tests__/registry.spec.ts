import { readFileSync } from "node:fs"
import { join } from "node:path"
import vectors from "../../__tests__/vectors.json"
import {
  ASSET_FACTS,
  ASSETS,
  allowedUri,
  assetName,
  chainIds,
  choiceOf,
  EVM_CHAINS,
  isAsset,
  networkName,
  parseAssetChoice,
} from "../registry"
import { walletChain } from "../wallet-chain"
import { assetTable } from "./asset-table"

describe("the assets", () => {
  it("are the six assets of the Store API", () => {
    expect([...ASSETS]).toEqual(Object.keys(vectors.assets.decimals))
  })

  it.each(Object.entries(vectors.assets.decimals))("%s has %i decimals", (asset, decimals) => {
    expect(isAsset(asset) && ASSET_FACTS[asset].decimals).toBe(decimals)
  })

  it("match the rows of the table in docs/assets.md", () => {
    const page = readFileSync(join(__dirname, "../../../../docs/assets.md"), "utf8")
    expect(page.match(/^\| `.*$/gm)).toEqual(assetTable())
  })

  it.each([...EVM_CHAINS])("%s has its published chain ids", (chain) => {
    expect(chainIds(chain)).toEqual(vectors.chains[chain])
  })
})

describe("the shown names of assets and chains", () => {
  it.each([
    ["BTC", "Bitcoin"],
    ["DOGE", "Dogecoin"],
    ["USDC", "USDC"],
    ["ACME", "ACME"],
    ["constructor", "constructor"],
  ])("show the asset %s as %s", (asset, name) => {
    expect(assetName(asset)).toBe(name)
  })

  it.each([
    ["base", "Base"],
    [" BASE ", "Base"],
    ["solana", "solana"],
    ["constructor", "constructor"],
  ])("show the chain %j as %s", (chain, name) => {
    expect(networkName(chain)).toBe(name)
  })

  it("give a wallet the same chain in any case and with spaces, and none for bitcoin", () => {
    expect(walletChain(" Base ", false)).toEqual(walletChain("base", false))
    expect(walletChain("base", false)).toMatchObject({ chainName: "Base" })
    expect(walletChain("bitcoin", false)).toBeUndefined()
  })
})

describe("allowedUri", () => {
  it.each([
    ["BTC", "bitcoin:1x?amount=1", true],
    ["BTC", "BITCOIN:1X", true],
    ["BTC", "litecoin:1x", false],
    ["BTC", "javascript:bitcoin:1x", false],
    ["ACME", "undefined1:x", false],
    ["BTC", null, false],
  ])("decides whether %s may show a link to %j: %s", (asset, uri, shown) => {
    expect(allowedUri(asset, uri)).toBe(shown ? uri : null)
  })
})

describe("parseAssetChoice", () => {
  it.each([
    ["BTC", undefined, "BTC", null],
    ["LTC", undefined, "LTC", null],
    ["DOGE", undefined, "DOGE", null],
    ["DASH", undefined, "DASH", null],
    ["BTC", null, "BTC", null],
    ["BTC", "", "BTC", null],
    ["USDC", "base", "USDC", "base"],
    ["USDC", "polygon", "USDC", "polygon"],
    ["USDT", "base", "USDT", "base"],
    ["USDT", "polygon", "USDT", "polygon"],
    ["btc", undefined, "BTC", null],
    ["BTC", "bitcoin", "BTC", null],
    ["LTC", "Litecoin", "LTC", null],
    ["DOGE", "dogecoin", "DOGE", null],
    ["DASH", "DASH", "DASH", null],
    ["usdc", "Base", "USDC", "base"],
    ["Usdt", "POLYGON", "USDT", "polygon"],
  ])("accepts %j on %j", (asset, chain, wantedAsset, wantedChain) => {
    const parsed = parseAssetChoice({ asset, chain })
    expect(parsed).toEqual({ ok: true, choice: { asset: wantedAsset, chain: wantedChain } })
  })

  it.each([
    ["USDC", undefined, "chain_required"],
    ["USDT", null, "chain_required"],
    ["USDT", "", "chain_required"],
    ["USDC", "ethereum", "unknown_chain"],
    ["USDC", "solana", "unknown_chain"],
    ["USDC", " base", "unknown_chain"],
    ["USDC", 8453, "unknown_chain"],
    ["USDC", ["base"], "unknown_chain"],
    ["USDC", { toLowerCase: "base" }, "unknown_chain"],
    ["USDC", false, "unknown_chain"],
    ["BTC", "polygon", "unknown_chain"],
    ["BTC", "litecoin", "unknown_chain"],
    ["DOGE", "base", "unknown_chain"],
    ["ETH", undefined, "unknown_asset"],
    ["USD", "base", "unknown_asset"],
    ["BTC ", undefined, "unknown_asset"],
    ["", undefined, "unknown_asset"],
    [undefined, "base", "unknown_asset"],
    [null, "base", "unknown_asset"],
    [1, undefined, "unknown_asset"],
    [["BTC"], undefined, "unknown_asset"],
    [{}, undefined, "unknown_asset"],
    ["__proto__", undefined, "unknown_asset"],
    ["constructor", undefined, "unknown_asset"],
  ])("refuses %j on %j as %s", (asset, chain, problem) => {
    expect(parseAssetChoice({ asset, chain })).toEqual({ ok: false, problem })
  })

  it("refuses an empty choice as an unknown asset", () => {
    expect(parseAssetChoice({})).toEqual({ ok: false, problem: "unknown_asset" })
  })
})

describe("choiceOf", () => {
  it.each([
    ["BTC", null, null],
    ["USDC", "base", "base"],
    ["USDT", "polygon", "polygon"],
    ["USDC", "elsewhere", null],
  ] as const)("repeats the earlier choice of %s on %s, without an unknown chain", (asset, asked_chain, chain) => {
    expect(choiceOf({ asset, asked_chain })).toEqual({ asset, chain })
  })
})
