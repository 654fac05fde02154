import { choiceOf, parseAssetChoice } from "../choices"

describe("parseAssetChoice", () => {
  it.each([
    ["BTC", undefined, "BTC", null],
    ["BTC", null, "BTC", null],
    ["BTC", "", "BTC", null],
    ["USDC", "base", "USDC", "base"],
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
    ["USDC", " base", "unknown_chain"],
    ["USDC", 8453, "unknown_chain"],
    ["USDC", { toLowerCase: "base" }, "unknown_chain"],
    ["BTC", "polygon", "unknown_chain"],
    ["ETH", undefined, "unknown_asset"],
    ["BTC ", undefined, "unknown_asset"],
    ["", undefined, "unknown_asset"],
    [undefined, "base", "unknown_asset"],
    [["BTC"], undefined, "unknown_asset"],
    ["__proto__", undefined, "unknown_asset"],
  ])("refuses %j on %j as %s", (asset, chain, problem) => {
    expect(parseAssetChoice({ asset, chain })).toEqual({ ok: false, problem })
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
