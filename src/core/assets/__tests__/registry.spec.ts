import { readFileSync } from "node:fs"
import { join } from "node:path"
import { contrast } from "../../connection/branding"
import { walletChain } from "../../money/payment-uri"
import { markOf } from "../marks"
import {
  ASSETS,
  addressUrl,
  allowedUri,
  assetName,
  decimalsOf,
  evmChainOf,
  networkName,
  shownPlaces,
  transactionUrl,
} from "../registry"
import { assetTable } from "./asset-table"

it("the assets match the rows of the table in docs/assets.md", () => {
  expect(readFileSync(join(__dirname, "../../../../docs/assets.md"), "utf8").match(/^\| `.*$/gm)).toEqual(assetTable())
})

it.each([
  ["BTC", undefined, 8],
  ["USDT", { asset: "USDT", decimals: 18 }, 18],
  ["BTC", { asset: "USDC", decimals: 6 }, 8],
  ["ACME", { asset: "USDC", decimals: 6 }, 0],
])("an amount of %s has the decimals of a payment in it, and else its own: %j %i", (asset, payment, decimals) => {
  expect(decimalsOf(asset, payment)).toBe(decimals)
})

it("an amount of a token shows cents, and one of a coin or an unknown asset no zeros at its end", () => {
  expect(["USDC", "BTC", "ACME"].map(shownPlaces)).toEqual([2, 0, 0])
})

it.each([
  [" Base ", false, "base"],
  ["base-sepolia", true, "base"],
  ["Polygon_Amoy ", true, "polygon"],
  ["polygon", true, "polygon"],
  ["base-sepolia", false, undefined],
  ["ethereum", true, undefined],
])("the service's chain %j, in test mode %s, names our chain: %s", (name, testMode, chain) => {
  expect(evmChainOf(name, testMode)).toBe(chain)
})

describe("the shown names of assets and chains", () => {
  it("are those of the registry, or the given text", () => {
    const assets = { BTC: "Bitcoin", DOGE: "Dogecoin", USDC: "USDC", ACME: "ACME", constructor: "constructor" }
    for (const [asset, name] of Object.entries(assets)) expect(assetName(asset)).toBe(name)
    const chains = { base: "Base", " BASE ": "Base", solana: "solana", constructor: "constructor" }
    for (const [chain, name] of Object.entries(chains)) expect(networkName(chain)).toBe(name)
  })

  it("give a wallet the same chain in any case and with spaces, and none for bitcoin", () => {
    expect(walletChain(" Base ", false)).toEqual(walletChain("base", false))
    expect(walletChain("base", false)).toMatchObject({ chainName: "Base" })
    expect(walletChain("bitcoin", false)).toBeUndefined()
  })
})

it.each([
  ["BTC", "bitcoin:1x?amount=1", true],
  ["BTC", "BITCOIN:1X", true],
  ["BTC", "litecoin:1x", false],
  ["BTC", "javascript:bitcoin:1x", false],
  ["ACME", "undefined1:x", false],
  ["BTC", null, false],
])("allowedUri decides whether %s may show a link to %j: %s", (asset, uri, shown) => {
  expect(allowedUri(asset, uri)).toBe(shown ? uri : null)
})

const DASH = "insight/address/a"

describe("an explorer link", () => {
  it.each([
    ["bitcoin", "https://mempool.space/address/a", "https://mempool.space/testnet/address/a"],
    ["litecoin", "https://litecoinspace.org/address/a", "https://litecoinspace.org/testnet/address/a"],
    ["dogecoin", "https://blockchair.com/dogecoin/address/a", null],
    ["dash", `https://insight.dash.org/${DASH}`, `https://insight.testnet.networks.dash.org/${DASH}`],
    ["base", "https://basescan.org/address/a", "https://sepolia.basescan.org/address/a"],
    ["polygon", "https://polygonscan.com/address/a", "https://amoy.polygonscan.com/address/a"],
    ["solana", null, null],
    ["constructor", null, null],
    ["", null, null],
  ])("to an address on %s has the right URL for the main and the test network, or none", (chain, main, test) => {
    expect(addressUrl({ chain, testMode: false }, "a")).toBe(main)
    expect(addressUrl({ chain, testMode: true }, "a")).toBe(test)
  })

  it("to a transaction uses the path of its explorer, or is null if no explorer is known", () => {
    const links = ["base", "dogecoin", "solana"].map((chain) => transactionUrl({ chain, testMode: false }, "0x1"))
    expect(links).toEqual(["https://basescan.org/tx/0x1", "https://blockchair.com/dogecoin/transaction/0x1", null])
    expect(transactionUrl({ chain: "dogecoin", testMode: true }, "1")).toBeNull()
  })

  it("escapes the address, so that the address cannot change where the link leads", () => {
    const url = addressUrl({ chain: "bitcoin", testMode: false }, "../../evil?x=1#y")
    expect(url).toBe("https://mempool.space/address/..%2F..%2Fevil%3Fx%3D1%23y")
  })
})

describe("an asset's mark", () => {
  it.each(ASSETS)("is drawn for %s, on a color that has a contrast of at least 4.5 to white", (asset) => {
    const mark = markOf(asset)
    expect(mark).toHaveProperty("path", expect.stringMatching(/^M[\d.]+ /))
    expect(contrast(mark.color, "#ffffff")).toBeGreaterThanOrEqual(4.5)
  })

  it("is the first letter of an asset that has no drawn mark", () => {
    expect(markOf("ACME")).toEqual({ color: "#52525b", letter: "A" })
    expect(markOf("constructor")).toHaveProperty("letter", "c")
  })
})
