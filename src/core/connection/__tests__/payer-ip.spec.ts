import { addressIn, payerIpOf } from "../payer-ip"

const origin = (ip: string | undefined, headers: Record<string, string> = {}) => ({
  ip,
  header: (name: string) => headers[name],
})

describe("the payer's IP", () => {
  const missing = { missing: "no_address" }
  const privately = { missing: "private_address" }
  it.each<[string, string | undefined, object]>([
    ["a public address", "8.8.8.8", { ip: "8.8.8.8" }],
    ["the last of several hops", " 10.0.0.1 , 8.8.4.4 ", { ip: "8.8.4.4" }],
    ["a private address", "10.0.0.1", privately],
    ["a private address with a port", "10.0.0.1:51234", privately],
    ["the loopback address as mapped IPv4", "::ffff:127.0.0.1", privately],
    ["an IPv6 address that only ends like mapped IPv4", "1::ffff:8.8.8.8", privately],
    ["a word instead of an address", "unknown", missing],
    ["no value", undefined, missing],
  ])("is taken from the request, or missing: %s", (_, ip, payer) => {
    expect(payerIpOf("request", origin(ip, { "x-real-ip": "1.1.1.1" }))).toEqual(payer)
  })

  it("is taken only from the configured header, and is not asked for if the setting is off", () => {
    const from = origin("8.8.8.8", { "x-real-ip": "8.8.4.4" })
    expect(payerIpOf({ header: "x-real-ip" }, from)).toEqual({ ip: "8.8.4.4" })
    expect(payerIpOf({ header: "x-other" }, from)).toEqual(missing)
    expect(payerIpOf("off", from)).toBeUndefined()
  })

  it.each<[string, string, number | undefined, string | undefined]>([
    ["with an entry that the shopper forged, behind one proxy", "1.1.1.1, 8.8.8.8", undefined, "8.8.8.8"],
    ["with a forged private address", "10.0.0.1,8.8.8.8", undefined, "8.8.8.8"],
    ["with a thousand forged entries", `${"1.1.1.1, ".repeat(1000)}8.8.8.8`, undefined, "8.8.8.8"],
    ["whose entries have ports (Azure)", "1.1.1.1:80, 8.8.8.8:51234", undefined, "8.8.8.8"],
    ["whose entries have ports, behind two proxies", "[2606:4700::1111]:443, 10.0.0.1:80", 2, "2606:4700::1111"],
    ["with an empty last entry", "1.1.1.1,", undefined, undefined],
    ["with a private last entry", "1.1.1.1, 10.0.0.1", undefined, undefined],
    ["with a forged entry, behind two proxies", "1.1.1.1, 8.8.8.8, 10.0.0.1", 2, "8.8.8.8"],
    ["without a forged entry, behind two proxies", "8.8.8.8, 10.0.0.1", 2, "8.8.8.8"],
    ["with a forged entry, behind three proxies", "1.1.1.1, 8.8.8.8, 9.9.9.9, 10.0.0.1", 3, "8.8.8.8"],
    ["in the form of Forwarded", 'for=1.1.1.1, by=10.0.0.1;For="[2606:4700::1111]:4711"', undefined, "2606:4700::1111"],
    ["that has fewer entries than the store has proxies", "8.8.8.8", 2, undefined],
  ])("is only what the store's own proxies added to a list %s", (_, value, proxies, taken) => {
    expect(payerIpOf({ header: "x-forwarded-for", proxies }, origin("9.9.9.9", { "x-forwarded-for": value }))).toEqual(
      taken ? { ip: taken } : { missing: expect.any(String) },
    )
  })
})

describe("the address in an entry of a proxy's list", () => {
  it.each([
    ["203.0.113.9", "203.0.113.9"],
    ["203.0.113.9:51234", "203.0.113.9"],
    [" 203.0.113.9:51234 ", "203.0.113.9"],
    ["2001:db8:7::9", "2001:db8:7::9"],
    ["[2001:db8:7::9]", "2001:db8:7::9"],
    ["[2001:db8:7::9]:443", "2001:db8:7::9"],
    ["[fe80::1%eth0]:443", "fe80::1"],
    ["[::ffff:203.0.113.9]:443", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["::FFFF:203.0.113.9", "203.0.113.9"],
    // Mapped in hexadecimal, which stays unchanged.
    ["::ffff:808:808", "::ffff:808:808"],
    ["2606:4700::1111%eth0", "2606:4700::1111"],
    // Examples of RFC 7239 section 4.
    ["for=192.0.2.60;proto=http;by=203.0.113.43", "192.0.2.60"],
    ['For="[2001:db8:cafe::17]:4711"', "2001:db8:cafe::17"],
    ['by="[::1]:80"; for="192.0.2.43:47011"', "192.0.2.43"],
  ])("is read without port, brackets and parameters: %s", (entry, ip) => expect(addressIn(entry)).toBe(ip))

  it.each([
    ...["", "unknown", 'for="_gazonk"', "for=unknown", "for=", "by=203.0.113.43", "shop.example:443", ":443"],
    ...["203.0.113.9:", "203.0.113.9:x", "203.0.113.9:1:2", "203.0.113:80", "203.0.113.9:123456", "[203.0.113.9"],
    ...["x::ffff:8.8.8.8", "2001:db8:7::9:443:1:2:3:4:5", "[2001:db8:7::9]443", "[[2001:db8:7::9]]", "010.0.0.1:80"],
    ...['for="203.0.113.9":443'],
  ])("is none in %j", (entry) => expect(addressIn(entry)).toBeUndefined())
})
