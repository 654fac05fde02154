import { addressUrl, transactionUrl } from "../registry"

const DASH = "insight/address/a"

describe("an explorer link", () => {
  it.each([
    ["bitcoin", "https://mempool.space/address/a", "https://mempool.space/testnet/address/a"],
    ["litecoin", "https://litecoinspace.org/address/a", "https://litecoinspace.org/testnet/address/a"],
    ["dogecoin", "https://blockchair.com/dogecoin/address/a", null],
    ["dash", `https://insight.dash.org/${DASH}`, `https://insight.testnet.networks.dash.org/${DASH}`],
    ["base", "https://basescan.org/address/a", "https://sepolia.basescan.org/address/a"],
    ["polygon", "https://polygonscan.com/address/a", "https://amoy.polygonscan.com/address/a"],
    ["Bitcoin", "https://mempool.space/address/a", "https://mempool.space/testnet/address/a"],
    [" bitcoin ", "https://mempool.space/address/a", "https://mempool.space/testnet/address/a"],
    ["solana", null, null],
    ["constructor", null, null],
    ["", null, null],
  ])("to an address on %s has the right URL for the main and the test network, or none", (chain, main, test) => {
    expect(addressUrl({ chain, testMode: false }, "a")).toBe(main)
    expect(addressUrl({ chain, testMode: true }, "a")).toBe(test)
  })

  it("to a transaction uses the path of its explorer, or is null if no explorer is known", () => {
    expect(transactionUrl({ chain: "base", testMode: false }, "0x1")).toBe("https://basescan.org/tx/0x1")
    expect(transactionUrl({ chain: "dogecoin", testMode: false }, "1")).toBe(
      "https://blockchair.com/dogecoin/transaction/1",
    )
    expect(transactionUrl({ chain: "dogecoin", testMode: true }, "1")).toBeNull()
    expect(transactionUrl({ chain: "solana", testMode: false }, "1")).toBeNull()
  })

  it("escapes the address, so that the address cannot change where the link leads", () => {
    const url = addressUrl({ chain: "bitcoin", testMode: false }, "../../evil?x=1#y")
    expect(url).toBe("https://mempool.space/address/..%2F..%2Fevil%3Fx%3D1%23y")
  })
})
