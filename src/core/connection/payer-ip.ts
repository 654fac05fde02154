import { isPrivateAddress } from "./private-address"
import type { ConnectionSettings } from "./settings"

export type RequestOrigin = {
  /** Express's `req.ip`. With Medusa's `trust proxy` it is the address that the last proxy reports. */
  ip?: string | undefined
  header: (name: string) => string | undefined
}

/**
 * The payer's IP for screening; undefined if it is off, unknown or private. From a header it takes the entry of the
 * store's outermost proxy: each proxy appends its caller's address, so a shopper can forge only the entries before it.
 */
export function payerIpOf(setting: ConnectionSettings["payerIp"], origin: RequestOrigin): string | undefined {
  if (setting === "off") return undefined
  const value = setting === "request" ? origin.ip : origin.header(setting.header)
  const proxies = setting === "request" ? 1 : (setting.proxies ?? 1)
  const ip = addressIn(value?.split(",").at(-proxies))
  return ip && isPrivateAddress(ip) === false ? ip : undefined
}

/**
 * The address in an entry of X-Forwarded-For or Forwarded (RFC 7239): without a port, brackets, zone and the prefix of a
 * mapped IPv4 address. Azure's gateway writes `203.0.113.9:51234`, RFC 7239 `for="[2001:db8::9]:443";proto=https`.
 */
export function addressIn(entry: string | undefined): string | undefined {
  const node = /(?:^|;)\s*for=([^;]*)/i.exec(entry ?? "")?.[1] ?? entry
  const bare = node?.trim().replace(/^"(.*)"$/, "$1")
  const [, bracketed, v4] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(bare ?? "") ?? []
  const address = bracketed ?? v4 ?? (/[[\]]/.test(bare ?? "") ? undefined : bare)
  return address?.replace(/%.*/, "").replace(/^::ffff:(?=\d+\.)/i, "")
}
