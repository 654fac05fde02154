import { type LookupAddress, type LookupOptions, lookup } from "node:dns"
import { isPrivateAddress } from "../core/private-address"
import { PRIVATE_ADDRESS } from "./error"

type Callback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void

/**
 * `dns.lookup` that answers with public addresses only. Looked at where the connection is made and not before, so that
 * a name cannot show one address to a check and another to the socket. Addresses written into the URL itself never come
 * here; they are judged where the base URL is.
 */
export function publicLookup(hostname: string, options: LookupOptions, callback: Callback): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    const open = addresses.filter(({ address }) => isPrivateAddress(address) === false)
    const [first] = open
    if (!first) {
      const refusal: NodeJS.ErrnoException = new Error("the name leads to a private network")
      refusal.code = PRIVATE_ADDRESS
      return callback(refusal, [])
    }
    return options.all ? callback(null, open) : callback(null, first.address, first.family)
  })
}
