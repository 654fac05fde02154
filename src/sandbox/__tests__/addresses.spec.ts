import { ASSETS, type Asset, type EvmChain } from "../../core/assets/registry"
import { base58CheckAddress, evmAddress, segwitAddress, TEST_ASSETS } from "../assets"
import { issuePayment } from "../payments/issue-payment"

const bytes = (hex: string): Buffer => Buffer.from(hex, "hex")

function receivingAddress(asset: Asset, id: string, seed: string): string {
  const request = { asset, chain: "base" as EvmChain, amount: { minor: 500, currency: "USD" } }
  return issuePayment({ id, seed, request, createdAt: new Date(), quoteSeconds: 60, live: false }).address
}

describe("the sandbox's address encoder", () => {
  // BIP-173, "Examples": P2WPKH of the public key 0279BE66…F81798.
  it.each([
    ["bc", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
    ["tb", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"],
  ])("encodes a segwit address with the prefix %s as in BIP-173", (prefix, address) => {
    expect(segwitAddress(prefix, bytes("751e76e8199196d454941c45d1b3a323f1433bd6"))).toBe(address)
  })

  it("encodes a longer witness program as in BIP-173", () => {
    const program = bytes("000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433")
    expect(segwitAddress("tb", program)).toBe("tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy")
  })

  it("encodes base58check as in the Bitcoin wiki", () => {
    // en.bitcoin.it/wiki/Technical_background_of_version_1_Bitcoin_addresses, steps 3 to 9.
    const hash = bytes("f54a5851e9372b87810a8e60cdd2e7cfd80b6e31")
    expect(base58CheckAddress(0, hash)).toBe("1PMycacnJaSqwwJqjawXBErnLsZ7RkXUAs")
  })

  it("keeps leading zero bytes in base58check", () => {
    // en.bitcoin.it/wiki/Address, the address of the all-zero hash, known as the burn address.
    expect(base58CheckAddress(0, Buffer.alloc(20))).toBe("1111111111111111111114oLvT2")
  })

  it.each([
    // EIP-55, "Test Cases".
    "0x52908400098527886E0F7030069857D2E4169EE7",
    "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
    "0xde709f2102306220921060314715629080e2fb77",
    "0x27b1fdb04752bbc536007a920d24acb045561c26",
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
    "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
    "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
  ])("writes %s with the checksum of EIP-55", (address) => {
    expect(evmAddress(bytes(address.slice(2)))).toBe(address)
  })

  it("confirms the checksums of the token contracts", () => {
    const contracts = ASSETS.flatMap((asset) => Object.values(TEST_ASSETS[asset].contracts ?? {}))
    expect(contracts).toHaveLength(4)
    expect(contracts.map((contract) => evmAddress(bytes(contract.slice(2))))).toEqual(contracts)
  })

  it.each([
    ["BTC", /^tb1q[02-9ac-hj-np-z]{38}$/],
    ["LTC", /^tltc1q[02-9ac-hj-np-z]{38}$/],
    ["DOGE", /^n[1-9A-HJ-NP-Za-km-z]{33}$/],
    ["DASH", /^y[1-9A-HJ-NP-Za-km-z]{33}$/],
    ["USDC", /^0x[0-9a-fA-F]{40}$/],
  ] as const)("gives each %s payment its own address, in the format of its test network", (asset, form) => {
    const addresses = Array.from({ length: 50 }, (_, n) => receivingAddress(asset, `pay_${n}`, "seed"))
    for (const address of addresses) expect(address).toMatch(form)
    expect(new Set(addresses).size).toBe(50)
  })

  it("gives another address for another seed", () => {
    expect(receivingAddress("BTC", "pay_1", "a")).not.toBe(receivingAddress("BTC", "pay_1", "b"))
  })
})
