import * as fc from "fast-check"
import { base58CheckAddress, evmAddress, segwitAddress } from "../../../sandbox/payments"
import { holds } from "../../__tests__/properties"
import type { AssetChoice } from "../../assets/choices"
import { ASSET_FACTS, ASSETS, evmFacts } from "../../assets/registry"
import { checkQuote, type QuoteAnswered, type QuoteAsked } from "../quote-check"
import { toDecimal } from "../units"

const NOW = Date.UTC(2026, 2, 1)

/** Version bytes of pay-to-public-key-hash addresses, main and test. */
const VERSIONS = { BTC: [0, 111], LTC: [48, 111], DOGE: [30, 113], DASH: [76, 140] } as const
const choice: fc.Arbitrary<AssetChoice> = fc.constantFrom(
  ...ASSETS.flatMap((asset): AssetChoice[] => {
    const { chains } = ASSET_FACTS[asset]
    return chains.length === 0 ? [{ asset, chain: null }] : chains.map((chain) => ({ asset, chain }))
  }),
)

type Exchange = { asked: QuoteAsked; answered: QuoteAnswered }

/** A request, and the correct answer to it. */
const exchange: fc.Arbitrary<Exchange> = fc
  .record({
    choice,
    hash: fc.uint8Array({ minLength: 20, maxLength: 20 }),
    segwit: fc.boolean(),
    base: fc.bigInt({ min: 1n, max: 10n ** 20n }).map(String),
    testMode: fc.boolean(),
  })
  .map(({ choice: { asset, chain }, hash, segwit, base, testMode }) => {
    const amount = { minor: 500, currency: "USD" }
    const { decimals, ownChain = "", uriScheme } = ASSET_FACTS[asset]
    const addressOf = () => {
      if (asset === "USDC" || asset === "USDT") return evmAddress(hash)
      if (asset === "BTC" && segwit) return segwitAddress(testMode ? "tb" : "bc", hash)
      return base58CheckAddress(VERSIONS[asset][testMode ? 1 : 0], hash)
    }
    const address = addressOf()
    const uri =
      chain === null
        ? `${uriScheme}:${address}?amount=${toDecimal(base, decimals)}`
        : `ethereum:${evmFacts(chain).contracts[asset]?.main}@${evmFacts(chain).ids[testMode ? "testnet" : "mainnet"]}/transfer?address=${address}&uint256=${base}`
    const answered = { asset, chain: chain ?? ownChain, decimals, base, amount, address, uri, quoteExpiresAt: NOW + 1 }
    return { asked: { choice: { asset, chain }, amount, testMode }, answered }
  })

it("an answer of the service is refused after every change of its URI that changes who gets how much", () => {
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
    fc.property(exchange, change, ({ asked, answered }, changed) => {
      const uri = changed(answered.uri)
      // Zeros after the last decimal place, a power of ten of zero and letter case change nothing.
      const same = (text: string) => {
        const plain = text.toLowerCase().replace(/%30$/, "0").replace(/e0$/, "")
        return plain.replace(/(\.\d*?)0*$/, "$1").replace(/\.$/, "")
      }
      // In test mode, contract and chain may be any of a test network.
      const counted = (text: string) => (asked.testMode ? text.replace(/0x[0-9a-f]{40}@\d+/i, "") : text)
      fc.pre(same(counted(uri)) !== same(counted(answered.uri)))
      expect(checkQuote(asked, { ...answered, uri }, NOW)).toBeDefined()
    }),
    500,
  )
})
