import fc from "fast-check"
import vectors from "../../__tests__/vectors.json"
import { readTokenTransfer, transferCall } from "../token-transfer"

const CONTRACT = "0x89205a3a3b2a69de6dbf7f01ed13b2108b2c43e7"
const PAYEE = "0x8e23ee67d1332ad560396262c48ffbb01f93d052"
const uri = (query: string, target = `${CONTRACT}@137`) => `ethereum:${target}/transfer?${query}`

describe("the URI of a token transfer", () => {
  it.each(vectors.erc681.transfers)("is read: $uri", ({ uri, amount, ...rest }) => {
    expect(readTokenTransfer(uri)).toEqual({ ...rest, amount: BigInt(amount) })
  })

  it.each(vectors.erc681.published)("is not $uri, which $why", ({ uri }) => {
    expect(readTokenTransfer(uri)).toBeUndefined()
  })

  it.each([
    ["another scheme", `bitcoin:${CONTRACT}@137/transfer?address=${PAYEE}&uint256=1`],
    ["another function", `ethereum:${CONTRACT}@137/approve?address=${PAYEE}&uint256=1`],
    ["a name instead of the contract", uri(`address=${PAYEE}&uint256=1`, "usdc.eth@137")],
    ["a name instead of the payee", uri("address=shop.eth&uint256=1")],
    ["a short contract", uri(`address=${PAYEE}&uint256=1`, "0x89205a3a@137")],
    ["a short payee", uri("address=0x8e23&uint256=1")],
    ["a long payee", uri(`address=${PAYEE}0&uint256=1`)],
    ["letters before the payee", uri(`address=a${PAYEE}&uint256=1`)],
    ["letters before the scheme", `x${uri(`address=${PAYEE}&uint256=1`)}`],
    ["a payee with a second value", uri(`address=${PAYEE}=1&uint256=1`)],
    ["an amount of too many digits", uri(`address=${PAYEE}&uint256=${"0".repeat(100)}1`)],
    ["chain 0", uri(`address=${PAYEE}&uint256=1`, `${CONTRACT}@0`)],
    ["a hexadecimal chain", uri(`address=${PAYEE}&uint256=1`, `${CONTRACT}@0x89`)],
    ["a chain of more digits than a number holds", uri(`address=${PAYEE}&uint256=1`, `${CONTRACT}@${"9".repeat(16)}`)],
    ["no payee", uri("uint256=1")],
    ["no amount", uri(`address=${PAYEE}`)],
    ["two payees", uri(`address=${PAYEE}&address=${CONTRACT}`)],
    ["two amounts", uri(`address=${PAYEE}&uint256=1&uint256=2`)],
    ["a coin amount next to the token amount", uri(`address=${PAYEE}&uint256=1&value=1`)],
    ["a gas price", uri(`address=${PAYEE}&uint256=1&gasPrice=1`)],
    ["an amount of zero", uri(`address=${PAYEE}&uint256=0`)],
    ["a negative amount", uri(`address=${PAYEE}&uint256=-1`)],
    ["a fraction of a base unit", uri(`address=${PAYEE}&uint256=1.5`)],
    ["a fraction that remains after its exponent", uri(`address=${PAYEE}&uint256=1.23e1`)],
    ["a hexadecimal amount", uri(`address=${PAYEE}&uint256=0x10`)],
    ["an exponent without digits", uri(`address=${PAYEE}&uint256=1e`)],
    ["an amount above uint256", uri(`address=${PAYEE}&uint256=${2n ** 256n}`)],
    ["an exponent that is too large", uri(`address=${PAYEE}&uint256=1e99`)],
    ["an encoded parameter", uri(`address=${PAYEE}&uint256=%31`)],
    ["a second line", `${uri(`address=${PAYEE}&uint256=1`)}\n`],
  ])("is refused with %s", (_why, text) => {
    expect(readTokenTransfer(text)).toBeUndefined()
  })

  it("keeps every digit of the largest amount", () => {
    const amount = 2n ** 256n - 1n
    expect(readTokenTransfer(uri(`address=${PAYEE}&uint256=${amount}`))?.amount).toBe(amount)
  })

  it("becomes a call with the same payee and amount", () => {
    const address = fc.bigInt({ min: 0n, max: 2n ** 160n - 1n }).map((number) => number.toString(16).padStart(40, "0"))
    fc.assert(
      fc.property(address, fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }), (payee, amount) => {
        const transfer = readTokenTransfer(uri(`address=0x${payee}&uint256=${amount}`))
        const data = transfer && transferCall(transfer)
        expect(data).toHaveLength(2 + 8 + 64 + 64)
        expect(data?.slice(0, 34)).toBe(`0xa9059cbb${"0".repeat(24)}`)
        expect(data?.slice(34, 74)).toBe(payee)
        expect(BigInt(`0x${data?.slice(74)}`)).toBe(amount)
      }),
    )
  })

  it("becomes the call that ethers and viem encode", () => {
    // USDC on Base, 25.513204 to the payee: selector, address and amount, each argument in 32 bytes.
    const transfer = {
      contract: CONTRACT,
      chainId: 8453,
      recipient: PAYEE.toUpperCase().replace("X", "x"),
      amount: 25513204n,
    }
    expect(transferCall(transfer)).toBe(
      "0xa9059cbb0000000000000000000000008e23ee67d1332ad560396262c48ffbb01f93d0520000000000000000000000000000000000000000000000000000000001854cf4",
    )
  })
})
