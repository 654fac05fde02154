import type { LookupAddress, LookupOptions } from "node:dns"
import { wireCodeOf } from "../outcome"
import { type publicLookup, publicOnly } from "../transport"

type Answer = { error: NodeJS.ErrnoException | null; address: string | LookupAddress[]; family?: number | undefined }

const v4 = (address: string): LookupAddress => ({ address, family: 4 })
const v6 = (address: string): LookupAddress => ({ address, family: 6 })

/** A resolver that returns these addresses and records its options. */
function names(found: LookupAddress[]) {
  const asked: LookupOptions[] = []
  const lookup = publicOnly((_, options, callback) => {
    asked.push(options)
    callback(null, found)
  })
  return { lookup, asked }
}

const ask = (lookup: typeof publicLookup, options: LookupOptions, hostname = "pay.example.com"): Promise<Answer> =>
  new Promise((resolve) => lookup(hostname, options, (error, address, family) => resolve({ error, address, family })))

describe("publicLookup", () => {
  it.each<[string, LookupAddress[]]>([
    ["this machine", [v4("127.0.0.1"), v6("::1")]],
    ["a private network", [v4("10.1.2.3")]],
    ["the metadata service of a cloud", [v4("169.254.169.254"), v6("fd00:ec2::254")]],
    ["private IPv4 addresses in IPv6", [v6("::ffff:192.168.1.1"), v6("64:ff9b::10.0.0.1")]],
    ["an address with a zone", [v6("fe80::1%eth0")]],
    ["no address", []],
    ["an invalid address", [{ address: "not an address", family: 4 }]],
  ])("refuses a name that leads only to %s", async (_, found) => {
    for (const all of [true, false]) {
      const { error, address } = await ask(names(found).lookup, { all })
      expect(wireCodeOf(error)).toBe("private_address")
      expect(address).toEqual([])
    }
  })

  it("keeps only the public addresses of several, in their order", async () => {
    const found = [v4("10.0.0.1"), v6("2606:4700::1111"), v4("192.168.0.1"), v4("8.8.8.8")]
    const { lookup } = names(found)
    expect(await ask(lookup, { all: true })).toMatchObject({ error: null, address: [found[1], found[3]] })
    expect(await ask(lookup, {})).toEqual({ error: null, address: "2606:4700::1111", family: 6 })
  })

  it("asks for all addresses even if one is wanted, and passes on the other options", async () => {
    const { lookup, asked } = names([v4("8.8.8.8")])
    await ask(lookup, { all: false, family: 4, hints: 7 })
    expect(asked).toEqual([{ all: true, family: 4, hints: 7 }])
  })

  it("passes on an error of the resolver", async () => {
    const fault = Object.assign(new Error("no such name"), { code: "ENOTFOUND" })
    const lookup = publicOnly((_, __, callback) => callback(fault, []))
    expect((await ask(lookup, { all: true })).error).toBe(fault)
  })
})
