import { combineSettings, type SettingProblem } from "../../core/connection/combine-settings"
import { asGiven, type FieldProblem, parseChanges, type SettingChanges } from "../../core/connection/setting-changes"
import {
  fieldOf,
  SECRET_FIELDS,
  SETTING_FIELD_NAMES,
  SETTING_FIELDS,
  type SettingField,
} from "../../core/connection/setting-fields"
import { adminRefusal, type Done, settingsInvalid } from "../../core/text/admin-refusals"
import { type Connection, resolveConnection } from "../../modules/crypto-payments/connections/resolve"
import type { RowChange } from "../../modules/crypto-payments/stores/connections"
import type { ConnectionRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { auditedChanges, changedFields, patchOf, refuseConfigured, type Sealing } from "./setting-patch"

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
): Promise<Done<{ changed: SettingField[] }>> {
  const { store, clock } = context
  const now = clock()
  const connection = await store.connection(connection_id)
  if (!connection) return adminRefusal("unknown_connection")
  const { secretBox } = store

  const fields = SETTING_FIELD_NAMES.filter((field) => sent[field] !== undefined)
  const fixed = refuseConfigured(connection.config, fields, connection.id)
  if (fixed) return fixed
  const parsed = parseChanges(sent)
  if (!parsed.ok) return settingsInvalid(withMisfits(connection, parsed))
  const { changes } = parsed
  if (!secretBox.ready && SECRET_FIELDS.some((field) => changes[field] !== undefined)) {
    return adminRefusal("encryption_key_missing")
  }
  const by = { secretBox, actorId: actor_id, now }
  const result = await store.connections.change(connection_id, (row) => decide(connection, row, changes, by), now)
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
  const all = [...problems, ...after.problems.filter((one) => touches(changes, one)).map(asFieldProblem)]
  return SETTING_FIELD_NAMES.flatMap((name) => all.filter(({ field }) => field === name))
}

const asFieldProblem = ({ field, message }: SettingProblem): FieldProblem => ({
  field: fieldOf(field) as SettingField,
  message,
})

function decide(
  { id, config }: Connection,
  row: ConnectionRow,
  changes: SettingChanges,
  by: Sealing,
): RowChange<Done<{ changed: SettingField[] }>> {
  if (takesKeyElsewhere(row, changes)) return { result: adminRefusal("secret_key_wanted") }
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

/** An existing problem blocks only changes to the settings that it is about. */
const touches = (changes: SettingChanges, { field }: SettingProblem): boolean => {
  const own: readonly SettingField[] = field === "baseUrl" ? ["base_url"] : ["api_key", "secret_key"]
  return own.some((one) => changes[one] !== undefined && changes[one] !== null)
}
