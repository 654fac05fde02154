import { type LookupAddress, type LookupOptions, lookup } from "node:dns"
import { isPrivateAddress } from "../core/connection/private-address"
import { PRIVATE_ADDRESS } from "./error"

type Callback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void
type Lookup = (hostname: string, options: LookupOptions, callback: Callback) => void

/**
 * `dns.lookup` that answers with public addresses only. Looked at where the connection is made and not before, so that
 * a name cannot show one address to a check and another to the socket. Addresses written into the URL itself never come
 * here; they are judged where the base URL is.
 */
export const publicLookup = publicOnly(lookup as Lookup)

/** The same over any lookup. */
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
