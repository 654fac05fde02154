import { isReadable, paymentLinks } from "../quote-check"

const TOKEN = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
const PAYEE = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
const uriOf = (chainId: number, base = "25513204", payee = PAYEE) =>
  `ethereum:${TOKEN}@${chainId}/transfer?address=${payee}&uint256=${base}`
const payee = { address: PAYEE, uri: uriOf(8453), pay_amount_base: "25513204" }
const quoted = { asset: "USDC", chain: "base", ...payee, test_mode: false }

describe("a token payment from a browser wallet", () => {
  it("calls the URI's contract with exactly the quoted amount and address", () => {
    expect(paymentLinks(quoted).wallet?.call).toEqual({
      to: TOKEN,
      data: "0xa9059cbb0000000000000000000000005aaeb6053f3e94c9b9a09f33669435e7ef1beaed0000000000000000000000000000000000000000000000000000000001854cf4",
      value: "0x0",
    })
  })

  it.each([
    ["base", false, 8453, "0x2105", "Base", "ETH", "https://basescan.org"],
    ["base", true, 84532, "0x14a34", "Base Sepolia", "ETH", "https://sepolia.basescan.org"],
    ["polygon", false, 137, "0x89", "Polygon", "POL", "https://polygonscan.com"],
    ["Polygon", true, 80002, "0x13882", "Polygon Amoy", "POL", "https://amoy.polygonscan.com"],
  ] as const)("describes %s (test mode: %s) to a wallet that does not know it", (chain, test_mode, id, ...facts) => {
    const uri = uriOf(id).replace(TOKEN, chain === "polygon" ? "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359" : TOKEN)
    const { wallet } = paymentLinks({ ...quoted, chain, test_mode, uri })
    const { chainId, chainName, nativeCurrency, rpcUrls, blockExplorerUrls } = wallet?.chain ?? {}
    expect([chainId, chainName, nativeCurrency?.symbol, blockExplorerUrls?.[0]]).toEqual(facts)
    expect(nativeCurrency?.decimals).toBe(18)
    expect(rpcUrls).toEqual([expect.stringMatching(/^https:/)])
  })

  const address = "1FsSia9rv4NeEwvJ2GvXrX7LyxYspbN2mo"
  const bitcoin = { asset: "BTC", chain: "bitcoin", address, pay_amount_base: "100000" }
  const coin = { ...bitcoin, uri: `bitcoin:${address}?amount=0.001` }

  it.each([
    ["another payee", { uri: uriOf(8453, "25513204", TOKEN) }],
    ["an unknown chain", { chain: "solana" }],
    ["a coin with the URI of another coin", { ...coin, uri: coin.uri.replace("bitcoin:", "litecoin:") }],
    ["a coin with the URI of a token", { ...bitcoin, uri: uriOf(8453) }],
    ["a token with the URI of a coin", { uri: `bitcoin:${PAYEE}?amount=25.513204` }],
    ["an unknown asset", { asset: "ACME" }],
  ])("is not offered for %s, and neither is the URI", (_why, changes) => {
    expect(paymentLinks({ ...quoted, ...changes })).toEqual({ uri: null, wallet: null })
  })

  const WRONG_CHECKSUM = PAYEE.replace("5aA", "5aa")
  const elsewhere = { test_mode: true, uri: uriOf(11155111) }

  it.each<[string, boolean, boolean, Partial<typeof quoted>]>([
    ["in another letter case, which is only a checksum", true, true, { address: PAYEE.toLowerCase() }],
    ["on a test network that the registry does not describe", true, false, elsewhere],
    ["of a coin", true, false, coin],
    ["with a wrong checksum", false, false, { address: WRONG_CHECKSUM, uri: uriOf(8453, "25513204", WRONG_CHECKSUM) }],
  ])("for an address %s has a URI: %s, and a wallet call: %s", (_, hasUri, hasWallet, changes) => {
    const given = { ...quoted, ...changes }
    const { uri, wallet } = paymentLinks(given)
    expect([uri, wallet !== null]).toEqual([hasUri ? given.uri : null, hasWallet])
    expect(isReadable(given)).toBe(hasUri)
  })
})
