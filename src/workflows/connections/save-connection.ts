import type { SettingProblem } from "../../core/connection/combine-settings"
import {
  fieldOf,
  parseChanges,
  SECRET_FIELDS,
  SETTING_FIELD_NAMES,
  type SettingChanges,
  type SettingField,
} from "../../core/connection/setting-fields"
import { type AdminRefusal, adminRefusal } from "../../core/text/admin-refusals"
import { resolveConnection } from "../../modules/crypto-payments/connections/resolve"
import type { ConnectionRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { oneStepWorkflow } from "../one-step-workflow"
import { refuseConfigured } from "./locked-settings"
import { changedFields, patchOf } from "./setting-patch"

export type SaveConnectionInput = {
  connection_id: string
  actor_id: string
  /** By the API's names, as it was sent; judged here. */
  changes: Readonly<Record<string, unknown>>
}

export type SaveConnectionResult = { ok: true; changed: SettingField[] } | AdminRefusal

/**
 * Changes what an admin may change of a connection. What is left out stays, null takes away. Decided over the row as
 * it stands under a lock, so that two admins lose nothing of each other's, and no key meets an address that it was not
 * entered for.
 */
export async function saveConnection(
  context: Context,
  { connection_id, actor_id, changes: sent }: SaveConnectionInput,
): Promise<SaveConnectionResult> {
  const { store, clock } = context
  const now = clock()
  const connection = await store.connection(connection_id)
  if (!connection) return adminRefusal("unknown_connection")
  const { config } = connection
  const { secretBox } = store

  const fixed = refuseConfigured(
    config,
    SETTING_FIELD_NAMES.filter((field) => sent[field] !== undefined),
  )
  if (fixed) return fixed
  const parsed = parseChanges(sent)
  if (!parsed.ok) return adminRefusal("setting_invalid", parsed.sentence)
  const { changes } = parsed
  if (!secretBox.ready && SECRET_FIELDS.some((field) => changes[field] !== undefined)) {
    return adminRefusal("encryption_key_missing")
  }

  const result = await store.connections.change<SaveConnectionResult>(
    connection_id,
    (row) => {
      if (takesKeyElsewhere(row, changes)) return { result: adminRefusal("secret_key_wanted") }
      const changed = changedFields(row, changes)
      if (changed.length === 0) return { result: { ok: true, changed } }
      const patch = patchOf(connection_id, changes, changed, { secretBox, actorId: actor_id, now })
      // A key entered for medusa-config's address goes to none that was typed before, should that one be taken out.
      if (config.baseUrl !== undefined && changed.includes("secret_key")) patch.base_url = null
      const before = resolveConnection(connection_id, config, row, secretBox)
      const after = resolveConnection(connection_id, config, { ...row, ...patch }, secretBox)
      const problem = after.problems.find((one) => !before.problems.some(isSame(one)) || touches(changes, one))
      if (problem) return { result: adminRefusal("setting_invalid", `${fieldOf(problem.field)}: ${problem.message}`) }
      const action = { kind: "settings_changed" as const, connection_id, actor_id, outcome: changed.join(", ") }
      return { result: { ok: true, changed }, patch, action }
    },
    now,
  )
  store.forget(connection_id)
  return result
}

/** A secret key goes to the address that it was entered for, and to no other that is typed in later. */
const takesKeyElsewhere = (row: ConnectionRow, { base_url, secret_key }: SettingChanges): boolean =>
  typeof base_url === "string" &&
  base_url !== row.base_url &&
  row.secret_key_sealed !== null &&
  secret_key === undefined

const isSame = (one: SettingProblem) => (other: SettingProblem) => other.code === one.code && other.field === one.field

/** A fault that was there before stops only who enters one of its own settings: the rest can still be changed. */
const touches = (changes: SettingChanges, { field }: SettingProblem): boolean => {
  const own: readonly SettingField[] = field === "secretKey" ? ["api_key", "secret_key"] : ["base_url"]
  return own.some((one) => changes[one] !== undefined && changes[one] !== null)
}

/** Changes the settings of a connection. */
export const saveCryptoConnectionWorkflow = oneStepWorkflow("save-crypto-connection", saveConnection)
