import * as fc from "fast-check"
import { base58CheckAddress, evmAddress, segwitAddress } from "../../../sandbox/payments"
import { anyText, holds } from "../../__tests__/properties"
import type { AssetChoice } from "../../assets/choices"
import { ASSET_FACTS, ASSETS, evmFacts } from "../../assets/registry"
import { checkQuote, type QuoteAnswered, type QuoteAsked } from "../quote-check"
import { toDecimal } from "../units"

const NOW = Date.UTC(2026, 2, 1)
const PROBLEM =
  /^(address_invalid|echo_(asset|chain|amount|currency)_differs|echo_decimals_differ|uri_[a-z_]+|quote_in_the_past)$/

const hash = fc.uint8Array({ minLength: 20, maxLength: 20 })
/** Version bytes of pay-to-public-key-hash addresses, main and test. */
const VERSIONS = { BTC: [0, 111], LTC: [48, 111], DOGE: [30, 113], DASH: [76, 140] } as const
const base = fc.bigInt({ min: 1n, max: 10n ** 20n }).map(String)
const choice: fc.Arbitrary<AssetChoice> = fc.constantFrom(
  ...ASSETS.flatMap((asset): AssetChoice[] => {
    const { chains } = ASSET_FACTS[asset]
    return chains.length === 0 ? [{ asset, chain: null }] : chains.map((chain) => ({ asset, chain }))
  }),
)

type Exchange = { asked: QuoteAsked; answered: QuoteAnswered; other: string }

/** A request, the correct answer to it, and another valid address of its network. */
const exchange: fc.Arbitrary<Exchange> = fc
  .record({
    choice,
    hashes: fc.uniqueArray(hash, { minLength: 2, maxLength: 2, selector: String }),
    segwit: fc.boolean(),
    base,
    minor: fc.integer({ min: 1, max: 10 ** 9 }),
    testMode: fc.boolean(),
    lives: fc.integer({ min: 1, max: 3_600_000 }),
  })
  .map(({ choice: { asset, chain }, hashes, segwit, base, minor, testMode, lives }) => {
    const amount = { minor, currency: "USD" }
    const { decimals, ownChain = "", uriScheme } = ASSET_FACTS[asset]
    const [address, other] = hashes.map((bytes) => {
      if (asset === "USDC" || asset === "USDT") return evmAddress(bytes)
      if (asset === "BTC" && segwit) return segwitAddress(testMode ? "tb" : "bc", bytes)
      return base58CheckAddress(VERSIONS[asset][testMode ? 1 : 0], bytes)
    }) as [string, string]
    const uri =
      chain === null
        ? `${uriScheme}:${address}?amount=${toDecimal(base, decimals)}`
        : `ethereum:${evmFacts(chain).contracts[asset]?.main}@${evmFacts(chain).ids[testMode ? "testnet" : "mainnet"]}/transfer?address=${address}&uint256=${base}`
    const quoteExpiresAt = NOW + lives
    const answered = { asset, chain: chain ?? ownChain, decimals, base, amount, address, uri, quoteExpiresAt }
    return { asked: { choice: { asset, chain }, amount, testMode }, answered, other }
  })

const check = ({ asked, answered }: Exchange, changed: Partial<QuoteAnswered> = {}) =>
  checkQuote(asked, { ...answered, ...changed }, NOW)

describe("an answer of the service", () => {
  it("is refused if its URI pays another address or another amount than its own", () => {
    holds(
      fc.property(exchange, fc.bigInt({ min: -1000n, max: 1000n }), (one, difference) => {
        const { address, uri, base } = one.answered
        expect(check(one, { address: one.other })).toBe("uri_of_another_address")
        expect(check(one, { uri: uri.replace(address, one.other) })).toBe("uri_of_another_address")
        const said = BigInt(base) + difference
        fc.pre(difference !== 0n && said > 0n)
        expect(check(one, { base: String(said) })).toBe("uri_amount_differs")
      }),
    )
  })

  it("is refused after every change of its URI that changes who gets how much", () => {
    const digit = fc.constantFrom(..."0123456789")
    const parameter = fc.constantFrom(
      ...["amount=1", "AMOUNT=2", "%61mount=3", "address=0x0", "uint256=1", "value=1e18", "gasPrice=1"],
      ...["r=https://x.example", "pj=https://x.example", "req-x=1", "sp=sp1q", "bc=bc1q", "foo=bar", ""],
      "lightning=lnbc1",
    )
    const change = fc.oneof(
      fc.record({ at: fc.nat(), put: digit }).map(({ at, put }) => (uri: string) => {
        const places = [...uri.matchAll(/[0-9a-zA-Z]/g)].map(({ index }) => index)
        const place = places[at % places.length] as number
        return uri.slice(0, place) + put + uri.slice(place + 1)
      }),
      digit.map((put) => (uri: string) => uri + put),
      fc.constantFrom("e1", "e0", ".5", "%30", "#", " ", "&").map((put) => (uri: string) => uri + put),
      parameter.map((put) => (uri: string) => `${uri}&${put}`),
      parameter.map((put) => (uri: string) => uri.replace("?", `?${put}&`)),
      fc.constantFrom("approve", "transferFrom", "").map((name) => (uri: string) => uri.replace("transfer", name)),
      fc.constantFrom("bitcoin", "litecoin", "ethereum", "javascript").map((scheme) => (uri: string) => {
        return scheme + uri.slice(uri.indexOf(":"))
      }),
      fc.constantFrom("@1", "@8453", "@137", "@10", "").map((id) => (uri: string) => uri.replace(/@\d+/, id)),
    )
    holds(
      fc.property(exchange, change, (one, changed) => {
        const uri = changed(one.answered.uri)
        // Zeros after the last decimal place, a power of ten of zero and letter case change nothing.
        const same = (text: string) => {
          const plain = text.toLowerCase().replace(/%30$/, "0").replace(/e0$/, "")
          return plain.replace(/(\.\d*?)0*$/, "$1").replace(/\.$/, "")
        }
        // In test mode, contract and chain may be any of a test network.
        const counted = (text: string) => (one.asked.testMode ? text.replace(/0x[0-9a-f]{40}@\d+/i, "") : text)
        fc.pre(same(counted(uri)) !== same(counted(one.answered.uri)))
        expect(check(one, { uri })).toBeDefined()
      }),
      500,
    )
  })

  it("is judged without an error for any URI, and accepted only with an allowed scheme and its address", () => {
    const parts = fc.constantFrom(
      ...["bitcoin:", "ethereum:", "javascript:", "data:", "pay-", "//", "@8453", "/transfer", "?", "&", "%"],
    )
    const text = fc.oneof(
      anyText(),
      fc.array(parts, { maxLength: 8 }).map((some) => some.join("")),
    )
    holds(
      fc.property(exchange, text, fc.boolean(), (one, written, named) => {
        const uri = named ? written + one.answered.address : written
        const problem = check(one, { uri })
        if (problem !== undefined) {
          expect(problem).toMatch(PROBLEM)
          return
        }
        const [scheme = "", rest = ""] = uri.split(/:(.*)/s)
        expect(ASSET_FACTS[one.asked.choice.asset].uriScheme).toBe(scheme.toLowerCase())
        expect(rest.toLowerCase()).toContain(one.answered.address.toLowerCase())
      }),
      300,
    )
  })
})
