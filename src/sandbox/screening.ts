import { BlockList, isIPv6 } from "node:net"

/**
 * Addresses that fail screening. Both ranges are set aside for documentation (RFC 5737, TEST-NET-3; RFC 3849),
 * so no real payer has one and a test can ask for a refusal on purpose.
 */
const refused = new BlockList()
refused.addSubnet("203.0.113.0", 24, "ipv4")
refused.addSubnet("2001:db8:bad::", 48, "ipv6")

/** Whether a payer or caller is refused. An IPv4 address written as IPv6 (`::ffff:203.0.113.9`) is the same address. */
export const failsScreening = (ip: string): boolean => refused.check(ip, isIPv6(ip) ? "ipv6" : "ipv4")
