import type { z } from "zod"
import { isSecretField, SETTING_FIELD_NAMES, SETTING_FIELDS, type SettingField } from "./setting-fields"
import type * as schemas from "./setting-schemas"
import type { SETTINGS } from "./setting-table"
import { type AdminSetting, adminSettings, type GivenSettings, withHelp } from "./settings"

type Table = typeof SETTINGS

type Entered<Name extends AdminSetting> = z.output<
  (typeof schemas)[Table[Name] extends { adminSchema: infer Own extends keyof typeof schemas }
    ? Own
    : Table[Name]["schema"]]
>

/** What an admin changes: undefined keeps a setting, null removes it. */
export type SettingChanges = { [Field in SettingField]?: Entered<(typeof SETTING_FIELDS)[Field]> | null }

/** A wrong field, and one sentence about it that never contains the value. */
export type FieldProblem = { field: SettingField; message: string }

/** Returns the changes that are valid on their own, and every wrong field in the order of the screen. */
export function parseChanges(
  sent: Readonly<Record<string, unknown>>,
): { ok: true; changes: SettingChanges } | { ok: false; changes: SettingChanges; problems: FieldProblem[] } {
  const changes: Record<string, unknown> = {}
  const problems: FieldProblem[] = []
  for (const field of SETTING_FIELD_NAMES) {
    const value = sent[field]
    if (value === undefined) continue
    const parsed = parseField(field, value)
    if (parsed.ok) changes[field] = parsed.value
    else problems.push({ field, message: parsed.message })
  }
  return problems.length > 0 ? { ok: false, changes, problems } : { ok: true, changes: changes as SettingChanges }
}

function parseField(field: SettingField, sent: unknown): { ok: true; value: unknown } | { ok: false; message: string } {
  const refuse = (message: string) => ({ ok: false as const, message })
  if (sent === null && isSecretField(field)) return refuse("a secret can be replaced, but not removed")
  const name = SETTING_FIELDS[field]
  const parsed = adminSettings.shape[name].nullable().safeParse(sent)
  if (!parsed.success) return refuse(withHelp(name, parsed.error.issues[0]?.message ?? "is not valid"))
  return parsed.data === "" ? refuse("must not be empty") : { ok: true, value: parsed.data }
}

/** The changes under the settings' names, as `combineSettings` takes them. */
export const asGiven = (changes: SettingChanges): GivenSettings =>
  Object.fromEntries(
    Object.entries(changes).map(([field, value]) => [SETTING_FIELDS[field as SettingField], value ?? undefined]),
  )
