import vectors from "../../__tests__/vectors.json"
import type { AssetChoice } from "../../assets/asset-choice"
import { checkQuote, type QuoteAnswered, type QuoteAsked } from "../quote"

const NOW = Date.UTC(2026, 0, 1)
const BTC_ADDRESS = "175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W"
const BECH32 = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
const PAYEE = "0xfb6916095ca1df60bB79Ce92cE3Ea74c37c5d359"
const TOKEN = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
const transfer = (chainId: number | string, payee = PAYEE) =>
  `ethereum:${TOKEN}@${chainId}/transfer?address=${payee}&uint256=5000000`

const amount = { minor: 500, currency: "USD" }

const asked = (choice: AssetChoice = { asset: "BTC", chain: null }, testMode = false): QuoteAsked => ({
  choice,
  amount,
  testMode,
})
const onBase = (testMode = false) => asked({ asset: "USDC", chain: "base" }, testMode)
const onPolygon = (testMode = false) => asked({ asset: "USDT", chain: "polygon" }, testMode)

const btc: QuoteAnswered = {
  asset: "BTC",
  chain: "bitcoin",
  decimals: 8,
  base: "100000",
  amount,
  address: BTC_ADDRESS,
  uri: `bitcoin:${BTC_ADDRESS}?amount=0.001`,
  quoteExpiresAt: NOW + 60_000,
}
const usdc: QuoteAnswered = {
  ...btc,
  asset: "USDC",
  chain: "base",
  decimals: 6,
  base: "5000000",
  address: PAYEE,
  uri: transfer(8453),
}
const usdt: QuoteAnswered = { ...usdc, asset: "USDT", chain: "polygon", uri: transfer(137) }

describe("checkQuote", () => {
  it.each<[string, QuoteAsked, QuoteAnswered, boolean]>([
    ["another amount in whole units", asked(), { ...btc, base: "100001" }, false],
    ["an amount that is not a plain decimal", asked(), { ...btc, uri: `bitcoin:${BTC_ADDRESS}?amount=1e-3` }, false],
    ["two amounts, one of them different", asked(), { ...btc, uri: `${btc.uri}&amount=1` }, false],
    ["the amount with trailing zeros", asked(), { ...btc, uri: `bitcoin:${BTC_ADDRESS}?amount=0.00100000` }, true],
    ["no amount, which leaves it to the payer", asked(), { ...btc, uri: `bitcoin:${BTC_ADDRESS}` }, true],
    ["other base units", onBase(), { ...usdc, base: "5000001" }, false],
    ["another value", onBase(), { ...usdc, uri: `ethereum:${PAYEE}@8453?value=5000001` }, false],
    [
      "base units in a notation that is left to the wallet",
      onBase(),
      { ...usdc, uri: usdc.uri.replace("5000000", "5e6") },
      true,
    ],
  ])("checks the amount of a URI with %s", (_, question, answer, taken) => {
    expect(checkQuote(question, answer, NOW)).toBe(taken ? undefined : "uri_amount_differs")
  })

  it.each(vectors.uris.examples)("accepts $uri", ({ asset, uri, address }) => {
    const [question, answer] = asset === "BTC" ? [asked(), btc] : [onBase(), usdc]
    expect(checkQuote(question, { ...answer, uri, address }, NOW)).toBeUndefined()
  })

  it.each<[string, QuoteAsked, QuoteAnswered]>([
    ["a BIP-21 URI without an amount", asked(), { ...btc, uri: `bitcoin:${BTC_ADDRESS}` }],
    ["a scheme in capitals", asked(), { ...btc, uri: `BITCOIN:${BTC_ADDRESS}` }],
    [
      "a bech32 address in capitals, as QR codes use it",
      asked(),
      { ...btc, address: BECH32, uri: `BITCOIN:${BECH32.toUpperCase()}` },
    ],
    ["a scheme with slashes", asked(), { ...btc, uri: `bitcoin://${BTC_ADDRESS}?amount=0.001` }],
    ["labels and messages", asked(), { ...btc, uri: `bitcoin:${BTC_ADDRESS}?label=a@b/c?d&message=x` }],
    [
      "LTC",
      asked({ asset: "LTC", chain: null }),
      { ...btc, asset: "LTC", chain: "litecoin", uri: `litecoin:${BTC_ADDRESS}` },
    ],
    [
      "DOGE",
      asked({ asset: "DOGE", chain: null }),
      { ...btc, asset: "DOGE", chain: "dogecoin", uri: `dogecoin:${BTC_ADDRESS}` },
    ],
    [
      "DASH",
      asked({ asset: "DASH", chain: null }),
      { ...btc, asset: "DASH", chain: "dash", uri: `dash:${BTC_ADDRESS}` },
    ],
    ["any name for the only chain of BTC", asked(), { ...btc, chain: "BTC-mainnet" }],
    ["a chain in capitals", onBase(), { ...usdc, chain: "BASE" }],
    ["a currency in small letters", asked(), { ...btc, amount: { minor: 500, currency: "usd" } }],
    ["polygon", onPolygon(), usdt],
    ["an EVM address without its checksum", onBase(), { ...usdc, uri: transfer(8453, PAYEE.toLowerCase()) }],
    ["an EVM address in capitals", onBase(), { ...usdc, uri: transfer(8453, `0x${PAYEE.slice(2).toUpperCase()}`) }],
    ["ERC-681 without a function", onBase(), { ...usdc, uri: `ethereum:${PAYEE}@8453` }],
    ["ERC-681 with pay-", onBase(), { ...usdc, uri: `ethereum:pay-${PAYEE}@8453?value=5000000` }],
    ["a test network in test mode", onBase(true), { ...usdc, uri: transfer(84532) }],
    ["another network in test mode, which is the service's choice", onBase(true), { ...usdc, uri: transfer(11155111) }],
    ["an address that only looks percent-encoded", asked(), { ...btc, address: "%E0%A4%A", uri: "bitcoin:%E0%A4%A" }],
    ["a quote that expires in one millisecond", asked(), { ...btc, quoteExpiresAt: NOW + 1 }],
  ])("accepts %s", (_, question, answer) => {
    expect(checkQuote(question, answer, NOW)).toBeUndefined()
  })

  it.each<[string, QuoteAsked, Partial<QuoteAnswered>, string]>([
    ["another asset", asked(), { asset: "LTC" }, "echo_asset_differs"],
    ["the asset in small letters", asked(), { asset: "btc" }, "echo_asset_differs"],
    ["no asset", asked(), { asset: "" }, "echo_asset_differs"],
    ["another token with the same decimals", onBase(), { asset: "USDT" }, "echo_asset_differs"],
    ["the other chain", onBase(), { chain: "polygon" }, "echo_chain_differs"],
    ["no chain", onBase(), { chain: "" }, "echo_chain_differs"],
    ["a chain that only begins with the same letters", onBase(), { chain: "base2" }, "echo_chain_differs"],
    ["other decimals", asked(), { decimals: 6 }, "echo_decimals_differ"],
    ["other decimals of a token", onBase(), { decimals: 18 }, "echo_decimals_differ"],
    ["one cent less", asked(), { amount: { minor: 499, currency: "USD" } }, "echo_amount_differs"],
    ["100 times the amount", asked(), { amount: { minor: 50_000, currency: "USD" } }, "echo_amount_differs"],
    [
      "an amount that is not a number",
      asked(),
      { amount: { minor: Number.NaN, currency: "USD" } },
      "echo_amount_differs",
    ],
    ["another currency", asked(), { amount: { minor: 500, currency: "EUR" } }, "echo_currency_differs"],
    ["javascript:", asked(), { uri: `javascript:alert("${BTC_ADDRESS}")` }, "uri_scheme_not_allowed"],
    [
      "javascript: in mixed case after a blank",
      asked(),
      { uri: ` JavaScript:${BTC_ADDRESS}` },
      "uri_scheme_not_allowed",
    ],
    ["javascript: after a line break", asked(), { uri: `\njavascript:${BTC_ADDRESS}` }, "uri_scheme_not_allowed"],
    ["data:", asked(), { uri: `data:text/html,${BTC_ADDRESS}` }, "uri_scheme_not_allowed"],
    ["https:", asked(), { uri: `https://example.com/${BTC_ADDRESS}` }, "uri_scheme_not_allowed"],
    ["another coin's scheme", asked(), { uri: `litecoin:${BTC_ADDRESS}` }, "uri_scheme_not_allowed"],
    [
      "a scheme that only begins with the same letters",
      asked(),
      { uri: `bitcoincash:${BTC_ADDRESS}` },
      "uri_scheme_not_allowed",
    ],
    ["no scheme", asked(), { uri: BTC_ADDRESS }, "uri_scheme_not_allowed"],
    ["an empty scheme", asked(), { uri: `:${BTC_ADDRESS}` }, "uri_scheme_not_allowed"],
    ["an empty URI", asked(), { uri: "" }, "uri_scheme_not_allowed"],
    ["the Bitcoin scheme for a token", onBase(), { uri: `bitcoin:${PAYEE}` }, "uri_scheme_not_allowed"],
    ["a blank before the scheme", asked(), { uri: ` bitcoin:${BTC_ADDRESS}` }, "uri_scheme_not_allowed"],
    ["a word before the scheme", asked(), { uri: `x\nbitcoin:${BTC_ADDRESS}` }, "uri_scheme_not_allowed"],
    ["a chain id with a tail", onBase(), { uri: `ethereum:${PAYEE}@8453x` }, "uri_scheme_not_allowed"],
    ...[`0${PAYEE}`, `${PAYEE}0`, `x${BECH32}`, `${BECH32}b`].map(
      (address): [string, QuoteAsked, Partial<QuoteAnswered>, string] => [
        `${address} in capitals, which only contains a case-insensitive address`,
        asked(),
        { address, uri: `bitcoin:${address.toUpperCase()}` },
        "uri_without_address",
      ],
    ),
    ["no address in the URI", asked(), { uri: "bitcoin:" }, "uri_without_address"],
    ["another address", asked(), { uri: "bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT?amount=1" }, "uri_without_address"],
    [
      "the address as a parameter instead of the target",
      asked(),
      { uri: `bitcoin:1Boat?address=${BTC_ADDRESS}` },
      "uri_without_address",
    ],
    ["the address only as a label", asked(), { uri: `bitcoin:1Boat?label=${BTC_ADDRESS}` }, "uri_without_address"],
    ["the address with a tail", asked(), { uri: `bitcoin:${BTC_ADDRESS}x` }, "uri_without_address"],
    [
      "a base58 address in another case, which is another address",
      asked(),
      { uri: `bitcoin:${BTC_ADDRESS.toLowerCase()}` },
      "uri_without_address",
    ],
    ["a token transfer to another payee", onBase(), { uri: transfer(8453, TOKEN) }, "uri_without_address"],
    [
      "a token transfer without a payee",
      onBase(),
      { uri: `ethereum:${TOKEN}@8453/transfer?uint256=1` },
      "uri_without_address",
    ],
    [
      "a token transfer with two payees",
      onBase(),
      { uri: `${transfer(8453)}&address=${TOKEN}` },
      "uri_without_address",
    ],
    [
      "a transferFrom call",
      onBase(),
      { uri: `ethereum:${TOKEN}@8453/transferFrom?address=${PAYEE}` },
      "uri_without_address",
    ],
    [
      "an approval to spend",
      onBase(),
      { uri: `ethereum:${TOKEN}@8453/approve?address=${PAYEE}&uint256=1` },
      "uri_without_address",
    ],
    [
      "an approval call on the payee's address",
      onBase(),
      { uri: `ethereum:${PAYEE}@8453/approve?address=${TOKEN}` },
      "uri_without_address",
    ],
    [
      "a transfer call on the payee's address",
      onBase(),
      { uri: `ethereum:${PAYEE}@8453/transfer?address=${TOKEN}` },
      "uri_without_address",
    ],
    ["the other chain's id", onBase(), { uri: transfer(137) }, "uri_of_another_chain"],
    ["the test network's id in live mode", onBase(), { uri: transfer(84532) }, "uri_of_another_chain"],
    ["the chain id of Ethereum", onBase(), { uri: transfer(1) }, "uri_of_another_chain"],
    [
      "no chain id, which means Ethereum",
      onBase(),
      { uri: `ethereum:${TOKEN}/transfer?address=${PAYEE}` },
      "uri_of_another_chain",
    ],
    [
      "a chain id only among the parameters",
      onBase(),
      { uri: `ethereum:${TOKEN}/transfer?address=${PAYEE}&x=@8453` },
      "uri_of_another_chain",
    ],
    ["the other chain in test mode", onBase(true), { uri: transfer(80002) }, "uri_of_another_chain"],
    ["the other chain's mainnet in test mode", onBase(true), { uri: transfer(137) }, "uri_of_another_chain"],
    ["no chain id in test mode", onBase(true), { uri: `ethereum:${PAYEE}` }, "uri_of_another_chain"],
    ["a quote that expires now", asked(), { quoteExpiresAt: NOW }, "quote_in_the_past"],
    ["an expired quote", asked(), { quoteExpiresAt: NOW - 1 }, "quote_in_the_past"],
    ["an expiry that is not a number", asked(), { quoteExpiresAt: Number.NaN }, "quote_in_the_past"],
  ])("refuses %s", (_, question, changed, problem) => {
    const answer = question.choice.chain === null ? btc : usdc
    expect(checkQuote(question, { ...answer, ...changed }, NOW)).toBe(problem)
  })

  it("refuses URIs that are built to be slow to parse", () => {
    const uris = ["bitcoin:", "ethereum:pay-", `${"a".repeat(2000)}`, "ethereum:@@"].map(
      (start) => start + "/@?".repeat(20_000),
    )
    for (const uri of uris) expect(checkQuote(asked(), { ...btc, uri }, NOW)).toBeDefined()
  })

  it("reads a broken percent sequence as plain text", () => {
    expect(checkQuote(asked(), { ...btc, uri: "bitcoin:%E0%A4%A" }, NOW)).toBe("uri_without_address")
  })
})
