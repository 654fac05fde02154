import * as fc from "fast-check"
import { anyText, holds, spelled } from "../../__tests__/properties"
import { type AssetChoice, parseAssetChoice } from "../../assets/asset-choice"
import { ASSET_FACTS, ASSETS, chainIds } from "../../assets/registry"
import { checkQuote, type QuoteAnswered, type QuoteAsked } from "../quote"
import { toDecimal } from "../units"

const NOW = Date.UTC(2026, 2, 1)
const PROBLEM = /^(echo_(asset|chain|amount|currency)_differs|echo_decimals_differ|uri_[a-z_]+|quote_in_the_past)$/

const of = (alphabet: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length })
const coinAddress = of("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 33).map((text) => `1${text}`)
const evmAddress = of("0123456789abcdefABCDEF", 40).map((text) => `0x${text}`)
const base = fc.bigInt({ min: 1n, max: 10n ** 20n }).map(String)
const choice: fc.Arbitrary<AssetChoice> = fc.constantFrom(
  ...ASSETS.flatMap((asset): AssetChoice[] => {
    const { chains } = ASSET_FACTS[asset]
    return chains.length === 0 ? [{ asset, chain: null }] : chains.map((chain) => ({ asset, chain }))
  }),
)

type Exchange = { asked: QuoteAsked; answered: QuoteAnswered; token: string; other: string }

/** A request, and the correct answer to it. */
const exchange: fc.Arbitrary<Exchange> = fc
  .record({
    choice,
    coin: coinAddress,
    evm: evmAddress,
    token: evmAddress,
    base,
    minor: fc.integer({ min: 1, max: 10 ** 9 }),
    testMode: fc.boolean(),
    lives: fc.integer({ min: 1, max: 3_600_000 }),
  })
  .map(({ choice: { asset, chain }, coin, evm, token, base, minor, testMode, lives }) => {
    const amount = { minor, currency: "USD" }
    const { decimals, ownChain = "", uriScheme } = ASSET_FACTS[asset]
    const address = chain === null ? coin : evm
    const id = chain === null ? 0 : chainIds(chain)[testMode ? "testnet" : "mainnet"]
    const uri =
      chain === null
        ? `${uriScheme}:${address}?amount=${toDecimal(base, decimals)}`
        : `ethereum:${token}@${id}/transfer?address=${address}&uint256=${base}`
    const answered = {
      asset,
      chain: chain ?? ownChain,
      decimals,
      base,
      amount,
      address,
      uri,
      quoteExpiresAt: NOW + lives,
    }
    return {
      asked: { choice: { asset, chain }, amount, testMode },
      answered,
      token,
      other: chain === null ? `${coin}1` : token,
    }
  })

const check = ({ asked, answered }: Exchange, changed: Partial<QuoteAnswered> = {}) =>
  checkQuote(asked, { ...answered, ...changed }, NOW)

describe("an answer of the service", () => {
  it("is accepted if it echoes the request and pays its own address", () => {
    holds(
      fc.property(exchange, (one) => {
        expect(check(one)).toBeUndefined()
      }),
    )
  })

  it("is refused if its URI pays another address than its own", () => {
    holds(
      fc.property(exchange, (one) => {
        fc.pre(one.other.toLowerCase() !== one.answered.address.toLowerCase())
        expect(check(one, { address: one.other })).toBe("uri_without_address")
        expect(check(one, { uri: one.answered.uri.replace(one.answered.address, one.other) })).toBe(
          "uri_without_address",
        )
      }),
    )
  })

  it("is refused if its amount is lower or higher than the amount in its URI", () => {
    holds(
      fc.property(exchange, fc.bigInt({ min: -1000n, max: 1000n }), (one, difference) => {
        const said = BigInt(one.answered.base) + difference
        fc.pre(difference !== 0n && said > 0n)
        expect(check(one, { base: String(said) })).toBe("uri_amount_differs")
      }),
    )
  })

  it("is refused if its price is lower or higher than the requested one, or in another currency", () => {
    holds(
      fc.property(exchange, fc.integer({ min: -1000, max: 1000 }), (one, difference) => {
        fc.pre(difference !== 0)
        const { minor, currency } = one.asked.amount
        expect(check(one, { amount: { minor: minor + difference, currency } })).toBe("echo_amount_differs")
        expect(check(one, { amount: { minor, currency: "EUR" } })).toBe("echo_currency_differs")
      }),
    )
  })

  it("is refused if it is for another asset or chain than requested", () => {
    holds(
      fc.property(exchange, exchange, (one, { answered }) => {
        const { asset, chain } = one.asked.choice
        fc.pre(answered.asset !== asset || (chain !== null && answered.chain !== chain))
        expect(check(one, { asset: answered.asset, chain: answered.chain, uri: answered.uri })).toBeDefined()
      }),
    )
  })

  it("is refused if its URI leads to another network", () => {
    const id = fc.oneof(fc.nat(), fc.constantFrom(1, 10, 137, 8453, 80002, 84532))
    holds(
      fc.property(exchange, id, (one, chainId) => {
        const { chain } = one.asked.choice
        if (chain === null) return
        const { mainnet, testnet } = chainIds(chain)
        const uri = one.answered.uri.replace(/@\d+/, `@${chainId}`)
        const problem = check(one, { uri })
        if (!one.asked.testMode) expect(problem).toBe(chainId === mainnet ? undefined : "uri_of_another_chain")
        if ([mainnet, testnet].includes(chainId) && one.asked.testMode) expect(problem).toBeUndefined()
        const foreign = chain === "base" ? [137, 80002] : [8453, 84532]
        if (foreign.includes(chainId)) expect(problem).toBe("uri_of_another_chain")
      }),
      1000,
    )
  })

  it("is accepted with its URI's scheme and its currency in any letter case", () => {
    const spelling = exchange.chain((one) => {
      const scheme = one.answered.uri.split(":", 1)[0] ?? ""
      return fc.tuple(fc.constant(one), spelled(scheme), spelled("USD")).map(([, letters, currency]) => ({
        one,
        changed: {
          uri: letters + one.answered.uri.slice(scheme.length),
          amount: { ...one.answered.amount, currency },
        },
      }))
    })
    holds(
      fc.property(spelling, ({ one, changed }) => {
        expect(check(one, changed)).toBeUndefined()
      }),
    )
  })

  it("is accepted exactly until its quote expires", () => {
    holds(
      fc.property(exchange, fc.integer({ min: -1000, max: 1000 }), (one, left) => {
        expect(check(one, { quoteExpiresAt: NOW + left })).toBe(left > 0 ? undefined : "quote_in_the_past")
      }),
    )
  })

  it("is judged without an error for any URI, and accepted only with an allowed scheme and its address", () => {
    const parts = fc.array(
      fc.constantFrom(
        "bitcoin:",
        "ethereum:",
        "javascript:",
        "data:",
        "pay-",
        "//",
        "@8453",
        "/transfer",
        "?",
        "&",
        "%",
      ),
      { maxLength: 8 },
    )
    holds(
      fc.property(
        exchange,
        fc.oneof(
          anyText(),
          parts.map((some) => some.join("")),
        ),
        fc.boolean(),
        (one, text, named) => {
          const uri = named ? text + one.answered.address : text
          const problem = check(one, { uri })
          if (problem !== undefined) {
            expect(problem).toMatch(PROBLEM)
            return
          }
          const [scheme = "", rest = ""] = uri.split(/:(.*)/s)
          expect(ASSET_FACTS[one.asked.choice.asset].uriScheme).toBe(scheme.toLowerCase())
          expect(rest.toLowerCase()).toContain(one.answered.address.toLowerCase())
        },
      ),
      2000,
    )
  })
})

describe("what a shopper chose", () => {
  it("is parsed to an asset and a chain that fits it, or refused with a known code", () => {
    const some = fc.oneof(
      anyText(8),
      fc.constantFrom<string[]>(...ASSETS).chain((asset) => spelled(asset)),
      fc.constantFrom("base", "Polygon", "bitcoin", "dash", "", null, undefined),
      fc.jsonValue(),
    )
    holds(
      fc.property(some, some, (asset, chain) => {
        const parsed = parseAssetChoice({ asset, chain })
        if (!parsed.ok) {
          expect(["unknown_asset", "chain_required", "unknown_chain"]).toContain(parsed.problem)
          return
        }
        const { chains } = ASSET_FACTS[parsed.choice.asset]
        expect(parsed.choice.chain === null ? chains.length === 0 : chains.includes(parsed.choice.chain)).toBe(true)
        expect(String(asset).toUpperCase()).toBe(parsed.choice.asset)
        expect(parseAssetChoice(parsed.choice)).toEqual(parsed)
      }),
      1000,
    )
  })
})
