import { parseChanges } from "../../core/connection/settings"
import { adminError, type Result, settingsInvalid } from "../../core/text/admin-errors"
import { type Connection, resolveConnection } from "../../modules/crypto-payments/connections/resolve"
import type { RowChange } from "../../modules/crypto-payments/stores/connections"
import type { ConnectionRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { auditedChanges, refuseConfigured, type Sealing, sealed } from "./save-connection"

type RotateSecretInput = {
  connection_id: string
  actor_id: string
  /** The new secret, not validated yet. */
  endpoint_secret: unknown
  /** The end of the former secret, ISO 8601, not validated yet. */
  previous_valid_until: unknown
}

const MAX_OVERLAP_MS = 30 * 24 * 60 * 60 * 1000

/** Sets a new endpoint secret. The former secret stays valid until a date, so that no event is lost. */
export async function rotateEndpointSecret(context: Context, input: RotateSecretInput): Promise<Result> {
  const { store, clock } = context
  const now = clock()
  const { connection_id, actor_id: actorId } = input
  const connection = await store.connection(connection_id)
  if (!connection) return adminError("unknown_connection")
  const { secretBox } = store

  const fixed = refuseConfigured(connection.config, ["endpoint_secret"], connection.id)
  if (fixed) return fixed
  if (!secretBox.ready) return adminError("encryption_key_missing")
  const parsed = parseChanges({ endpoint_secret: input.endpoint_secret ?? null })
  if (!parsed.ok) return settingsInvalid(parsed.problems)
  const secret = parsed.changes.endpoint_secret as string
  const until = validUntil(input.previous_valid_until, now)
  if (!until) return adminError("rotation_date_invalid")

  const rotation = { secret, until, secretBox, actorId, now }
  const result = await store.connections.change(connection_id, (row) => checkRotation(connection, row, rotation), now)
  store.forget(connection_id)
  return result
}

function checkRotation(
  { id, config }: Connection,
  row: ConnectionRow,
  { secret, until, ...by }: Sealing & { secret: string; until: Date },
): RowChange<Result> {
  const { secretBox, actorId } = by
  const { admin, unreadable } = resolveConnection(id, config, row, secretBox)
  const current = admin.endpointSecret?.[0]
  if (unreadable.includes("endpoint_secret_sealed")) {
    return { result: adminError("nothing_to_rotate", "no configured encryption key opens the stored secret") }
  }
  if (current === undefined) return { result: adminError("nothing_to_rotate") }
  if (current === secret) return { result: adminError("same_secret") }
  const field = "previous_endpoint_secret_sealed"
  const patch = {
    ...sealed({ connectionId: id, field: "endpoint_secret" }, secret, by),
    // The column's name is associated data of the seal.
    [field]: secretBox.seal(current, { connectionId: id, field }),
    previous_endpoint_secret_until: until,
  }
  const outcome = until.toISOString()
  const changes = auditedChanges(admin, { endpoint_secret: secret }, ["endpoint_secret"])
  const action = { kind: "secret_rotated" as const, connection_id: id, actor_id: actorId, outcome, changes }
  return { result: { ok: true }, patch, action }
}

function validUntil(given: unknown, now: Date): Date | undefined {
  if (typeof given !== "string" || !/^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(given)) return undefined
  const until = new Date(given)
  const away = until.getTime() - now.getTime()
  return away > 0 && away <= MAX_OVERLAP_MS ? until : undefined
}
