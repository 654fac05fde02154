import { payerIpOf } from "../payer-ip"

const origin = (ip: string | undefined, headers: Record<string, string> = {}) => ({
  ip,
  header: (name: string) => headers[name],
})

describe("the payer's IP", () => {
  it.each([
    ["an address of the internet", "8.8.8.8", "8.8.8.8"],
    ["IPv6", "2606:4700::1111", "2606:4700::1111"],
    ["IPv4 as a socket of both kinds has it", "::ffff:8.8.8.8", "8.8.8.8"],
    ["the same in capitals", "::FFFF:8.8.8.8", "8.8.8.8"],
    ["the same with longer parts", "::ffff:203.99.113.7", "203.99.113.7"],
    ["IPv4 in hexadecimal, as it is", "::ffff:808:808", "::ffff:808:808"],
    ["an address with a zone", "2606:4700::1111%eth0", "2606:4700::1111"],
    ["the last of several hops", " 10.0.0.1 , 8.8.4.4 ", "8.8.4.4"],
  ])("is taken from the request: %s", (_, ip, taken) => {
    expect(payerIpOf("request", origin(ip, { "x-real-ip": "1.1.1.1" }))).toBe(taken)
  })

  it.each([
    ["an address of this network", "10.0.0.1"],
    ["this machine", "::1"],
    ["this machine as IPv4", "::ffff:127.0.0.1"],
    ["no address", "unknown"],
    ["an address behind another word", "x::ffff:8.8.8.8"],
    ["an address that IPv4 only stands at the end of", "1::ffff:8.8.8.8"],
    ["an empty text", ""],
    ["nothing", undefined],
  ])("is unknown where the request has %s", (_, ip) => {
    expect(payerIpOf("request", origin(ip))).toBeUndefined()
  })

  it("is taken from the header that is named, and from nowhere else", () => {
    const from = origin("8.8.8.8", { "x-real-ip": "8.8.4.4" })
    expect(payerIpOf({ header: "x-real-ip" }, from)).toBe("8.8.4.4")
    expect(payerIpOf({ header: "x-other" }, from)).toBeUndefined()
  })

  it.each<[string, string, number | undefined, string | undefined]>([
    ["forged by the shopper before the store's one proxy", "1.1.1.1, 8.8.8.8", undefined, "8.8.8.8"],
    ["forged as a private address", "10.0.0.1,8.8.8.8", undefined, "8.8.8.8"],
    ["forged as many", `${"1.1.1.1, ".repeat(1000)}8.8.8.8`, undefined, "8.8.8.8"],
    ["that ends in nothing", "1.1.1.1,", undefined, undefined],
    ["whose last is of this network", "1.1.1.1, 10.0.0.1", undefined, undefined],
    ["before two of the store's proxies", "1.1.1.1, 8.8.8.8, 10.0.0.1", 2, "8.8.8.8"],
    ["before two, without a forged one", "8.8.8.8, 10.0.0.1", 2, "8.8.8.8"],
    ["before three", "1.1.1.1, 8.8.8.8, 9.9.9.9, 10.0.0.1", 3, "8.8.8.8"],
    ["that passed fewer proxies than the store has", "8.8.8.8", 2, undefined],
  ])("is what the store's own proxies wrote, of a list %s", (_, value, proxies, taken) => {
    const from = origin("9.9.9.9", { "x-forwarded-for": value })
    expect(payerIpOf({ header: "x-forwarded-for", proxies }, from)).toBe(taken)
  })

  it("is taken from nowhere where it is off", () => {
    expect(payerIpOf("off", { ip: "8.8.8.8", header: () => "8.8.4.4" })).toBeUndefined()
  })
})
