import { base58CheckAddress, segwitAddress } from "../../../sandbox/payments"
import type { AssetChoice } from "../../assets/choices"
import { checkQuote, type QuoteAnswered, type QuoteAsked } from "../quote-check"

const NOW = Date.UTC(2026, 0, 1)
const BTC_ADDRESS = "1FsSia9rv4NeEwvJ2GvXrX7LyxYspbN2mo"
const BECH32 = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
const PAYEE = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
const TOKEN = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
const transfer = (chainId: number | string, payee = PAYEE) =>
  `ethereum:${TOKEN}@${chainId}/transfer?address=${payee}&uint256=5000000`

const amount = { minor: 500, currency: "USD" }

const coinOf = (asset: "BTC" | "LTC" | "DOGE" | "DASH"): AssetChoice => ({ asset, chain: null })
const asked = (choice = coinOf("BTC"), testMode = false): QuoteAsked => ({ choice, amount, testMode })
const onBase = (testMode = false) => asked({ asset: "USDC", chain: "base" }, testMode)
const onPolygon = (testMode = false) => asked({ asset: "USDT", chain: "polygon" }, testMode)

const btc: QuoteAnswered = {
  ...{ asset: "BTC", chain: "bitcoin", decimals: 8, base: "100000", amount, quoteExpiresAt: NOW + 60_000 },
  ...{ address: BTC_ADDRESS, uri: `bitcoin:${BTC_ADDRESS}?amount=0.001` },
}
const token = { ...btc, decimals: 6, base: "5000000", address: PAYEE }
const usdc: QuoteAnswered = { ...token, asset: "USDC", chain: "base", uri: transfer(8453) }
const USDT_URI = transfer(137).replace(TOKEN, "0xc2132D05D31c914a87C6611C10748AEb04B58e8F")
const usdt: QuoteAnswered = { ...token, asset: "USDT", chain: "polygon", uri: USDT_URI }
const HASH = new Uint8Array(20).fill(7)
const coin = (asset: string, scheme: string, address: string): QuoteAnswered => ({
  ...btc,
  ...{ asset, chain: scheme, address, uri: `${scheme}:${address}?amount=0.001` },
})

const OTHER_ADDRESS = "1BoatSLRHtKNngkdXEeobR76b53LETtpyT"
const USDT_ON_BASE = "0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2"
const USDC_ON_POLYGON = "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359"
const ofContract = (contract: string) => ({ uri: usdc.uri.replace(TOKEN, contract) })
const inCapitals = { ...btc, address: BECH32, uri: `BITCOIN:${BECH32.toUpperCase()}?amount=0.001` }
const onlyAddress = { ...btc, address: BECH32.toUpperCase(), uri: `bitcoin:${BECH32}?amount=0.001` }
/** Its letters Bc1 do not make it a bech32 address, which may have another case. */
const BASE58_WITH_BC1 = "1AWYykEnbE3xRnYDyBc15VNzquHDyoL7MD"
const inSmallLetters = { address: BASE58_WITH_BC1, uri: `bitcoin:${BASE58_WITH_BC1.toLowerCase()}?amount=0.001` }
/** Wallets refuse it. */
const inMixedCase = { address: BECH32, uri: `bitcoin:BC${BECH32.slice(2)}?amount=0.001` }

describe("checkQuote", () => {
  it.each<[string, QuoteAsked, QuoteAnswered]>([
    ["the amount with trailing zeros", asked(), { ...btc, uri: `${btc.uri}00` }],
    ["base units with an exponent", onBase(), { ...usdc, uri: usdc.uri.replace("5000000", "5e6") }],
    ["a scheme in capitals", asked(), { ...btc, uri: `BITCOIN:${BTC_ADDRESS}?amount=0.001` }],
    ["a bech32 address in capitals, as in QR codes", asked(), inCapitals],
    ["only the address in capitals", asked(), onlyAddress],
    ["labels and messages", asked(), { ...btc, uri: `${btc.uri}&label=a@b/c?d&message=x` }],
    ["LTC", asked(coinOf("LTC")), coin("LTC", "litecoin", base58CheckAddress(48, HASH))],
    ["DOGE", asked(coinOf("DOGE")), coin("DOGE", "dogecoin", base58CheckAddress(30, HASH))],
    ["DASH", asked(coinOf("DASH")), coin("DASH", "dash", base58CheckAddress(76, HASH))],
    ["a test address in test mode", asked(undefined, true), coin("BTC", "bitcoin", segwitAddress("tb", HASH))],
    ["any name for the only chain of BTC", asked(), { ...btc, chain: "BTC-mainnet" }],
    ["an asset in small letters", asked(), { ...btc, asset: "btc" }],
    ["a chain in capitals", onBase(), { ...usdc, chain: "BASE" }],
    ["a test network's name in test mode", onBase(true), { ...usdc, chain: "base-sepolia", uri: transfer(84532) }],
    ["that name with a blank", onPolygon(true), { ...usdt, chain: "Polygon Amoy", uri: transfer(80002) }],
    ["a currency in small letters", asked(), { ...btc, amount: { minor: 500, currency: "usd" } }],
    ["polygon", onPolygon(), usdt],
    ["an EVM address without its checksum", onBase(), { ...usdc, uri: transfer(8453, PAYEE.toLowerCase()) }],
    ["an EVM address in capitals", onBase(), { ...usdc, uri: transfer(8453, `0x${PAYEE.slice(2).toUpperCase()}`) }],
    ["ERC-681 with pay-", onBase(), { ...usdc, uri: usdc.uri.replace(":", ":pay-") }],
    ["a test network in test mode", onBase(true), { ...usdc, uri: transfer(84532) }],
    ["another network in test mode, which is the service's choice", onBase(true), { ...usdc, uri: transfer(11155111) }],
    ["any contract in test mode", onBase(true), { ...usdc, uri: transfer(84532).replace(TOKEN, PAYEE) }],
    ["a quote that expires in one millisecond", asked(), { ...btc, quoteExpiresAt: NOW + 1 }],
  ])("accepts %s", (_, question, answer) => expect(checkQuote(question, answer, NOW)).toBeUndefined())

  it.each<[string, QuoteAsked, Partial<QuoteAnswered>, string]>([
    ["another asset", asked(), { asset: "LTC" }, "echo_asset_differs"],
    ["no asset", asked(), { asset: "" }, "echo_asset_differs"],
    ["another token with the same decimals", onBase(), { asset: "USDT" }, "echo_asset_differs"],
    ["the other chain", onBase(), { chain: "polygon" }, "echo_chain_differs"],
    ["no chain", onBase(), { chain: "" }, "echo_chain_differs"],
    ["a chain that only begins with the same letters", onBase(), { chain: "base2" }, "echo_chain_differs"],
    ["the name of the test network in live mode", onBase(), { chain: "base-sepolia" }, "echo_chain_differs"],
    ["the other test network", onBase(true), { chain: "polygon-amoy" }, "echo_chain_differs"],
    ["other decimals", asked(), { decimals: 6 }, "echo_decimals_differ"],
    ["other decimals of a token", onBase(), { decimals: 18 }, "echo_decimals_differ"],
    ["one cent less", asked(), { amount: { minor: 499, currency: "USD" } }, "echo_amount_differs"],
    ["100 times the amount", asked(), { amount: { minor: 50_000, currency: "USD" } }, "echo_amount_differs"],
    ["no number", asked(), { amount: { minor: Number.NaN, currency: "USD" } }, "echo_amount_differs"],
    ["another currency", asked(), { amount: { minor: 500, currency: "EUR" } }, "echo_currency_differs"],
    ["javascript:", asked(), { uri: `javascript:alert("${BTC_ADDRESS}")` }, "uri_scheme_not_allowed"],
    ["another coin's scheme", asked(), { uri: `litecoin:${BTC_ADDRESS}` }, "uri_scheme_not_allowed"],
    ["a similar scheme", asked(), { uri: `bitcoincash:${BTC_ADDRESS}` }, "uri_scheme_not_allowed"],
    ["the chain's own coin for a token", onBase(), { uri: `ethereum:${PAYEE}?amount=5` }, "uri_scheme_not_allowed"],
    ["the Bitcoin scheme for a token", onBase(), { uri: `bitcoin:${PAYEE}` }, "uri_scheme_not_allowed"],
    ["an address of another coin", asked(), { address: PAYEE }, "address_invalid"],
    ["an address with a wrong checksum", asked(), { address: `${BTC_ADDRESS.slice(0, -1)}X` }, "address_invalid"],
    ["an EVM address with a wrong checksum", onBase(), { address: PAYEE.replace("aAeb", "AAeb") }, "address_invalid"],
    ["a garbage address", onBase(), { address: "%E0%A4%A" }, "address_invalid"],
    ["a main address in test mode", asked(undefined, true), {}, "address_invalid"],
    ["a test address in live mode", asked(), { address: segwitAddress("tb", HASH) }, "address_invalid"],
    ["no amount, which leaves it to the payer", asked(), { uri: `bitcoin:${BTC_ADDRESS}` }, "uri_not_understood"],
    ["another address", asked(), { uri: btc.uri.replace(BTC_ADDRESS, OTHER_ADDRESS) }, "uri_of_another_address"],
    ["a base58 address in another case", asked(), { uri: btc.uri.toLowerCase() }, "uri_of_another_address"],
    ["such an address that contains bc1", asked(), inSmallLetters, "uri_of_another_address"],
    ["a bech32 address in mixed case", asked(), inMixedCase, "uri_of_another_address"],
    ["a token transfer to another payee", onBase(), { uri: transfer(8453, TOKEN) }, "uri_of_another_address"],
    ["a base unit less than its URI asks for", asked(), { base: "99999" }, "uri_amount_differs"],
    ["a base unit more of a token than its URI asks for", onBase(), { base: "5000001" }, "uri_amount_differs"],
    ["another token's contract", onBase(), ofContract(USDT_ON_BASE), "uri_of_another_contract"],
    ["the other chain's contract", onBase(), ofContract(USDC_ON_POLYGON), "uri_of_another_contract"],
    ["the other chain's id", onBase(), { uri: transfer(137) }, "uri_of_another_chain"],
    ["the test network's id in live mode", onBase(), { uri: transfer(84532) }, "uri_of_another_chain"],
    ["the chain id of Ethereum", onBase(), { uri: transfer(1) }, "uri_of_another_chain"],
    ["its own main network in test mode", onBase(true), {}, "uri_of_another_chain"],
    ["Ethereum in test mode", onBase(true), { uri: transfer(1) }, "uri_of_another_chain"],
    ["the other chain in test mode", onBase(true), { uri: transfer(80002) }, "uri_of_another_chain"],
    ["the other chain's mainnet in test mode", onBase(true), { uri: transfer(137) }, "uri_of_another_chain"],
    ["a quote that expires now", asked(), { quoteExpiresAt: NOW }, "quote_in_the_past"],
    ["an expiry that is not a number", asked(), { quoteExpiresAt: Number.NaN }, "quote_in_the_past"],
  ])("refuses %s", (_, question, changed, problem) => {
    const answer = question.choice.chain === null ? btc : usdc
    expect(checkQuote(question, { ...answer, ...changed }, NOW)).toBe(problem)
  })
})
