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
  const ip = value
    ?.split(",")
    .at(-proxies)
    ?.trim()
    .replace(/%.*/, "")
    .replace(/^::ffff:(?=\d+\.)/i, "")
  return ip && isPrivateAddress(ip) === false ? ip : undefined
}
