import type { z } from "zod"
import { adminSettings, type GivenSettings, type SettingName } from "./setting-schemas"

/** What an admin may enter, by the names that the API and the table have for it. */
export const SETTING_FIELDS = {
  base_url: "baseUrl",
  api_key: "apiKey",
  secret_key: "secretKey",
  endpoint_secret: "endpointSecret",
  order_placement: "orderPlacement",
  unpaid_order_minutes: "unpaidOrderMinutes",
  assets: "assets",
  signature_header: "signatureHeader",
  cleared_statuses: "clearedStatuses",
} as const satisfies Record<string, keyof typeof adminSettings.shape>

export type SettingField = keyof typeof SETTING_FIELDS
export const SETTING_FIELD_NAMES = Object.keys(SETTING_FIELDS) as SettingField[]

/** Written and never read back; the others can be taken away again by null. */
export const SECRET_FIELDS = ["secret_key", "endpoint_secret"] as const satisfies readonly SettingField[]
export type SecretField = (typeof SECRET_FIELDS)[number]

const FIELDS_BY_NAME = Object.fromEntries(Object.entries(SETTING_FIELDS).map(([field, name]) => [name, field]))

/** The API's name of a setting; undefined for one that only medusa-config gives. */
export const fieldOf = (name: SettingName): SettingField | undefined => FIELDS_BY_NAME[name] as SettingField | undefined

type Entered = z.infer<typeof adminSettings>

/** What an admin changes: undefined stays, null takes away. */
export type SettingChanges = { [Field in SettingField]?: Entered[(typeof SETTING_FIELDS)[Field]] | null }

/**
 * Judges what an admin sent, field by field and whatever its type.
 * @returns the changes as they are kept, or one sentence on the first that is wrong: it names the field, never the value
 */
export function parseChanges(
  sent: Readonly<Record<string, unknown>>,
): { ok: true; changes: SettingChanges } | { ok: false; field: SettingField; sentence: string } {
  const changes: Record<string, unknown> = {}
  for (const field of SETTING_FIELD_NAMES) {
    const value = sent[field]
    if (value === undefined) continue
    if (value === null) {
      if (isSecretField(field))
        return { ok: false, field, sentence: `${field}: a secret is replaced, never taken away` }
      changes[field] = null
      continue
    }
    const parsed = adminSettings.shape[SETTING_FIELDS[field]].safeParse(value)
    if (!parsed.success) return { ok: false, field, sentence: sentenceOf(field, parsed.error) }
    if (parsed.data === "") return { ok: false, field, sentence: `${field}: must not be empty` }
    changes[field] = parsed.data
  }
  return { ok: true, changes: changes as SettingChanges }
}

export const isSecretField = (field: SettingField): field is SecretField =>
  (SECRET_FIELDS as readonly SettingField[]).includes(field)

/** Messages of our own begin with the option's name; the API's name says the same to who sent it. */
function sentenceOf(field: SettingField, error: z.ZodError): string {
  const message = error.issues[0]?.message ?? "is not valid"
  const name = SETTING_FIELDS[field]
  return `${field}: ${message.startsWith(`${name} `) ? message.slice(name.length + 1) : message}`
}

/** A change as the settings are combined: under the options' names. */
export const asGiven = (changes: SettingChanges): GivenSettings =>
  Object.fromEntries(
    Object.entries(changes).map(([field, value]) => [SETTING_FIELDS[field as SettingField], value ?? undefined]),
  )
