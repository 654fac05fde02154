import { IPv4, IPv6, isValid, parse } from "ipaddr.js"

/**
 * What is wrong with a base URL, after the setting's name. The keys are sent to it, and with a private address an admin
 * could make the server call what only the server can reach (SSRF).
 */
export const BASE_URL_SENTENCES = {
  base_url_invalid: "is not a URL",
  base_url_with_credentials: "must not carry a user name or a password",
  base_url_with_query: "must not carry a query or a fragment",
  base_url_not_https: "must start with https:// (http:// is for this machine itself, with test keys only)",
  base_url_private:
    "names an address of a private network; the server's owner must allow that with allowPrivateAddress (environment: CRYPTO_PAYMENTS_ALLOW_PRIVATE_ADDRESS)",
}

export type BaseUrlProblem = keyof typeof BASE_URL_SENTENCES

/** @returns the URL as stored: origin and path, without a trailing slash */
export function parseBaseUrl(text: string): { ok: true; url: string } | { ok: false; problem: BaseUrlProblem } {
  if (!URL.canParse(text)) return { ok: false, problem: "base_url_invalid" }
  const url = new URL(text)
  if (url.username || url.password) return { ok: false, problem: "base_url_with_credentials" }
  if (url.search || url.hash) return { ok: false, problem: "base_url_with_query" }
  if (url.protocol !== "https:" && !(url.protocol === "http:" && LOOPBACK.test(url.hostname))) {
    return { ok: false, problem: "base_url_not_https" }
  }
  // The lookbehind keeps this linear; without it a long run of slashes takes seconds.
  return { ok: true, url: url.origin + url.pathname.replace(/(?<!\/)\/+$/, "") }
}

/** Checks a base URL, also a stored one. Without keys the mode is unknown, and only the rules of both modes apply. */
export function baseUrlProblem(
  baseUrl: string,
  { testMode, allowPrivate }: { testMode: boolean | undefined; allowPrivate: boolean },
): BaseUrlProblem | undefined {
  const parsed = parseBaseUrl(baseUrl)
  if (!parsed.ok) return parsed.problem
  const { protocol, hostname } = new URL(parsed.url)
  if (protocol === "http:" && testMode === false) return "base_url_not_https"
  const isPrivate = LOOPBACK.test(hostname) ? testMode === false : isPrivateAddress(hostname)
  return isPrivate && !allowPrivate ? "base_url_private" : undefined
}

/** Whether the host may resolve to a private address: if the setting allows it, or if the host is this machine. */
export const mayReachPrivate = (baseUrl: string, allowPrivate: boolean): boolean =>
  allowPrivate || LOOPBACK.test(new URL(baseUrl).hostname)

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** IPv4 ranges off the internet (IANA special-purpose registry, RFC 6890). In documentation ranges nothing answers. */
const PRIVATE_IPV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "224.0.0.0/4",
  "240.0.0.0/4",
].map((range) => IPv4.parseCIDR(range))

/** IPv6 ranges that contain an IPv4 address, which starts at byte `offset`: mapped, NAT64 (RFC 6052) and 6to4. */
const CARRYING_IPV4 = [
  { range: IPv6.parseCIDR("::ffff:0:0/96"), offset: 12 },
  { range: IPv6.parseCIDR("64:ff9b::/96"), offset: 12 },
  { range: IPv6.parseCIDR("2002::/16"), offset: 2 },
]

/** Only global unicast is on the internet (RFC 4291 2.4), without the protocol assignments such as Teredo. */
const GLOBAL_UNICAST = IPv6.parseCIDR("2000::/3")
const PROTOCOL_ASSIGNMENTS = IPv6.parseCIDR("2001::/23")

/**
 * Whether an IP address is of a private or special network instead of the internet; undefined if it is not an address.
 * It may have a URL's brackets and a zone, and an IPv4 address inside IPv6 is judged as IPv4.
 */
export function isPrivateAddress(address: string): boolean | undefined {
  // ipaddr.js reads the obsolete `::8.8.8.8` as the mapped `::ffff:8.8.8.8`. `::0:8.8.8.8` avoids that.
  const bare = address.replace(/^\[|\]$/g, "").replace(/%.*/, "")
  const text = bare.replace(/^::(?=\d+\.)/, "::0:")
  if (!isStrict(text) || !isValid(text)) return undefined
  const parsed = parse(text)
  return parsed instanceof IPv4 ? isPrivateIPv4(parsed) : isPrivateIPv6(parsed)
}

/** ipaddr.js also reads octal, hexadecimal and short IPv4 (`010.0.0.1`, `127.1`), which `net.isIP` refuses. */
function isStrict(text: string): boolean {
  const last = text.slice(text.lastIndexOf(":") + 1)
  return last.includes(".") ? IPv4.isValidFourPartDecimal(last) : text.includes(":")
}

const isPrivateIPv4 = (address: IPv4): boolean => PRIVATE_IPV4.some((range) => address.match(range))

function isPrivateIPv6(address: IPv6): boolean {
  const carrier = CARRYING_IPV4.find(({ range }) => address.match(range))
  if (carrier) return isPrivateIPv4(new IPv4(address.toByteArray().slice(carrier.offset, carrier.offset + 4)))
  return !address.match(GLOBAL_UNICAST) || address.match(PROTOCOL_ASSIGNMENTS)
}
