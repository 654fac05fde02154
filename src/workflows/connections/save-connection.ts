import { logoFile } from "../../core/connection/branding"
import {
  fieldOf,
  isSecretField,
  SECRET_FIELDS,
  SETTING_FIELD_NAMES,
  SETTING_FIELDS,
  type SecretField,
  type SettingField,
} from "../../core/connection/setting-fields"
import {
  asGiven,
  combineSettings,
  type FieldProblem,
  type GivenSettings,
  parseChanges,
  type SettingChanges,
  type SettingProblem,
  variableOf,
} from "../../core/connection/settings"
import { type AdminError, adminError, type Result, refusedFields, settingsInvalid } from "../../core/text/admin-errors"
import { lastFour } from "../../core/text/log-lines"
import {
  CAN_BE_OFF,
  type Connection,
  NOT_ASKED,
  OFF,
  resolveConnection,
} from "../../modules/crypto-payments/connections/resolve"
import type { SecretBox } from "../../modules/crypto-payments/secrets/secret-box"
import type { ChangedSetting } from "../../modules/crypto-payments/stores/actions"
import type { ConnectionPatch, RowChange } from "../../modules/crypto-payments/stores/connections"
import type { ConnectionRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"

type SaveConnectionInput = {
  connection_id: string
  actor_id: string
  /** By the API's field names, not validated yet. */
  changes: Readonly<Record<string, unknown>>
}

/**
 * Changes a connection's settings; a missing field stays as it is, and null clears it. It decides with the row locked,
 * so that two admins do not overwrite each other's changes.
 */
export async function saveConnection(
  context: Context,
  { connection_id, actor_id, changes: sent }: SaveConnectionInput,
): Promise<Result<{ changed: SettingField[] }>> {
  const { store, clock } = context
  const now = clock()
  const connection = await store.connection(connection_id)
  if (!connection) return adminError("unknown_connection")
  const { secretBox } = store

  const fields = SETTING_FIELD_NAMES.filter((field) => sent[field] !== undefined)
  const fixed = configuredAmong(connection.config, fields, connection.id)
  const isFixed = (name: string) => fixed.some(({ field }) => field === name)
  const parsed = parseChanges(Object.fromEntries(Object.entries(sent).filter(([name]) => !isFixed(name))))
  const { changes } = parsed
  if (!parsed.ok || fixed.length > 0) {
    const wrong = withMisfits(connection, { changes, problems: parsed.ok ? [] : parsed.problems })
    return wrong.length > 0 ? settingsInvalid(inOrder([...fixed, ...wrong])) : refusedFields("set_in_config", fixed)
  }
  if (!secretBox.ready && SECRET_FIELDS.some((field) => changes[field] !== undefined)) {
    return adminError("encryption_key_missing")
  }
  const by = { secretBox, actorId: actor_id, now }
  const result = await store.connections.change(connection_id, (row) => validateSave(connection, row, changes, by), now)
  store.forget(connection_id)
  return result
}

/** Adds which of the valid fields do not go together, so that an admin sees every mistake at once. */
function withMisfits(
  { id, config, admin }: Connection,
  { changes, problems }: { changes: SettingChanges; problems: readonly FieldProblem[] },
): FieldProblem[] {
  const wrong = problems.map(({ field }) => [SETTING_FIELDS[field], undefined])
  const after = combineSettings(config, { ...admin, ...asGiven(changes), ...Object.fromEntries(wrong) }, id)
  return inOrder([...problems, ...after.problems.filter((one) => touches(changes, one)).map(asFieldProblem)])
}

/** In the order of the screen. */
const inOrder = (problems: readonly FieldProblem[]): FieldProblem[] =>
  SETTING_FIELD_NAMES.flatMap((name) => problems.filter(({ field }) => field === name))

const asFieldProblem = ({ field, message }: SettingProblem): FieldProblem => ({
  field: fieldOf(field) as SettingField,
  message,
})

function validateSave(
  { id, config }: Connection,
  row: ConnectionRow,
  changes: SettingChanges,
  by: Sealing,
): RowChange<Result<{ changed: SettingField[] }>> {
  if (takesKeyElsewhere(row, changes)) return { result: adminError("secret_key_wanted") }
  const changed = changedFields(row, changes)
  if (changed.length === 0) return { result: { ok: true, changed } }
  const patch = patchOf(id, changes, changed, by)
  // If medusa-config later drops its base URL, this key must not go to a base URL that was entered earlier.
  const forgetsUrl = config.baseUrl !== undefined && changed.includes("secret_key") && row.base_url !== null
  if (forgetsUrl) patch.base_url = null
  const before = resolveConnection(id, config, row, by.secretBox)
  const after = resolveConnection(id, config, { ...row, ...patch }, by.secretBox)
  const problems = after.problems.filter((one) => !before.problems.some(isSame(one)) || touches(changes, one))
  if (problems.length > 0) {
    return { result: settingsInvalid(problems.map(asFieldProblem)) }
  }
  const action = {
    kind: "settings_changed" as const,
    connection_id: id,
    actor_id: by.actorId,
    outcome: changed.join(", "),
    changes: auditedChanges(before.admin, { ...changes, ...(forgetsUrl && { base_url: null }) }, [
      ...changed,
      ...(forgetsUrl ? (["base_url"] as const) : []),
    ]),
  }
  return { result: { ok: true, changed }, patch, action }
}

/** A secret key goes only to the address that it was entered for. */
const takesKeyElsewhere = (row: ConnectionRow, { base_url, secret_key }: SettingChanges): boolean =>
  typeof base_url === "string" &&
  base_url !== row.base_url &&
  row.secret_key_sealed !== null &&
  secret_key === undefined

const isSame = (one: SettingProblem) => (other: SettingProblem) => other.code === one.code && other.field === one.field

const STATUS_LISTS = ["cleared_statuses", "seen_statuses", "unpaid_statuses"] as const

/** An existing problem blocks only changes to the settings that it is about. */
const touches = (changes: SettingChanges, { field }: SettingProblem): boolean => {
  const ofAddress: readonly SettingField[] = field === "baseUrl" ? ["base_url"] : ["api_key", "secret_key"]
  const own = field === "clearedStatuses" ? STATUS_LISTS : ofAddress
  return own.some((one) => changes[one] !== undefined && changes[one] !== null)
}

/**
 * The fields that would change. A secret always counts as changed, so the answer never shows whether it is the same.
 */
export const changedFields = (row: ConnectionRow, changes: SettingChanges): SettingField[] =>
  SETTING_FIELD_NAMES.filter((field) => {
    const value = changes[field]
    if (value === undefined) return false
    return isSecretField(field) || JSON.stringify(columnValue(field, value)) !== JSON.stringify(row[field] ?? null)
  })

/** The column's value of a setting that is not secret. */
const columnValue = (field: SettingField, value: SettingChanges[SettingField]) =>
  (CAN_BE_OFF as readonly SettingField[]).includes(field) && value === "off" ? OFF : value

/** The changed settings with their former and new values, for the audit log. */
function auditedChanges(
  former: GivenSettings,
  changes: SettingChanges,
  changed: readonly SettingField[],
): ChangedSetting[] {
  return changed.map((field) => ({
    field,
    from: asText(field, former[SETTING_FIELDS[field]]),
    to: asText(field, changes[field]),
  }))
}

function asText(field: SettingField, value: unknown): string | null {
  if (value === null || value === undefined) return null
  // Of the endpoint secrets, the newest.
  if (isSecretField(field)) return lastFour(String([value].flat()[0]))
  return field === "logo" ? logoFile(String(value)).name : [value].flat().join(", ")
}

type Sealing = { secretBox: SecretBox; actorId: string; now: Date }

export function patchOf(
  connectionId: string,
  changes: SettingChanges,
  changed: readonly SettingField[],
  by: Sealing,
): ConnectionPatch {
  const patch: ConnectionPatch = {}
  for (const field of changed) {
    if (!isSecretField(field)) Object.assign(patch, { [field]: columnValue(field, changes[field]) })
    else Object.assign(patch, sealed({ connectionId, field }, changes[field] as string, by))
  }
  if (changed.includes("endpoint_secret")) {
    Object.assign(patch, { previous_endpoint_secret_sealed: null, previous_endpoint_secret_until: null })
  }
  // The health belongs to the former credentials.
  if (changed.some((field) => CREDENTIALS.includes(field))) Object.assign(patch, NOT_ASKED, { health_account: null })
  if (changed.includes("base_url") || changed.includes("api_key")) Object.assign(patch, OF_ANOTHER_ACCOUNT)
  return patch
}

/** Rate limits and missing wallets belong to the former account. */
export const OF_ANOTHER_ACCOUNT: ConnectionPatch = {
  throttled_until: null,
  unavailable_until: null,
  lookups_paused_until: null,
  calls_per_minute: null,
  lookup_tokens: null,
  found_calls_per_minute: null,
  found_until: null,
}

const CREDENTIALS: readonly SettingField[] = ["base_url", "api_key", "secret_key"]

function sealed(
  { connectionId, field }: { connectionId: string; field: SecretField },
  secret: string,
  { secretBox, actorId, now }: Sealing,
): ConnectionPatch {
  const column = `${field}_sealed` as const
  return {
    [column]: secretBox.seal(secret, { connectionId, field: column }),
    [`${field}_set_at`]: now,
    [`${field}_set_by`]: actorId,
  }
}

/**
 * Refuses to change a setting that medusa-config gives, and says where it is set.
 * @param id the provider's id in medusa-config
 */
export function refuseConfigured(
  config: GivenSettings,
  fields: readonly SettingField[],
  id = "default",
): AdminError | undefined {
  const fixed = configuredAmong(config, fields, id)
  return fixed.length > 0 ? refusedFields("set_in_config", fixed) : undefined
}

const configuredAmong = (config: GivenSettings, fields: readonly SettingField[], id: string): FieldProblem[] =>
  fields
    .filter((field) => config[SETTING_FIELDS[field]] !== undefined)
    .map((field) => {
      const name = SETTING_FIELDS[field]
      const variable = variableOf(name, id)
      return { field, message: `comes from ${variable ? `environment ${variable}` : `option ${name}`}` }
    })

type RotateSecretInput = {
  connection_id: string
  actor_id: string
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
