import { isPrivateAddress } from "./private-address"
import type { ConnectionSettings } from "./settings"

/** Where a request came from, as far as it may be told. */
export type RequestOrigin = {
  /** The address Express sees (with Medusa's `trust proxy`: the last hop's word). */
  ip?: string | undefined
  header: (name: string) => string | undefined
}

/**
 * The payer's IP for screening, as the connection's settings say. Of a header, the entry that the store's outermost proxy
 * wrote: each proxy appends the address that it was called from, and what stands before is whatever the shopper sent.
 * @returns undefined where it is off, unknown, or an address of this network, which says nothing of the payer
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
