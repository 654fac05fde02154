import { type AssetName, choiceOf, choicesIn, offeredBy, parseAssetChoice, shortest } from "../choices"

const NOW = new Date("2026-03-01T12:00:00Z")
const SOON = "2026-03-01T12:01:00.000Z"
const PAST = "2026-03-01T11:59:00.000Z"
const CONNECTION = { id: "default", assets: ["BTC", "USDC"], testMode: true, refusedAt: null } as const

describe("the options that a connection offers", () => {
  it("are each asset on each of its chains", () => {
    const ids = { connection_id: "default", provider_id: "pp_crypto_default", test_mode: true, discount: null }
    const choices = [{ asset: "BTC", chain: null }, ...["base", "polygon"].map((chain) => ({ asset: "USDC", chain }))]
    expect(offeredBy({ ...CONNECTION, unavailableUntil: {}, throttledUntil: null }, NOW)).toEqual(
      choices.map((choice) => ({ ...ids, ...choice, available: true, available_again_at: null })),
    )
  })

  const LATER = "2026-03-01T12:05:00.000Z"
  const AGAIN = "2026-03-01T12:00:01.000Z"
  const ago = (seconds: number) => ({ refusedAt: new Date(NOW.getTime() - seconds * 1000) })
  const asks = (until: string) => ({ throttledUntil: new Date(until) })
  type Gone = [btc: string | null, onBase: string | null, onPolygon: string | null]
  it.each<[string, Record<string, unknown>, object, Gone]>([
    ["only for the chain that is out", { "USDC:base": SOON, BTC: PAST, USDC: SOON }, {}, [null, SOON, null]],
    ["until exactly their retry time", { BTC: NOW.toISOString() }, {}, [null, null, null]],
    ["for no retry time that is no date", { "USDC:base": 9999, "USDC:polygon": "no date" }, {}, [null, null, null]],
    ["all while the service asks to wait", { BTC: LATER }, asks(SOON), [LATER, SOON, SOON]],
    ["no longer than the service asks to wait", {}, asks(PAST), [null, null, null]],
    ["all for a minute after the service refused the store", {}, ago(59), [AGAIN, AGAIN, AGAIN]],
    ["and then not", {}, ago(60), [null, null, null]],
  ])("are unavailable %s", (_, unavailableUntil, facts, gone) => {
    const offers = offeredBy({ ...CONNECTION, throttledUntil: null, unavailableUntil, ...facts }, NOW)
    expect(offers.map((one) => one.available_again_at)).toEqual(gone)
    expect(offers.map((one) => one.available)).toEqual(gone.map((until) => until === null))
  })
})

describe("a store that switches networks off", () => {
  const keys = (assets: AssetName[]) =>
    offeredBy({ ...CONNECTION, assets, unavailableUntil: {}, throttledUntil: null }, NOW).map(({ asset, chain }) =>
      [asset, chain].filter(Boolean).join(":"),
    )

  it("offers an asset on its remaining networks, other assets on all of theirs, and each option once", () => {
    expect(keys(["USDC:base", "USDT"])).toEqual(["USDC:base", "USDT:base", "USDT:polygon"])
    expect(keys(["USDT:polygon", "BTC"])).toEqual(["BTC", "USDT:polygon"])
    expect(keys(["USDC", "USDC:base", "USDC:base"])).toEqual(["USDC:base", "USDC:polygon"])
  })

  it.each<[AssetName[], AssetName[]]>([
    [["USDC:polygon", "USDC:base"], ["USDC"]],
    [["USDC", "USDC:base"], ["USDC"]],
    [
      ["USDT:base", "BTC"],
      ["BTC", "USDT:base"],
    ],
    [[], []],
  ])("stores %j as %j, which offers the same options", (given, stored) => {
    expect(shortest(given)).toEqual(stored)
    expect(choicesIn(stored)).toEqual(choicesIn(given))
  })
})

describe("parseAssetChoice", () => {
  it.each([
    ["BTC", null, "BTC", null],
    ["BTC", "", "BTC", null],
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

  it.each<[problem: string, assets: unknown[], chains: unknown[]]>([
    ["chain_required", ["USDC"], [undefined, null, ""]],
    ["unknown_chain", ["USDC"], ["ethereum", " base", 8453, { toLowerCase: "base" }]],
    ["unknown_chain", ["BTC"], ["polygon"]],
    ["unknown_asset", ["ETH", "BTC ", "", undefined, ["BTC"], "__proto__"], [undefined, "base"]],
  ])("refuses as %s: %j on %j", (problem, assets, chains) => {
    for (const asset of assets)
      for (const chain of chains) expect(parseAssetChoice({ asset, chain })).toEqual({ ok: false, problem })
  })
})

it.each([
  ["BTC", null, null],
  ["USDC", "base", "base"],
  ["USDT", "polygon", "polygon"],
  ["USDC", "elsewhere", null],
] as const)("choiceOf repeats the choice of %s on %s, without an unknown chain", (asset, asked_chain, chain) => {
  expect(choiceOf({ asset, asked_chain })).toEqual({ asset, chain })
})
