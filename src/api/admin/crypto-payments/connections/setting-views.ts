import { SETTING_FIELDS, type SettingField } from "../../../../core/connection/setting-fields"
import { DEFAULT_SETTINGS, type GivenSettings, VARIABLES } from "../../../../core/connection/settings"
import { lastFour } from "../../../../core/text/redact"
import type { Connection } from "../../../../modules/crypto-payments/connections/resolve"
import type { actorsOf } from "../actors"
import type { ConnectionView, SecretView, SettingView } from "../contract"

type ActorOf = Awaited<ReturnType<typeof actorsOf>>

const DEFAULTS: GivenSettings = DEFAULT_SETTINGS as unknown as GivenSettings

const placeOf = (field: SettingField) => ({
  option: SETTING_FIELDS[field],
  variable: VARIABLES[SETTING_FIELDS[field]] ?? null,
})

/** One setting with where it comes from. */
function setting<T>({ config, admin }: Connection, field: SettingField): SettingView<T> {
  const name = SETTING_FIELDS[field]
  const source = config[name] !== undefined ? "config" : admin[name] !== undefined ? "admin" : "default"
  const value = (config[name] ?? admin[name] ?? DEFAULTS[name] ?? null) as T | null
  return { value, source, ...placeOf(field) }
}

export const settingViews = (connection: Connection) =>
  ({
    base_url: setting(connection, "base_url"),
    api_key: setting(connection, "api_key"),
    order_placement: setting(connection, "order_placement"),
    unpaid_order_minutes: setting(connection, "unpaid_order_minutes"),
    assets: setting(connection, "assets"),
    signature_header: setting(connection, "signature_header"),
    cleared_statuses: setting(connection, "cleared_statuses"),
  }) satisfies Partial<ConnectionView>

/** A secret as far as it is shown: that it is there, its last four, and who entered it. */
function secret(
  { config, admin, row, unreadable }: Connection,
  field: "secret_key" | "endpoint_secret",
  actorOf: ActorOf,
) {
  const name = SETTING_FIELDS[field]
  const place = placeOf(field)
  const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)
  const configured = first(config[name])
  if (configured !== undefined) {
    const view = { set: true, source: "config", last_four: lastFour(configured), readable: true }
    return { ...view, set_at: null, set_by: null, ...place } as SecretView
  }
  const entered = first(admin[name])
  const stored = Boolean(row?.[`${field}_sealed`])
  const by = row?.[`${field}_set_by`] ?? null
  return {
    set: stored,
    source: stored ? "admin" : null,
    last_four: entered === undefined ? null : lastFour(entered),
    readable: !unreadable.includes(`${field}_sealed`),
    set_at: stored ? (row?.[`${field}_set_at`]?.toISOString() ?? null) : null,
    set_by: stored && by !== null ? actorOf(by) : null,
    ...place,
  } satisfies SecretView
}

export const secretViews = (connection: Connection, actorOf: ActorOf, now: Date) => ({
  secret_key: secret(connection, "secret_key", actorOf),
  endpoint_secret: {
    ...secret(connection, "endpoint_secret", actorOf),
    previous: previousSecret(connection, now),
  },
})

function previousSecret({ endpointSecrets }: Connection, now: Date): ConnectionView["endpoint_secret"]["previous"] {
  const previous = endpointSecrets.find(({ until }) => until !== null && until > now)
  return previous?.until ? { last_four: lastFour(previous.secret), valid_until: previous.until.toISOString() } : null
}
