import { payoutUri, readPaymentUri } from "../payment-uri"

const ADDRESS = "175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W"
const CONTRACT = "0x89205a3a3b2a69de6dbf7f01ed13b2108b2c43e7"
const PAYEE = "0x8e23ee67d1332ad560396262c48ffbb01f93d052"

describe("a BIP-21 URI", () => {
  const read = (query: string) => readPaymentUri(`bitcoin:${ADDRESS}${query}`, 8)

  /** The examples of bips/bip-0021.mediawiki: without an amount, or with variables that are not understood, refused. */
  it.each<[string, bigint | undefined]>([
    ["", undefined],
    ["?label=Luke-Jr", undefined],
    ["?amount=20.3&label=Luke-Jr", 2_030_000_000n],
    ["?amount=50&label=Luke-Jr&message=Donation%20for%20project%20xyz", 5_000_000_000n],
    ["?req-somethingyoudontunderstand=50&req-somethingelseyoudontget=999", undefined],
    ["?somethingyoudontunderstand=50&somethingelseyoudontget=999", undefined],
  ])("with %s is read or refused: %s", (query, amount) => {
    expect(read(query)).toEqual(amount && { kind: "coin", scheme: "bitcoin", payee: ADDRESS, amount })
  })

  it.each<[string, string, bigint?]>([
    ["zeros after the last decimal place", "?amount=0.00100000000"],
    ["a decimal point at the end", "?amount=50.", 5_000_000_000n],
    ["no digit before the decimal point, which BIP-21's grammar allows", "?amount=.001"],
    ["a name in capitals, which BIP-321 allows", "?AMOUNT=0.001"],
    ["percent-encoded digits", "?amount=0%2E00%31"],
    ["a label with any text", "?label=a@b/c?d&amount=0.001&message=%E2%82%BF=1"],
    ["a label in letters that are not percent-encoded", "?label=Café-متجر&amount=0.001"],
    ["Dash's InstantSend", "?amount=0.001&IS=1"],
    ["a percent-encoded name", "?%6Cabel=x&amount=0.001"],
    ["a label without a value", "?amount=0.001&label"],
  ])("is read with %s", (_, query, amount = 100_000n) => {
    expect(read(query)).toMatchObject({ payee: ADDRESS, amount })
  })

  it.each([`bitcoin://${ADDRESS}?amount=0.001`, `BITCOIN:%31${ADDRESS.slice(1)}?amount=0.001`])("reads %s", (uri) => {
    expect(readPaymentUri(uri, 8)).toEqual({ kind: "coin", scheme: "bitcoin", payee: ADDRESS, amount: 100_000n })
  })

  it.each([
    ["an exponent, which BIP-21 has not", "?amount=1e-3"],
    ["a comma", "?amount=0,001"],
    ["a sign", "?amount=+0.001"],
    ["a hexadecimal amount", "?amount=0x1"],
    ["more places than the asset has", "?amount=0.000000001"],
    ["an empty amount", "?amount="],
    ["a second amount that is none", "?amount=0.001&amount=x"],
    ["only a decimal point", "?amount=."],
    ["two decimal points", "?amount=.001."],
    ["a line break", "?amount=0.001\n"],
    ["a broken percent sequence", "?amount=0.001&label=%E0%A4%A"],
    ["a broken percent sequence in a name", "?amount=0.001&%E0%A4%A=x"],
    ["a broken percent sequence in the amount", "?amount=%E0%A4%A"],
    ["a name without a value that only begins like a known one", "?amount=0.001&labels"],
    ["parameters divided by semicolons", "?amount=0.001;label=x"],
    ["a semicolon before another amount", "?amount=0.001&label=x;amount=1"],
    ["digits of another script", "?amount=٠.٠٠١"],
    ["a full-width ampersand", "?amount=0.001&label=x＆amount=1"],
  ])("is refused with %s", (_, query) => expect(read(query)).toBeUndefined())

  const NO_URIS = [":?amount=1", "bitcoin:?amount=1", "bitcoin:a b?amount=1", "bitcoin:%E0%A4%A?amount=1"]
  it.each([`${ADDRESS}?amount=0.001`, ...NO_URIS])("is refused in the form %s", (uri) => {
    expect(readPaymentUri(uri, 8)).toBeUndefined()
  })
})

describe("an ERC-681 URI", () => {
  const uri = (query: string, target = `${CONTRACT}@137`) => `ethereum:${target}/transfer?${query}`
  const read = (text: string) => readPaymentUri(text, 6)

  const USDC = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
  /** https://eips.ethereum.org/EIPS/eip-681, sections Syntax and Semantics. */
  it.each([
    [`ethereum:${CONTRACT}@1/transfer?address=${PAYEE}&uint256=1`, CONTRACT, 1, 1n],
    [`ethereum:pay-${CONTRACT}@137/transfer?uint256=2.014e18&address=${PAYEE}`, CONTRACT, 137, 2_014n * 10n ** 15n],
    [`ETHEREUM:${USDC}@8453/transfer?address=${PAYEE}&uint256=25.513204e6`, USDC, 8453, 25_513_204n],
  ])("is read: %s", (text, contract, chainId, amount) => {
    expect(read(text)).toEqual({ kind: "token", contract, chainId, payee: PAYEE, amount })
  })

  it.each([
    ["25500000", 25_500_000n],
    ["2.55e7", 25_500_000n],
    ["25.5E6", 25_500_000n],
    [".255e8", 25_500_000n],
    ["+25500000.00", 25_500_000n],
    ["2.5e8", 250_000_000n],
    ["25500000e3", 25_500_000_000n],
    [String(2n ** 256n - 1n), 2n ** 256n - 1n],
  ])("has the amount %s to the last digit", (number, amount) => {
    expect(read(uri(`address=${PAYEE}&uint256=${number}`))).toMatchObject({ amount })
  })

  it.each([
    ["slashes", `ethereum://${CONTRACT}@137/transfer?address=${PAYEE}&uint256=1`],
    ["no chain", `ethereum:${CONTRACT}/transfer?address=${PAYEE}&uint256=1`],
    ["no function", `ethereum:${PAYEE}@137?value=1e18`],
    ["a name instead of the contract", uri(`address=${PAYEE}&uint256=1`, "usdc.eth@137")],
    ["a name instead of the payee", uri("address=shop.eth&uint256=1")],
    ["a short payee", uri("address=0x8e23&uint256=1")],
    ["a letter before the payee", uri(`address=x${PAYEE}&uint256=1`)],
    ["the function's name in capitals", uri(`address=${PAYEE}&uint256=1`).replace("transfer", "TRANSFER")],
    ["letters before the scheme", `x${uri(`address=${PAYEE}&uint256=1`)}`],
    ["a payee with a second value", uri(`address=${PAYEE}=1&uint256=1`)],
    ["a query of too many digits", uri(`address=${PAYEE}&uint256=${"0".repeat(300)}1`)],
    ["chain 0", uri(`address=${PAYEE}&uint256=1`, `${CONTRACT}@0`)],
    ["a chain of more digits than a number holds", uri(`address=${PAYEE}&uint256=1`, `${CONTRACT}@${"9".repeat(16)}`)],
    ["no payee", uri("uint256=1")],
    ["no amount", uri(`address=${PAYEE}`)],
    ["two payees", uri(`address=${PAYEE}&address=${CONTRACT}`)],
    ["names in capitals", uri(`ADDRESS=${PAYEE}&uint256=1`)],
    ["an amount of zero", uri(`address=${PAYEE}&uint256=0`)],
    ["a negative amount", uri(`address=${PAYEE}&uint256=-1`)],
    ["a fraction of a base unit", uri(`address=${PAYEE}&uint256=1.5`)],
    ["a fraction that remains after its exponent", uri(`address=${PAYEE}&uint256=1.23e1`)],
    ["a hexadecimal amount", uri(`address=${PAYEE}&uint256=0x10`)],
    ["an exponent without digits", uri(`address=${PAYEE}&uint256=1e`)],
    ["an exponent without a number", uri(`address=${PAYEE}&uint256=e6`)],
    ["an amount above uint256", uri(`address=${PAYEE}&uint256=${2n ** 256n}`)],
    ["an exponent that is too large", uri(`address=${PAYEE}&uint256=1e99`)],
    ["an encoded parameter", uri(`address=${PAYEE}&uint256=%31`)],
    ["a second line", `${uri(`address=${PAYEE}&uint256=1`)}\n`],
  ])("is refused with %s", (_, text) => expect(read(text)).toBeUndefined())
})

const [live, test] = [false, true]
it.each<[string, string, boolean, object | undefined]>([
  ["BTC", "bitcoin", live, { kind: "coin", scheme: "bitcoin", payee: ADDRESS }],
  ["DOGE", "dogecoin", test, { kind: "coin", scheme: "dogecoin", payee: ADDRESS }],
  ["USDC", "Base", live, { contract: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", chainId: 8453, payee: PAYEE }],
  ["USDC", "polygon-amoy", test, { contract: "0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582", chainId: 80002 }],
  ["USDT", "polygon", test, undefined],
  ["USDC", "solana", live, undefined],
  ["XMR", "monero", live, undefined],
])("a payout's URI for %s on %s (test: %s) asks for exactly the amount", (asset, chain, testMode, read) => {
  const isCoin = ["bitcoin", "dogecoin"].includes(chain)
  const uri = payoutUri({ asset, chain, testMode }, isCoin ? ADDRESS : PAYEE, 1_234_500n)
  if (read === undefined) expect(uri).toBeUndefined()
  else expect(readPaymentUri(String(uri), isCoin ? 8 : 6)).toMatchObject({ ...read, amount: 1_234_500n })
  expect(payoutUri({ asset, chain, testMode }, ADDRESS, 0n)).toBeUndefined()
})
