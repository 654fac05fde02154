import { payerIpOf } from "../payer-ip"

const origin = (ip: string | undefined, headers: Record<string, string> = {}) => ({
  ip,
  header: (name: string) => headers[name],
})

describe("the payer's IP", () => {
  it.each([
    ["a public address", "8.8.8.8", "8.8.8.8"],
    ["IPv6", "2606:4700::1111", "2606:4700::1111"],
    ["IPv4 mapped into IPv6", "::ffff:8.8.8.8", "8.8.8.8"],
    ["IPv4 mapped into IPv6, in capitals", "::FFFF:8.8.8.8", "8.8.8.8"],
    ["IPv4 with longer parts, mapped into IPv6", "::ffff:203.99.113.7", "203.99.113.7"],
    ["IPv4 mapped in hexadecimal, which stays unchanged", "::ffff:808:808", "::ffff:808:808"],
    ["an address with a zone, which is removed", "2606:4700::1111%eth0", "2606:4700::1111"],
    ["IPv4 with a port, as Azure's gateway writes it", "8.8.8.8:51234", "8.8.8.8"],
    ["IPv6 in brackets with a port", "[2606:4700::1111]:443", "2606:4700::1111"],
    ["IPv6 in brackets", "[2606:4700::1111]", "2606:4700::1111"],
    ["a mapped address in brackets with a port", "[::ffff:8.8.8.8]:443", "8.8.8.8"],
    ["an element of Forwarded", "for=8.8.8.8;proto=https;by=10.0.0.1", "8.8.8.8"],
    ["a quoted element of Forwarded, in any case", 'proto=https; For="[2606:4700::1111]:4711"', "2606:4700::1111"],
    ["the last of several hops", " 10.0.0.1 , 8.8.4.4 ", "8.8.4.4"],
  ])("is taken from the request: %s", (_, ip, taken) => {
    expect(payerIpOf("request", origin(ip, { "x-real-ip": "1.1.1.1" }))).toBe(taken)
  })

  it.each([
    ["a private address", "10.0.0.1"],
    ["the loopback address", "::1"],
    ["the loopback address as mapped IPv4", "::ffff:127.0.0.1"],
    ["a word instead of an address", "unknown"],
    ["a mapped address after another letter", "x::ffff:8.8.8.8"],
    ["an IPv6 address that only ends like mapped IPv4", "1::ffff:8.8.8.8"],
    ["an empty text", ""],
    ["only a port", ":443"],
    ["a port without a number", "8.8.8.8:https"],
    ["an open bracket", "[2606:4700::1111"],
    ["a hidden name of Forwarded", "for=_hidden"],
    ["no value", undefined],
  ])("is unknown if the request has %s", (_, ip) => {
    expect(payerIpOf("request", origin(ip))).toBeUndefined()
  })

  it("is taken only from the configured header", () => {
    const from = origin("8.8.8.8", { "x-real-ip": "8.8.4.4" })
    expect(payerIpOf({ header: "x-real-ip" }, from)).toBe("8.8.4.4")
    expect(payerIpOf({ header: "x-other" }, from)).toBeUndefined()
  })

  it.each<[string, string, number | undefined, string | undefined]>([
    ["with an entry that the shopper forged, behind one proxy", "1.1.1.1, 8.8.8.8", undefined, "8.8.8.8"],
    ["with a forged private address", "10.0.0.1,8.8.8.8", undefined, "8.8.8.8"],
    ["with a thousand forged entries", `${"1.1.1.1, ".repeat(1000)}8.8.8.8`, undefined, "8.8.8.8"],
    ["with an empty last entry", "1.1.1.1,", undefined, undefined],
    ["with a private last entry", "1.1.1.1, 10.0.0.1", undefined, undefined],
    ["with a forged entry, behind two proxies", "1.1.1.1, 8.8.8.8, 10.0.0.1", 2, "8.8.8.8"],
    ["without a forged entry, behind two proxies", "8.8.8.8, 10.0.0.1", 2, "8.8.8.8"],
    ["with a forged entry, behind three proxies", "1.1.1.1, 8.8.8.8, 9.9.9.9, 10.0.0.1", 3, "8.8.8.8"],
    ["that has fewer entries than the store has proxies", "8.8.8.8", 2, undefined],
  ])("is only what the store's own proxies added to a list %s", (_, value, proxies, taken) => {
    const from = origin("9.9.9.9", { "x-forwarded-for": value })
    expect(payerIpOf({ header: "x-forwarded-for", proxies }, from)).toBe(taken)
  })

  it("is unknown if the setting is off", () => {
    expect(payerIpOf("off", { ip: "8.8.8.8", header: () => "8.8.4.4" })).toBeUndefined()
  })
})
