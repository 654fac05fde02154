import { SEALED_FIELDS, type SealedField } from "../../modules/crypto-payments/connections/resolve"
import { keyIdOf, type SecretBox, type SecretPlace } from "../../modules/crypto-payments/secrets/secret-box"
import type { Context } from "../context"

/** The outcome for one stored secret. `from` and `to` are the public ids of the keys. */
export type ResealedValue = {
  connection: string
  field: SealedField
  from: string
  to: string
} & { outcome: "resealed" | "would_be_resealed" | "already" | "cannot_be_opened" | "kept_changing" }

export type ResealResult = { ok: boolean; values: ResealedValue[] }

/** How often to try a value that another process changes at the same time. */
const TRIES = 5

/**
 * Opens every stored secret and seals it with the first key, also for connections that medusa-config does not register.
 * Idempotent, and safe while the store runs: a value that changes meanwhile is read again and not overwritten.
 * @throws Error if there is no encryption key
 */
export async function resealSecrets(context: Context, { dryRun }: { dryRun: boolean }): Promise<ResealResult> {
  const { connections, secretBox } = context.store
  if (!secretBox.ready) throw new Error("there is no encryption key (environment: CRYPTO_PAYMENTS_ENCRYPTION_KEY)")
  const values: ResealedValue[] = []
  for (const { id: connectionId } of await connections.all()) {
    for (const field of SEALED_FIELDS) {
      const value = await reseal(context, { connectionId, field }, dryRun)
      if (value) values.push(value)
    }
  }
  const stuck = values.some(({ outcome }) => outcome === "cannot_be_opened" || outcome === "kept_changing")
  return { ok: !stuck, values }
}

async function reseal(
  { store, clock }: Context,
  place: { connectionId: string; field: SealedField },
  dryRun: boolean,
): Promise<ResealedValue | undefined> {
  const { connections, secretBox } = store
  const { connectionId, field } = place
  const value = { connection: connectionId, field, from: "", to: secretBox.keyId ?? "" }
  for (let tried = 0; tried < TRIES; tried++) {
    const sealed = (await connections.get(connectionId))?.[field]
    if (!sealed) return undefined
    value.from = keyIdOf(sealed)
    const secret = open(secretBox, sealed, place)
    if (secret === undefined) return { ...value, outcome: "cannot_be_opened" }
    if (value.from === value.to) return { ...value, outcome: "already" }
    if (dryRun) return { ...value, outcome: "would_be_resealed" }
    const again = secretBox.seal(secret, place)
    if (await connections.exchangeSealed(place, sealed, again, clock())) return { ...value, outcome: "resealed" }
  }
  return { ...value, outcome: "kept_changing" }
}

function open(secretBox: SecretBox, sealed: string, place: SecretPlace): string | undefined {
  try {
    return secretBox.open(sealed, place)
  } catch {
    return undefined
  }
}
