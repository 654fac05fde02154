import { createHash } from "node:crypto"

/** Weak: it covers what is said and not the bytes, since the server's time differs in every answer. */
export function etagOf(answer: object): string {
  const said = JSON.stringify(answer, (name, value) => (name === "server_time" ? undefined : value))
  const hash = createHash("sha256").update(said)
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
