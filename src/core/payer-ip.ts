import type { ConnectionSettings } from "./connection-settings"
import { isPrivateAddress } from "./private-address"

/** Where a request came from, as far as it may be told. */
export type RequestOrigin = {
  /** The address Express sees (with Medusa's `trust proxy`: the last hop's word). */
  ip?: string | undefined
  header: (name: string) => string | undefined
}

/**
 * The payer's IP for screening, as the connection's settings say.
 * @returns undefined where it is off, unknown, or an address of this network, which says nothing of the payer
 */
export function payerIpOf(setting: ConnectionSettings["payerIp"], origin: RequestOrigin): string | undefined {
  if (setting === "off") return undefined
  const raw = setting === "request" ? origin.ip : origin.header(setting.header)
  const ip = raw
    ?.split(",")[0]
    ?.trim()
    .replace(/%.*/, "")
    .replace(/^::ffff:(?=\d+\.)/i, "")
  return ip && isPrivateAddress(ip) === false ? ip : undefined
}
