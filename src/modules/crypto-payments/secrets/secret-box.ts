import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto"

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Where a secret is stored. It is authenticated with the secret. */
type SecretPlace = { connectionId: string; field: string }

type Key = { id: string; bytes: Buffer }

/**
 * Seals secrets at rest with AES-256-GCM (NIST SP 800-38D), each with a new nonce, as `v1.<key id>.<base64url of nonce ‖
 * ciphertext ‖ tag>`. Connection and field are associated data, so a value does not open in another row or column.
 */
export class SecretBox {
  readonly #keys: Key[]

  /**
   * @param keys the current key first, then older ones that still open what they sealed; each 32 bytes in base64
   * @throws Error that names the setting, never the value
   */
  constructor(keys: readonly string[]) {
    this.#keys = keys.map(parseKey)
  }

  /** @param keys the plugin's option: comma-separated keys; no key if undefined or empty */
  static of(keys: unknown): SecretBox {
    const entries = String(keys ?? "").split(",")
    return new SecretBox(entries.filter((entry) => entry.trim() !== ""))
  }

  /** Whether there is a key. Without one no secret is stored. */
  get ready(): boolean {
    return this.#keys.length > 0
  }

  /** The public name of the key that seals now. */
  get keyId(): string | undefined {
    return this.#keys[0]?.id
  }

  /** @throws Error without a key */
  seal(secret: string, place: SecretPlace): string {
    const [key] = this.#keys
    if (!key) throw new Error("encryptionKey is missing: no secret is stored unsealed")
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv("aes-256-gcm", key.bytes, nonce).setAAD(associatedData(place))
    const sealed = Buffer.concat([nonce, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()])
    return `v1.${key.id}.${sealed.toString("base64url")}`
  }

  opens(sealed: string, place: SecretPlace): boolean {
    try {
      this.open(sealed, place)
      return true
    } catch {
      return false
    }
  }

  /** @throws Error if the value was altered, moved, or sealed with a key that is not in this box */
  open(sealed: string, place: SecretPlace): string {
    const [version, id, payload] = sealed.split(".")
    const key = this.#keys.find((candidate) => candidate.id === id)
    if (version !== "v1" || !key || !payload) throw new Error(`no key opens the stored ${place.field}`)
    const bytes = Buffer.from(payload, "base64url")
    if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error(`the stored ${place.field} is damaged`)
    const decipher = createDecipheriv("aes-256-gcm", key.bytes, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(associatedData(place)).setAuthTag(bytes.subarray(-TAG_BYTES))
    try {
      const ciphertext = bytes.subarray(NONCE_BYTES, -TAG_BYTES)
      return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString("utf8")
    } catch {
      throw new Error(`the stored ${place.field} was altered or belongs elsewhere`)
    }
  }
}

export const keyIdOf = (sealed: string): string => sealed.split(".")[1] ?? ""

const associatedData = ({ connectionId, field }: SecretPlace): Buffer =>
  Buffer.from(JSON.stringify(["medusa-payment-crypto", connectionId, field]), "utf8")

function parseKey(entry: string): Key {
  const base64 = entry.trim()
  // 43 letters are 32 bytes.
  if (!/^[A-Za-z0-9+/]{43}=$/.test(base64)) {
    throw new Error(
      "encryptionKey must be 32 random bytes in base64 (environment: CRYPTO_PAYMENTS_ENCRYPTION_KEY). Make one with: openssl rand -base64 32",
    )
  }
  const bytes = Buffer.from(base64, "base64")
  // A short public name that tells rotated keys apart. The key cannot be derived from it.
  return { id: createHash("sha256").update("key id").update(bytes).digest("hex").slice(0, 8), bytes }
}
