import { isIP } from "node:net"
import * as fc from "fast-check"
import { anyText, holds } from "../../__tests__/properties"
import { baseUrlProblem, isPrivateAddress, parseBaseUrl } from "../base-url"
import { payerIpOf } from "../payer-ip"

const nearEdges = fc.constantFrom(0, 9, 10, 100, 127, 128, 169, 172, 192, 198, 223, 224, 255)
const octet = fc.oneof(fc.integer({ min: 0, max: 255 }), nearEdges)
const ipv4 = fc.tuple(octet, octet, octet, octet).map((octets) => octets.join("."))
const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16))
const ipv6 = fc.oneof(
  fc.array(group, { minLength: 8, maxLength: 8 }).map((groups) => groups.join(":")),
  fc.ipV6(),
)
const near = fc.string({ unit: fc.constantFrom(..."0123456789abcdef:::..[]%x"), maxLength: 40 })

it("an address is recognized exactly if Node.js recognizes it", () => {
  holds(
    fc.property(fc.oneof(near, anyText(), ipv4, ipv6), (text) => {
      fc.pre(!/[[\]%]/.test(text))
      expect(isPrivateAddress(text) !== undefined).toBe(isIP(text) !== 0)
    }),
    300,
  )
})

const header = fc.oneof(
  near,
  anyText(),
  ipv4,
  ipv6,
  fc.tuple(ipv4, ipv4).map((hops) => hops.join(", ")),
  fc.tuple(ipv4, fc.nat(65_535)).map((parts) => parts.join(":")),
  fc.tuple(fc.oneof(ipv4, ipv6, near), fc.nat(65_535)).map(([ip, port]) => `[${ip}]:${port}`),
)

it("the payer's IP is a public address or missing, for any text in the request or the header", () => {
  holds(
    fc.property(header, fc.boolean(), (text, fromRequest) => {
      const setting = fromRequest ? "request" : { header: "x-real-ip" }
      const payer = payerIpOf(setting, { ip: text, header: () => text })
      if (!payer || "missing" in payer) return
      expect(isIP(payer.ip)).not.toBe(0)
      expect(isPrivateAddress(payer.ip)).toBe(false)
    }),
    200,
  )
})

describe("a base URL", () => {
  const host = fc.oneof(
    fc.domain(),
    ipv4,
    ipv6.map((address) => `[${address}]`),
    fc.constantFrom("localhost", "127.0.0.1", "[::1]"),
  )
  const url = fc
    .tuple(fc.constantFrom("https", "http", "ftp", "HTTPS"), host, fc.constantFrom("", ":8443", ":443"), fc.webPath())
    .map(([scheme, name, port, path]) => `${scheme}://${name}${port}${path}`)
  const anyUrl = fc.oneof(url, anyText(), fc.webUrl({ withQueryParameters: true, withFragments: true }))

  it("is normalized to one form or refused with a known code, for any text", () => {
    holds(
      fc.property(anyUrl, (text) => {
        const parsed = parseBaseUrl(text)
        if (!parsed.ok) {
          expect(parsed.problem).toMatch(/^base_url_(invalid|with_credentials|with_query|not_https)$/)
          return
        }
        expect(parsed.url).not.toMatch(/\/$|[?#]/)
        for (const same of [parsed.url, `${parsed.url}//`]) expect(parseBaseUrl(same)).toEqual(parsed)
        const { protocol, hostname } = new URL(text)
        if (protocol === "https:") return
        expect([protocol, /^(localhost|\[::1\]|127\..*)$/.test(hostname)]).toEqual(["http:", true])
        for (const allowPrivate of [true, false])
          expect(baseUrlProblem(text, { testMode: false, allowPrivate })).toBe("base_url_not_https")
      }),
      300,
    )
  })
})
