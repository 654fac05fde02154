import { isPrivateAddress } from "./base-url"
import type { ConnectionSettings } from "./settings"

export type RequestOrigin = {
  /** Express's `req.ip`. With Medusa's `trust proxy` it is the address that the last proxy reports. */
  ip?: string | undefined
  header: (name: string) => string | undefined
}

/** The payer's IP for screening, or why there is none although the connection's setting asks for it. */
export type PayerIp = { ip: string } | { missing: "no_address" | "private_address" }

/**
 * The payer's IP for screening; undefined if the setting is off. From a header it takes the entry of the store's
 * outermost proxy: each proxy appends its caller's address, so a shopper can forge only the entries before it.
 */
export function payerIpOf(setting: ConnectionSettings["payerIp"], origin: RequestOrigin): PayerIp | undefined {
  if (setting === "off") return undefined
  const [value, proxies = 1] = setting === "request" ? [origin.ip] : [origin.header(setting.header), setting.proxies]
  const ip = addressIn(value?.split(",").at(-proxies))
  if (ip === undefined) return { missing: "no_address" }
  return isPrivateAddress(ip) ? { missing: "private_address" } : { ip }
}

/**
 * The IP address in an entry of X-Forwarded-For or Forwarded (RFC 7239): without a port, brackets, zone and the prefix of
 * a mapped IPv4 address. Azure's gateway writes `203.0.113.9:51234`, RFC 7239 `for="[2001:db8::9]:443";proto=https`.
 * @returns undefined if it has none, such as `unknown` or a hidden `_name`
 */
export function addressIn(entry = ""): string | undefined {
  const node = /(?:^|;)\s*for=([^;]*)/i.exec(entry)?.[1] ?? entry
  const bare = node.trim().replace(/^"(.*)"$/, "$1")
  const [, bracketed, v4] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(bare) ?? []
  const address = (bracketed ?? v4 ?? bare).replace(/%.*/, "").replace(/^::ffff:(?=\d+\.)/i, "")
  return /[[\]]/.test(address) || isPrivateAddress(address) === undefined ? undefined : address
}
