import { BlockList, isIPv6 } from "node:net"

/** Ranges for documentation (RFC 5737, TEST-NET-3; RFC 3849): no real payer has one, so a test can ask for a refusal. */
const refused = new BlockList()
refused.addSubnet("203.0.113.0", 24, "ipv4")
refused.addSubnet("2001:db8:bad::", 48, "ipv6")

/** Whether a payer or caller is refused; `::ffff:203.0.113.9` counts as the IPv4 address in it. */
export const failsScreening = (ip: string): boolean => refused.check(ip, isIPv6(ip) ? "ipv6" : "ipv4")
