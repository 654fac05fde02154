import { variableOf } from "../../core/connection/combine-settings"
import { logoFile } from "../../core/connection/logo"
import type { SettingChanges } from "../../core/connection/setting-changes"
import {
  isSecretField,
  SETTING_FIELD_NAMES,
  SETTING_FIELDS,
  type SecretField,
  type SettingField,
} from "../../core/connection/setting-fields"
import type { GivenSettings } from "../../core/connection/settings"
import { type AdminRefusal, adminRefusal } from "../../core/text/admin-refusals"
import { lastFour } from "../../core/text/redact"
import { NOT_ASKED, OFF } from "../../modules/crypto-payments/connections/resolve"
import type { SecretBox } from "../../modules/crypto-payments/secrets/secret-box"
import type { ChangedSetting } from "../../modules/crypto-payments/stores/actions"
import type { ConnectionPatch } from "../../modules/crypto-payments/stores/connections"
import type { ConnectionRow } from "../../modules/crypto-payments/stores/rows"

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
  (field === "unpaid_order_minutes" || field === "retention_days") && value === "off" ? OFF : value

/** The changed settings with their former and new values, for the audit log. */
export function auditedChanges(
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

/** Who enters a secret, when, and the box that seals it. */
export type Sealing = { secretBox: SecretBox; actorId: string; now: Date }

/** The columns to write: secrets sealed, with who entered them. */
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
  // Rate limits and missing wallets belong to the former service.
  if (changed.includes("base_url")) Object.assign(patch, OF_ANOTHER_SERVICE)
  return patch
}

const OF_ANOTHER_SERVICE: ConnectionPatch = {
  ...{ throttled_until: null, unavailable_until: null, lookups_paused_until: null },
  ...{ calls_per_minute: null, lookup_tokens: null, found_calls_per_minute: null, found_until: null },
}

const CREDENTIALS: readonly SettingField[] = ["base_url", "api_key", "secret_key"]

/** The three columns of a secret. */
export function sealed(
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
): AdminRefusal | undefined {
  const fixed = fields.find((field) => config[SETTING_FIELDS[field]] !== undefined)
  if (!fixed) return undefined
  const name = SETTING_FIELDS[fixed]
  const variable = variableOf(name, id)
  return adminRefusal("set_in_config", `${fixed}: ${variable ? `environment ${variable}` : `option ${name}`}`)
}
