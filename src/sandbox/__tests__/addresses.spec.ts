import { isAddress } from "../../core/assets/addresses"
import { ASSET_FACTS, ASSETS, type Asset, type EvmChain } from "../../core/assets/registry"
import { evmAddress, TEST_ASSETS } from "../assets"
import { issuePayment } from "../payments"

const bytes = (hex: string): Buffer => Buffer.from(hex, "hex")

function receivingAddress(asset: Asset, id: string, seed: string): string {
  const request = { asset, chain: "base" as EvmChain, amount: { minor: 500, currency: "USD" } }
  return issuePayment({ id, seed, request, createdAt: new Date(), quoteSeconds: 60, live: false }).address
}

describe("the sandbox's address encoder", () => {
  it("confirms the checksums of the token contracts", () => {
    const contracts = ASSETS.flatMap((asset) => Object.values(TEST_ASSETS[asset].contracts ?? {}))
    expect(contracts).toHaveLength(4)
    expect(contracts.map((contract) => evmAddress(bytes(contract.slice(2))))).toEqual(contracts)
  })

  it.each(ASSETS)(
    "gives each %s payment its own address, which the plugin finds valid on its test network",
    (asset) => {
      const addresses = Array.from({ length: 50 }, (_, n) => receivingAddress(asset, `pay_${n}`, "seed"))
      const chain = ASSET_FACTS[asset].ownChain ?? "base"
      expect(addresses.filter((one) => !isAddress({ asset, chain, testMode: true }, one))).toEqual([])
      expect(new Set(addresses).size).toBe(50)
    },
  )

  it("gives another address for another seed", () => {
    expect(receivingAddress("BTC", "pay_1", "a")).not.toBe(receivingAddress("BTC", "pay_1", "b"))
  })
})
