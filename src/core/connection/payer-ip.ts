import { isPrivateAddress } from "./private-address"
import type { ConnectionSettings } from "./settings"

export type RequestOrigin = {
  /** The address Express sees (with Medusa's `trust proxy`: the last hop's word). */
  ip?: string | undefined
  header: (name: string) => string | undefined
}

/**
 * The payer's IP for screening. Of a header, the entry that the store's outermost proxy wrote: each proxy appends the
 * address that called it, and anything before comes from the shopper.
 * @returns undefined if it is off, unknown, or a private address
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
