import { sha256 } from "@noble/hashes/sha2.js"
import { createBase58check } from "@scure/base"
import { addressProblem, canonicalTransactionId, isAddress, looksLikeBitcoin } from "../addresses"
import { chainDetails, EVM_CHAINS } from "../registry"

const base58check = createBase58check(sha256)
const COINS = { BTC: "bitcoin", LTC: "litecoin", DOGE: "dogecoin", DASH: "dash" } as const

/**
 * Of bip-0350.mediawiki, the key_io_valid.json of Bitcoin and Litecoin, the base58_keys_valid.json of Dogecoin, and for
 * Dash of dashhive/DashKeys.js and dashpay/sentinel.
 */
const PUBLISHED = {
  BTC: {
    main: [
      "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
      "BC1SW50QGDZ25J",
      "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
      "1FsSia9rv4NeEwvJ2GvXrX7LyxYspbN2mo",
      "36j4NfKv6Akva9amjWrLG6MuSQym1GuEmm",
    ],
    test: [
      "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7",
      "tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c",
      "mzK2FFDEhxqHcmrJw1ysqFkVyhUULo45hZ",
      "2NC2hEhe28ULKAJkW5MjZ3jtTMJdvXmByvK",
      "bcrt1qdavt4j2sd7dlhqsavtnfxvzppw6k7qy97tmnu9",
      "bcrt1sx6p8njlx7h9mc2agz4yg82dzne23050ncq72cneeecez2pst8mahn8xecsf8g6hzx94420",
    ],
  },
  LTC: {
    main: [
      "LT2KVaAy1ppRuxRgrS5RNU3vBsy7RibPeA",
      "MHrYRxAiMNBTku3eoDHwhA1LQGDjUStZW2",
      "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9",
    ],
    test: [
      "mwXn5Vhicdav8Av3KMokx4YNuHoGRKxtWs",
      "QXaUgLHkZcbJb2j5XgMYzY8cF9YM48Y81Z",
      "tltc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qsnr4fp",
      "rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3",
    ],
  },
  DOGE: {
    main: ["DD4KSSuBJqcjuTcvUg1CgUKeurPUFeEZkE", "A7HRQk3GFCW2QasvdZxXuYj8kkQK5QrYLs"],
    test: ["nhRsrUaxZou6sewjqaS37cJrMRJRgwVXdk", "2MsvyG12kxxipe276Au4zKqvd2xdrBuHWb3"],
  },
  DASH: {
    main: ["XrZJJfEKRNobcuwWKTD3bDu8ou7XSWPbc9", "7gnwGHt17heGpG9Crfeh4KGpYNFugPhJdh"],
    test: ["yYe8KwyaUu5YswSYmB3q3ryx8XTUu9y7Ui"],
  },
}
/** Of bip-0173.mediawiki and bip-0350.mediawiki. */
const INVALID_SEGWIT = [
  "tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty",
  "bc10w508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kw5rljs90",
  "bc1gmk9yu",
  "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd",
  "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh",
  "tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47",
  "BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R",
  "bc1pw5dgrnzv",
  "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav",
  "BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P",
  "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf",
]
/** Of EIP-55. */
const EVM = [
  "0x52908400098527886E0F7030069857D2E4169EE7",
  "0xde709f2102306220921060314715629080e2fb77",
  "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
  "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
]

const published = Object.entries(PUBLISHED).flatMap(([asset, networks]) =>
  Object.entries(networks).flatMap(([network, addresses]) => {
    const on = { asset, chain: COINS[asset as keyof typeof COINS], testMode: network === "test" }
    return addresses.map((address) => ({ address, on }))
  }),
)

describe("an address", () => {
  it.each(published)("$address is valid only as it is, on its own network, main or test", ({ address, on }) => {
    expect(isAddress(on, address)).toBe(true)
    expect(isAddress({ ...on, testMode: !on.testMode }, address)).toBe(false)
    for (const last of ["", address.at(-1) === "q" ? "p" : "q"])
      expect(isAddress(on, address.slice(0, -1) + last)).toBe(false)
  })

  it.each(Object.entries(COINS))("of %s needs a version byte of its network and a 20-byte hash", (asset, chain) => {
    const details = chainDetails(chain)
    if (!details || "evm" in details) throw new Error("it has Base58Check addresses")
    for (const network of ["main", "test"] as const) {
      const on = { asset, chain, testMode: network === "test" }
      const accepted = Array.from({ length: 256 }, (_, version) => version).filter((version) =>
        isAddress(on, base58check.encode(Uint8Array.of(version, ...new Uint8Array(20).fill(7)))),
      )
      expect(accepted).toEqual([...details.prefixes[network].versions].sort((a, b) => a - b))
      const [version = 0] = accepted
      expect(isAddress(on, base58check.encode(Uint8Array.of(version, ...new Uint8Array(21))))).toBe(false)
    }
  })

  it.each(INVALID_SEGWIT)("%s is refused as invalid SegWit, in live and test mode", (address) => {
    for (const testMode of [false, true])
      expect(isAddress({ asset: "BTC", chain: "bitcoin", testMode }, address)).toBe(false)
  })

  it.each(["DOGE", "DASH"] as const)("of Bitcoin's SegWit is refused for %s, which has none", (asset) => {
    const on = { asset, chain: COINS[asset], testMode: false }
    expect(isAddress(on, "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0")).toBe(false)
  })

  it.each(EVM)("%s is valid on all networks of EVM chains, also without a checksum", (address) => {
    const hex = address.slice(2)
    for (const chain of ["base", "polygon", "Base", " base "])
      for (const testMode of [false, true])
        for (const one of [hex, hex.toLowerCase(), hex.toUpperCase()])
          expect(isAddress({ asset: "USDC", chain, testMode }, `0x${one}`)).toBe(true)
  })

  it.each([
    ["a wrong checksum", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed"],
    ["a capital X in its prefix", "0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
    ["39 digits", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe"],
    ["41 digits", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAedd"],
    ["41 digits in one case", `0x${"a".repeat(41)}`],
    ["letters before its prefix", `ab0x${"a".repeat(40)}`],
    ["no prefix", "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
    ["a name", "vitalik.eth"],
  ])("of an EVM chain is refused with %s", (_, address) => {
    expect(isAddress({ asset: "USDT", chain: "polygon", testMode: false }, address)).toBe(false)
  })

  const NONE = ["", "not-an-address", "1", "bc1", "0x", " 1FsSia9rv4NeEwvJ2GvXrX7LyxYspbN2mo", "é", "1".repeat(200)]
  it.each(NONE)("%j is refused on every chain", (address) => {
    for (const chain of [...Object.values(COINS), ...EVM_CHAINS])
      for (const testMode of [false, true]) expect(isAddress({ asset: "?", chain, testMode }, address)).toBe(false)
  })

  it("of a coin is checked on the coin's only chain, whatever its name, and of a token on no unknown chain", () => {
    const coin = { asset: "BTC", chain: "btc-mainnet", testMode: false }
    expect(isAddress(coin, "1FsSia9rv4NeEwvJ2GvXrX7LyxYspbN2mo")).toBe(true)
    for (const chain of ["solana", "constructor", "__proto__", ""])
      expect(isAddress({ asset: "USDC", chain, testMode: false }, EVM[0] as string)).toBe(false)
  })
})

describe("the address of a payout", () => {
  const zero = `0x${"0".repeat(40)}`
  const contracts = EVM_CHAINS.flatMap((chain) => {
    const details = chainDetails(chain)
    const tokens = details && "evm" in details ? Object.values(details.evm.contracts) : []
    return tokens.flatMap(({ main, test }) => [[chain, main], ...(test ? [[chain, test]] : [])])
  })
  const on = (chain: string, testMode = false) => ({ asset: "USDC", chain, testMode })

  const NO_WALLETS = new Set([...contracts.map(([, address]) => address as string), zero])
  it.each([...NO_WALLETS])("is refused if it is a token's contract or zero, in any case and mode: %s", (address) => {
    for (const one of [address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`])
      for (const chain of EVM_CHAINS)
        for (const testMode of [false, true])
          expect(addressProblem(on(chain, testMode), one)).toBe("address_not_a_wallet")
  })

  it.each([
    ["LTC", 5, true],
    ["LTC", 196, true],
    ["LTC", 50, false],
    ["BTC", 5, false],
  ])("of %s with the version %d looks like another coin's: %s", (asset, version, looks) => {
    expect(looksLikeBitcoin({ asset }, base58check.encode(Uint8Array.of(version, ...new Uint8Array(20))))).toBe(looks)
  })

  it("is accepted if it is a wallet, and refused if it is not an address of the network", () => {
    for (const chain of EVM_CHAINS)
      for (const address of EVM) expect(addressProblem(on(chain), address)).toBeUndefined()
    const bitcoin = { asset: "BTC", chain: "bitcoin", testMode: false }
    expect(addressProblem(bitcoin, "1FsSia9rv4NeEwvJ2GvXrX7LyxYspbN2mo")).toBeUndefined()
    expect(addressProblem(bitcoin, zero)).toBe("address_invalid")
    expect(addressProblem(on("solana"), zero)).toBe("address_invalid")
  })

  it("knows three contracts of each chain, each with the checksum of EIP-55", () => {
    for (const chain of EVM_CHAINS) expect(contracts.filter(([one]) => one === chain)).toHaveLength(3)
    for (const [chain, address] of contracts) {
      expect(address).toMatch(/[A-F]/)
      expect(isAddress(on(chain as string), address as string)).toBe(true)
    }
  })
})

describe("a transaction id", () => {
  const hash = "0123456789abcdef".repeat(4)
  const coin = { asset: "BTC", chain: "bitcoin", testMode: false }
  const token = { asset: "USDC", chain: "base", testMode: false }

  it.each([hash, hash.toUpperCase(), `0x${hash}`])("is written in the form that its chain uses: %s", (id) => {
    expect(canonicalTransactionId(coin, id)).toBe(hash)
    expect(canonicalTransactionId(token, id)).toBe(`0x${hash}`)
  })

  const halves = `${hash.slice(32)}0x${hash.slice(32)}`
  const OTHERS = [
    "",
    "0x",
    hash.slice(1),
    halves,
    `${hash}0`,
    hash.replace("0", "g"),
    `0x0x${hash}`,
    `https://x/${hash}`,
  ]
  it.each(OTHERS)("is refused in any other form, and on an unknown chain: %j", (id) => {
    for (const on of [coin, token]) expect(canonicalTransactionId(on, id)).toBeUndefined()
    expect(canonicalTransactionId({ ...token, chain: "solana" }, hash)).toBeUndefined()
  })
})
