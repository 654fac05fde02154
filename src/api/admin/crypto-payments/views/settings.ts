import { logoFile } from "../../../../core/connection/branding"
import {
  PLAIN_FIELDS,
  type PlainField,
  SETTING_FIELDS,
  type SecretField,
  type SettingField,
} from "../../../../core/connection/setting-fields"
import {
  DEFAULT_SETTINGS,
  type GivenSettings,
  type SettingChanges,
  variableOf,
} from "../../../../core/connection/settings"
import { lastFour } from "../../../../core/text/redact"
import type { Actor } from "../../../../medusa/admins"
import type { Connection } from "../../../../modules/crypto-payments/connections/resolve"
import { type Fields, isoOrNull } from "./values"

/** Where a setting comes from. What medusa-config sets is read-only in the admin. */
export type SettingSource = "config" | "admin" | "default"

/** The setting's option in medusa-config, and its environment variable: null for every provider but `default`. */
type Place = { option: string; variable: string | null }

type SettingView<T> = Place & {
  /** Null if it is not set and has no default. */
  value: T | null
  source: SettingSource
}

export type SecretView = Place & {
  set: boolean
  source: Exclude<SettingSource, "default"> | null
  /** "…a1b2"; null if nothing is set, or no encryption key opens the sealed value. */
  last_four: string | null
  /** False if a sealed value is stored that no encryption key opens. */
  readable: boolean
  /** When and by whom it was entered in the admin; null if medusa-config sets it. */
  set_at: string | null
  set_by: Actor | null
}

export type SettingsSource = { connection: Connection; actorOf: (id: string) => Actor; now: Date }

const DEFAULTS = DEFAULT_SETTINGS as unknown as GivenSettings

const placeOf = (field: SettingField, id: string): Place => ({
  option: SETTING_FIELDS[field],
  variable: variableOf(SETTING_FIELDS[field], id) ?? null,
})

function setting<T>({ connection: { id, config, admin } }: SettingsSource, field: SettingField): SettingView<T> {
  const name = SETTING_FIELDS[field]
  const source = config[name] !== undefined ? "config" : admin[name] !== undefined ? "admin" : "default"
  const value = (config[name] ?? admin[name] ?? DEFAULTS[name] ?? null) as T | null
  return { value, source, ...placeOf(field, id) }
}

type PlainSettings = {
  [Field in PlainField]: (source: SettingsSource) => SettingView<SettingChanges[Field] & {}>
}

/** Every setting that is not secret. */
export const PLAIN_SETTINGS = Object.fromEntries(
  PLAIN_FIELDS.map((field) => [field, (source: SettingsSource) => setting(source, field)]),
) as PlainSettings

/** The logo as the name of its file below `/crypto-payments/logo`, because the image may have 64 kB. */
export const LOGO = {
  logo: (source) => {
    const shown = setting<string>(source, "logo")
    return { ...shown, value: shown.value === null ? null : logoFile(shown.value).name }
  },
} satisfies Fields<SettingsSource>

/** The view of a secret: whether it is set, its last four characters, and who entered it. */
function secret({ connection, actorOf }: SettingsSource, field: SecretField): SecretView {
  const { id, config, admin, row, unreadable } = connection
  const name = SETTING_FIELDS[field]
  const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)
  const configured = first(config[name])
  const value = configured ?? first(admin[name])
  const stored = configured === undefined && Boolean(row?.[`${field}_sealed`])
  const by = row?.[`${field}_set_by`] ?? null
  return {
    set: configured !== undefined || stored,
    source: configured !== undefined ? "config" : stored ? "admin" : null,
    last_four: value === undefined ? null : lastFour(value),
    readable: configured !== undefined || !unreadable.includes(`${field}_sealed`),
    set_at: stored ? isoOrNull(row?.[`${field}_set_at`] ?? null) : null,
    set_by: stored && by !== null ? actorOf(by) : null,
    ...placeOf(field, id),
  }
}

export const SECRETS = {
  secret_key: (source) => secret(source, "secret_key"),
  endpoint_secret: (source) => ({ ...secret(source, "endpoint_secret"), previous: previousSecret(source) }),
} satisfies Fields<SettingsSource>

/** The secret before the last rotation, while it is still accepted. */
function previousSecret({ connection, now }: SettingsSource): { last_four: string | null; valid_until: string } | null {
  const previous = connection.endpointSecrets.find(({ until }) => until !== null && until > now)
  return previous?.until ? { last_four: lastFour(previous.secret), valid_until: previous.until.toISOString() } : null
}
