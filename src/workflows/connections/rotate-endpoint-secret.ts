import { parseChanges } from "../../core/connection/setting-fields"
import { type AdminRefusal, adminRefusal } from "../../core/text/admin-refusals"
import { resolveConnection } from "../../modules/crypto-payments/connections/resolve"
import type { Context } from "../context"
import { oneStepWorkflow } from "../one-step-workflow"
import { refuseConfigured } from "./locked-settings"
import { sealed } from "./setting-patch"

export type RotateSecretInput = {
  connection_id: string
  actor_id: string
  /** The new one, as it was sent; judged here. */
  endpoint_secret: unknown
  /** ISO 8601: until when the one before is taken too. */
  previous_valid_until: unknown
}

export type RotateSecretResult = { ok: true } | AdminRefusal

const MAX_OVERLAP_MS = 30 * 24 * 60 * 60 * 1000

/** Puts a new endpoint secret in force and keeps the one before until a date, so that no event is lost in between. */
export async function rotateEndpointSecret(context: Context, input: RotateSecretInput): Promise<RotateSecretResult> {
  const { store, clock } = context
  const now = clock()
  const { connection_id, actor_id } = input
  const connection = await store.connection(connection_id)
  if (!connection) return adminRefusal("unknown_connection")
  const { config } = connection
  const { secretBox } = store

  const fixed = refuseConfigured(config, ["endpoint_secret"])
  if (fixed) return fixed
  if (!secretBox.ready) return adminRefusal("encryption_key_missing")
  const parsed = parseChanges({ endpoint_secret: input.endpoint_secret ?? null })
  if (!parsed.ok) return adminRefusal("setting_invalid", parsed.sentence)
  const secret = parsed.changes.endpoint_secret as string
  const until = validUntil(input.previous_valid_until, now)
  if (!until) return adminRefusal("rotation_date_invalid")

  const result = await store.connections.change<RotateSecretResult>(
    connection_id,
    (row) => {
      const { admin, unreadable } = resolveConnection(connection_id, config, row, secretBox)
      const current = admin.endpointSecret?.[0]
      if (unreadable.includes("endpoint_secret_sealed")) {
        return { result: adminRefusal("nothing_to_rotate", "no encryption key at hand opens the one that is stored") }
      }
      if (current === undefined) return { result: adminRefusal("nothing_to_rotate") }
      if (current === secret) return { result: adminRefusal("same_secret") }
      const field = "previous_endpoint_secret_sealed"
      const patch = {
        ...sealed(connection_id, "endpoint_secret", secret, secretBox, actor_id, now),
        // Sealed anew: the column is part of what is sealed.
        [field]: secretBox.seal(current, { connectionId: connection_id, field }),
        previous_endpoint_secret_until: until,
      }
      const action = { kind: "secret_rotated" as const, connection_id, actor_id, outcome: until.toISOString() }
      return { result: { ok: true }, patch, action }
    },
    now,
  )
  store.forget(connection_id)
  return result
}

function validUntil(given: unknown, now: Date): Date | undefined {
  if (typeof given !== "string" || !/^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(given)) return undefined
  const until = new Date(given)
  const away = until.getTime() - now.getTime()
  return away > 0 && away <= MAX_OVERLAP_MS ? until : undefined
}

/** Rotates the endpoint secret of a connection. */
export const rotateCryptoEndpointSecretWorkflow = oneStepWorkflow("rotate-crypto-endpoint-secret", rotateEndpointSecret)
