import { readFileSync } from "node:fs"
import { join } from "node:path"
import vectors from "../../__tests__/vectors.json"
import { ASSET_FACTS, ASSETS, allowedUri, assetName, EVM_CHAINS, evmFacts, isAsset, networkName } from "../registry"
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
    expect(evmFacts(chain).ids).toEqual(vectors.chains[chain])
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
