import { isIP } from "node:net"
import * as fc from "fast-check"
import { anyText, holds } from "../../__tests__/properties"
import { isPrivateAddress } from "../base-url"

/** The first and last address of each range, and their public neighbors if there are any. */
const PRIVATE = [
  ["0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255"],
  ["100.64.0.0", "100.127.255.255", "127.0.0.0", "127.255.255.255"],
  ["169.254.0.0", "169.254.255.255", "172.16.0.0", "172.31.255.255"],
  ["192.0.0.0", "192.0.0.255", "192.168.0.0", "192.168.255.255"],
  ["198.18.0.0", "198.19.255.255"],
  ["224.0.0.0", "239.255.255.255", "240.0.0.0", "255.255.255.255"],
  ["::", "::1", "::2", "::fffe:ffff:ffff"],
  ["::8.8.8.8", "64:ff9b::10.0.0.1", "::203.0.113.7"],
  ["64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:808:808"],
  ["100::", "100::ffff:ffff:ffff:ffff"],
  ["2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["4000::", "fbff:ffff::"],
  ["fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
].flat()

const PUBLIC = [
  ["1.0.0.0", "9.255.255.255", "11.0.0.0", "8.8.8.8"],
  ["100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0"],
  ["169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0"],
  ["191.255.255.255", "192.0.1.0", "192.0.2.1", "192.167.255.255", "192.169.0.0"],
  ["198.17.255.255", "198.20.0.0", "198.51.100.7"],
  ["203.0.113.7", "223.255.255.255"],
  ["2000::", "2001:200::", "2001:db8::7", "2606:4700::1111"],
  ["2606:4700:1:1:1::8.8.8.8"],
  ["2001:4860:4860:0:0:0:0:8888", "2606:4700:1:1:1:1:1::", "64:ff9b::8.8.8.8"],
  ["3ffe:ffff::", "3fff:1000::", "2A00:1450::"],
].flat()

describe("isPrivateAddress", () => {
  /** An IPv4 address as the last two groups of an IPv6 address. */
  const groups = (address: string): string => {
    const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  }
  const inIpv6 = (address: string): string[] => [
    ...[`::ffff:${address}`, `::ffff:${groups(address)}`, `[::FFFF:${address}]`],
    ...[`64:ff9b::${groups(address)}`, `2002:${groups(address)}::1`],
  ]

  it.each([...PRIVATE, ...PUBLIC])("knows whether %s is private, an IPv4 address also inside of IPv6", (address) => {
    expect(isIP(address)).not.toBe(0)
    for (const one of [address, ...(isIP(address) === 4 ? inIpv6(address) : [])])
      expect([one, isPrivateAddress(one)]).toEqual([one, PRIVATE.includes(address)])
  })

  it("judges embedded IPv4 only behind the exact prefix, and ignores brackets and zones", () => {
    const notEmbedded = ["::1:ffff:808:808", "::fffe:808:808", "64:1::808:808", "64:ff9b:0:0:0:1:808:808"]
    const written = ["[::1]", "fe80::1%eth0", "[fe80::1%25eth0]", "::ffff:10.0.0.1%eth0"]
    for (const address of [...notEmbedded, ...written]) expect(isPrivateAddress(address)).toBe(true)
    for (const address of ["2606:ff9b::a00:1", "[2606:4700::1111]"]) expect(isPrivateAddress(address)).toBe(false)
  })

  const NONE = ["1.2.3[.4", "1.2.3.4]]", "x\n::ffff:8.8.8.8", "::ffff:8.8.8.8x", "1:2:3:4::5:6:7:8::9", "1]::1"]
  it.each(NONE)("finds no address in %j", (text) => expect(isPrivateAddress(text)).toBeUndefined())

  it("recognizes a text without brackets and zone as an address exactly if Node.js does", () => {
    const near = fc.string({ unit: fc.constantFrom(..."0123456789abcdef:::.."), maxLength: 40 })
    const text = fc.oneof(near, anyText(), fc.ipV4(), fc.ipV6())
    holds(
      fc.property(text, (one) => {
        fc.pre(!/[[\]%]/.test(one))
        expect(isPrivateAddress(one) !== undefined).toBe(isIP(one) !== 0)
      }),
      300,
    )
  })
})
