import { isIP } from "node:net"
import type { Call } from "./call"

/** A name under which only this machine or a person who typed an address is reached, never a page's rebound domain. */
const isLocalName = (hostname: string): boolean =>
  isIP(hostname.replace(/^\[|\]$/g, "")) !== 0 || hostname === "localhost" || hostname.endsWith(".localhost")

/**
 * Whether a browser sends this for the sandbox's own page, or no browser sends it at all.
 * Another site open in the same browser could post forms here otherwise: the controls ask for no password.
 */
export function fromOwnOrigin(call: Call): boolean {
  const site = call.header("sec-fetch-site")
  const origin = call.header("origin")
  if (site === undefined && origin === undefined) return true
  if (site !== undefined && site !== "same-origin" && site !== "none") return false
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { host, hostname } = new URL(origin)
  return host === call.header("host") && isLocalName(hostname)
}
