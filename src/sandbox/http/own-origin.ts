import { isIP } from "node:net"
import type { Call } from "./call"

/** A name that no site can rebind to this machine. */
const isLocalName = (hostname: string): boolean =>
  isIP(hostname.replace(/^\[|\]$/g, "")) !== 0 || hostname === "localhost" || hostname.endsWith(".localhost")

/**
 * Whether a browser sends this for the sandbox's own page, or no browser sends it. The controls have no password, so
 * without this check another site in the same browser could post forms to them.
 */
export function fromOwnOrigin(call: Call): boolean {
  const { "sec-fetch-site": site = "none", origin } = call.headers
  if (site !== "same-origin" && site !== "none") return false
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { host, hostname } = new URL(origin)
  return host === call.headers.host && isLocalName(hostname)
}
