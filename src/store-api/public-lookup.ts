import { type LookupAddress, type LookupOptions, lookup } from "node:dns"
import { isPrivateAddress } from "../core/connection/base-url"
import { PRIVATE_ADDRESS } from "./error"

type Callback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void
type Lookup = (hostname: string, options: LookupOptions, callback: Callback) => void

/**
 * `dns.lookup` with public addresses only. It runs while the socket connects, so a name cannot resolve to one address
 * for a check and to another for the connection; `baseUrlProblem` checks IP addresses in the URL itself.
 */
export const publicLookup = publicOnly(lookup as Lookup)

/** `resolve`, with only the public addresses of its result. */
export function publicOnly(resolve: Lookup) {
  return (hostname: string, options: LookupOptions, callback: Callback): void =>
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, [])
      const open = (found as LookupAddress[]).filter(({ address }) => isPrivateAddress(address) === false)
      const [first] = open
      if (!first) {
        const refusal: NodeJS.ErrnoException = new Error("the name leads to a private network")
        refusal.code = PRIVATE_ADDRESS
        return callback(refusal, [])
      }
      return options.all ? callback(null, open) : callback(null, first.address, first.family)
    })
}
