import { readFileSync } from "node:fs"
import { join } from "node:path"
import { ModuleKind, ScriptTarget, transpileModule } from "typescript"
import { inputWith, viewWith } from "../../../pay-page/__tests__/view"
import { renderPayPage } from "../../../pay-page/page"
import { createPaymentRequest } from "../../../store-api/wire"
import { uiOf } from "../../../storefront/ui"
import { configSettings } from "../../connection/settings"
import { checkQuote } from "../../money/quote-check"
import { CryptoPaymentError } from "../../text/errors"
import { canonicalTransactionId, isAddress } from "../addresses"
import { offeredBy, parseAssetChoice } from "../choices"
import { type Asset, addressUrl, allowedUri, assetName, type EvmChain } from "../registry"
import { assetTable } from "./asset-table"

/** The registry's source with one more chain and one more asset: a maintainer adds only these entries. */
jest.mock("../registry", () => {
  const source = readFileSync(join(__dirname, "..", "registry.ts"), "utf8")
    .replace('  bitcoin: "Bitcoin",\n', '  acmenet: "Acme Network",\n$&')
    .replace(
      "} as const satisfies Record<ChainName, ChainDetails>",
      `acmenet: {
        explorer: { main: "https://acme.example" },
        evm: {
          ids: { mainnet: 77, testnet: 78 }, testName: "Acme Test", coin: ["Acme", "ACM"], rpc: "", testRpc: "",
          contracts: { ACME: { main: "0x1111111111111111111111111111111111111111" } },
        },
      },\n$&`,
    )
    .replace(
      "} as const satisfies Record<string, AssetFacts>",
      'ACME: { name: "Acme Coin", decimals: 3, shownPlaces: 2, chains: ["acmenet"], uriScheme: "ethereum" },\n$&',
    )
  const exports = {}
  const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 }
  const { outputText } = transpileModule(source, { compilerOptions })
  new Function("exports", outputText)(exports)
  return exports
})

const ACME = "ACME" as Asset
const ACMENET = "acmenet" as EvmChain
const NOW = Date.parse("2030-01-01T00:00:00Z")
const ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
const uri = (chainId: number, contract = "1".repeat(40)) =>
  `ethereum:0x${contract}@${chainId}/transfer?address=${ADDRESS}&uint256=1500`

describe("an asset and a chain that exist only as registry entries", () => {
  it("are accepted as a shopper's choice and in a request to the service", () => {
    const choice = { asset: ACME, chain: ACMENET }
    expect(parseAssetChoice({ asset: "acme", chain: "AcmeNet" })).toEqual({ ok: true, choice })
    expect(parseAssetChoice({ asset: "ACME" })).toEqual({ ok: false, problem: "chain_required" })
    const request = { ...choice, amount: { minor: 100, currency: "USD" } }
    expect(createPaymentRequest.parse(request)).toEqual(request)
  })

  it("can be set in the settings and are offered as an option", () => {
    expect(configSettings.parse({ assets: "BTC,ACME" }).assets).toEqual(["BTC", "ACME"])
    const connection = { id: "default", assets: [ACME], testMode: false, throttledUntil: null, refusedAt: null }
    const offers = offeredBy({ ...connection, unavailableUntil: {} }, new Date(NOW))
    expect(offers).toMatchObject([{ asset: "ACME", chain: "acmenet", available: true }])
  })

  it.each([
    [uri(77), 3, undefined],
    [uri(77), 4, "echo_decimals_differ"],
    ["bitcoin:acme1address?amount=1.5", 3, "uri_scheme_not_allowed"],
    [uri(137), 3, "uri_of_another_chain"],
    [uri(77, "2".repeat(40)), 3, "uri_of_another_contract"],
  ])("have their quote checked: %s with %i decimals", (uri, decimals, problem) => {
    const amount = { minor: 100, currency: "USD" }
    const asked = { choice: { asset: ACME, chain: ACMENET }, amount, testMode: false }
    const answered = { asset: "ACME", chain: "acmenet", decimals, base: "1500", amount, address: ADDRESS, uri }
    expect(checkQuote(asked, { ...answered, quoteExpiresAt: NOW + 1 }, NOW)).toBe(problem)
  })

  it("get an explorer link, a payment link only in their own scheme, and a check of a payout", () => {
    expect(addressUrl({ chain: "acmenet", testMode: false }, ADDRESS)).toBe(`https://acme.example/address/${ADDRESS}`)
    expect(addressUrl({ chain: "acmenet", testMode: true }, ADDRESS)).toBeNull()
    expect([allowedUri("ACME", "ethereum:x"), allowedUri("ACME", "bitcoin:x")]).toEqual(["ethereum:x", null])
    const on = { asset: "ACME", chain: "AcmeNet", testMode: false }
    expect([ADDRESS, "acme1address"].map((address) => isAddress(on, address))).toEqual([true, false])
    expect(canonicalTransactionId(on, "AB".repeat(32))).toBe(`0x${"ab".repeat(32)}`)
  })

  it("are named on the pay page, in the storefront and in error messages", () => {
    const page = renderPayPage(inputWith({ view: viewWith({ asset: "ACME", chain: "acmenet" }) }))
    expect(page).toContain("Pay with ACME")
    expect(page.replaceAll(/<[^>]*bdi[^>]*>/g, "")).toContain("Send only ACME on Acme Network.")
    expect([assetName("ACME"), uiOf({}, () => undefined).network("acmenet")]).toEqual(["ACME", "Acme Network"])
    expect(new CryptoPaymentError("unknown_asset").message).toMatch(/, USDT or ACME\.$/)
    expect(new CryptoPaymentError("chain_required").message).toMatch(/: base, polygon or acmenet\.$/)
  })

  it("are reported as the only row that the table in docs/assets.md lacks", () => {
    const documented = readFileSync(join(__dirname, "../../../../docs/assets.md"), "utf8")
    const missing = assetTable().filter((row) => !documented.includes(row))
    expect(missing).toEqual([
      "| `ACME` | Acme Coin | Acme Network (`acmenet`) | 3 | `ethereum:` | [acme.example](https://acme.example) |",
    ])
  })
})
