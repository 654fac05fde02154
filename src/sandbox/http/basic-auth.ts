import { createHash, timingSafeEqual } from "node:crypto"

const digest = (text: string): Buffer => createHash("sha256").update(text).digest()

/** Tells whether an Authorization header (HTTP Basic, RFC 7617) carries the key pair. Hashing makes the lengths equal. */
export function keyPairCheck(apiKey: string, secretKey: string): (header: string | undefined) => boolean {
  const wanted = digest(`${apiKey}:${secretKey}`)
  return (header) => {
    const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? "")?.[1]
    return encoded !== undefined && timingSafeEqual(digest(Buffer.from(encoded, "base64").toString("utf8")), wanted)
  }
}
