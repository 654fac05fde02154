import { createHash, timingSafeEqual } from "node:crypto"

const digest = (text: string): Buffer => createHash("sha256").update(text).digest()

/** The user and password of HTTP Basic (RFC 7617) as one "user:password"; null where the header is not that. */
function credentials(header: string | undefined): string | null {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? "")?.[1]
  return encoded === undefined ? null : Buffer.from(encoded, "base64").toString("utf8")
}

/** Tells whether an Authorization header carries the key pair; hashing first makes the lengths equal. */
export function keyPairCheck(apiKey: string, secretKey: string): (header: string | undefined) => boolean {
  const wanted = digest(`${apiKey}:${secretKey}`)
  return (header) => {
    const given = credentials(header)
    return given !== null && timingSafeEqual(digest(given), wanted)
  }
}
