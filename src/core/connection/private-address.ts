/**
 * Whether an IP address lies in a network of one's own rather than on the internet: loopback, private, link-local,
 * carrier-grade, multicast and reserved ranges (IANA special-purpose registries: RFC 6890 and its
 * updates; those for documentation lead nowhere and are left out). IPv6 is judged the other way round: only global unicast (2000::/3, RFC 4291 2.4) can be public. IPv4
 * inside IPv6 (mapped, NAT64 of RFC 6052, 6to4) is judged as the IPv4 address that it stands for.
 *
 * @param address as `net.isIP` takes it, with or without the brackets of a URL and a zone
 * @returns undefined where the text is no IP address
 */
export function isPrivateAddress(address: string): boolean | undefined {
  const bare = address.replace(/^\[|\]$/g, "").replace(/%.*/, "")
  const v4 = parseIPv4(bare)
  if (v4 !== undefined) return isPrivateIPv4(v4)
  const v6 = parseIPv6(bare)
  return v6 && isPrivateIPv6(v6)
}

/** Base address and prefix length. */
const PRIVATE_V4: readonly [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
]

function isPrivateIPv4(address: number): boolean {
  return PRIVATE_V4.some(([base, bits]) => {
    const shift = 2 ** (32 - bits)
    return Math.floor(address / shift) === Math.floor((parseIPv4(base) as number) / shift)
  })
}

function isPrivateIPv6(groups: readonly number[]): boolean {
  const [first = 0, second = 0] = groups
  const embedded = (high: number, low: number) => isPrivateIPv4((groups[high] ?? 0) * 0x10000 + (groups[low] ?? 0))
  const zeros = (from: number, to: number) => groups.slice(from, to).every((group) => group === 0)
  if (zeros(0, 5) && groups[5] === 0xffff) return embedded(6, 7)
  if (first === 0x64 && second === 0xff9b && zeros(2, 6)) return embedded(6, 7)
  if (first === 0x2002) return embedded(1, 2)
  // Protocol assignments, Teredo among them: 2001::/23.
  if (first === 0x2001 && second < 0x200) return true
  return (first & 0xe000) !== 0x2000
}

function parseIPv4(text: string): number | undefined {
  if (!/^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/.test(text)) return undefined
  const octets = text.split(".").map(Number)
  if (octets.some((octet) => octet > 255)) return undefined
  return octets.reduce((sum, octet) => sum * 256 + octet, 0)
}

/** The eight groups of an IPv6 address, its last two perhaps written as IPv4. */
function parseIPv6(text: string): number[] | undefined {
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text)
  const tail = dotted && parseIPv4(dotted[2] as string)
  if (dotted && tail === undefined) return undefined
  const hex = dotted
    ? `${dotted[1]}${((tail as number) >>> 16).toString(16)}:${((tail as number) & 0xffff).toString(16)}`
    : text
  const halves = hex.split("::")
  if (halves.length > 2) return undefined
  const [left = [], right = []] = halves.map((half) => (half === "" ? [] : half.split(":")))
  const missing = 8 - left.length - right.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined
  const groups = [...left, ...Array<string>(missing).fill("0"), ...right]
  return groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))
    ? groups.map((group) => Number.parseInt(group, 16))
    : undefined
}
