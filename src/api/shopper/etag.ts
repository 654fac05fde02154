import { createHash } from "node:crypto"
import type { ShopperPayment } from "../../workflows/view-payment/view-payment"

/** Weak: it covers what is said and not the bytes, since the server's time differs in every answer. */
export function etagOf({ token, view }: Pick<ShopperPayment, "token" | "view">): string {
  const { server_time: _, ...said } = view
  const hash = createHash("sha256").update(JSON.stringify([token, said]))
  return `W/"${hash.digest("base64url").slice(0, 22)}"`
}

/**
 * Whether the client has this very answer (RFC 9110 13.1.2, weak comparison). Express would also look at Cache-Control,
 * which a browser sets to no-cache when a script sends If-None-Match.
 */
export function isSame(ifNoneMatch: string | undefined, etag: string): boolean {
  const plain = (tag: string) => tag.trim().replace(/^W\//, "")
  return (ifNoneMatch ?? "").split(",").some((tag) => tag.trim() === "*" || plain(tag) === plain(etag))
}
