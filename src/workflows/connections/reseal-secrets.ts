import { SEALED_FIELDS, type SealedField } from "../../modules/crypto-payments/connections/resolve"
import { keyIdOf, type SecretBox } from "../../modules/crypto-payments/secrets/secret-box"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../modules/crypto-payments/service"
import type { ConnectionStore } from "../../modules/crypto-payments/stores/connections"
import type { Context } from "../context"

/** What became of one stored secret. Keys go by their public names. */
export type ResealedValue = {
  connection: string
  field: SealedField
  from: string
  to: string
} & { outcome: "resealed" | "would_be_resealed" | "already" | "cannot_be_opened" | "kept_changing" }

export type ResealResult = { ok: boolean; values: ResealedValue[] }

/** A value that somebody saves anew each time is left after as many tries. */
const TRIES = 5

/**
 * Opens every stored secret with whichever key opens it, and seals it with the first. Safe to repeat, and beside a
 * running store: a value that is saved meanwhile is not overwritten but looked at again. Rows of connections that
 * medusa-config does not register any more are resealed too.
 *
 * @throws Error where there is no encryption key at all
 */
export async function resealSecrets(context: Context, { dryRun }: { dryRun: boolean }): Promise<ResealResult> {
  const { container, clock } = context
  const now = clock()
  const { connections, secretBox }: CryptoPaymentsService = container.resolve(CRYPTO_PAYMENTS_MODULE)
  if (!secretBox.ready) throw new Error("there is no encryption key (environment: CRYPTO_PAYMENTS_ENCRYPTION_KEY)")
  const values: ResealedValue[] = []
  for (const { id } of await connections.all()) {
    for (const field of SEALED_FIELDS) {
      const value = await reseal(connections, secretBox, id, field, dryRun, now)
      if (value) values.push(value)
    }
  }
  const stuck = values.some(({ outcome }) => outcome === "cannot_be_opened" || outcome === "kept_changing")
  return { ok: !stuck, values }
}

async function reseal(
  connections: ConnectionStore,
  secretBox: SecretBox,
  connection: string,
  field: SealedField,
  dryRun: boolean,
  now: Date,
): Promise<ResealedValue | undefined> {
  const to = secretBox.keyId ?? ""
  let from = ""
  for (let tried = 0; tried < TRIES; tried++) {
    const sealed = (await connections.get(connection))?.[field]
    if (!sealed) return undefined
    from = keyIdOf(sealed)
    const place = { connectionId: connection, field }
    const secret = open(secretBox, sealed, place)
    if (secret === undefined) return { connection, field, from, to, outcome: "cannot_be_opened" }
    if (from === to) return { connection, field, from, to, outcome: "already" }
    if (dryRun) return { connection, field, from, to, outcome: "would_be_resealed" }
    if (await connections.exchangeSealed(connection, field, sealed, secretBox.seal(secret, place), now)) {
      return { connection, field, from, to, outcome: "resealed" }
    }
  }
  return { connection, field, from, to, outcome: "kept_changing" }
}

function open(
  secretBox: SecretBox,
  sealed: string,
  place: { connectionId: string; field: string },
): string | undefined {
  try {
    return secretBox.open(sealed, place)
  } catch {
    return undefined
  }
}
