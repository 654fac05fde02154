import { accountIn, isOfAnother } from "../../../core/connection/account"
import { PLAIN_FIELDS, SETTING_FIELDS } from "../../../core/connection/setting-fields"
import {
  combineSettings,
  DEFAULT_SETTINGS,
  type GivenSettings,
  isTestMode,
  SANDBOX_SECRET,
} from "../../../core/connection/settings"
import { secretTag, type UnverifiedCode } from "../../../core/webhook/event"
import type { SecretBox } from "../secrets/secret-box"
import type { ConnectionRow } from "../stores/rows"

/** A connection: what medusa-config sets, what the admin entered, and both combined. */
export type Connection = ReturnType<typeof resolveConnection>

/** The columns with sealed secrets. Their names are associated data of the seal, so they must not change. */
export const SEALED_FIELDS = ["secret_key_sealed", "endpoint_secret_sealed", "previous_endpoint_secret_sealed"] as const
type SealedField = (typeof SEALED_FIELDS)[number]

/** The value of these columns for the setting "off". */
export const OFF = 0
export const CAN_BE_OFF = ["unpaid_order_minutes", "retention_days"] as const

export function resolveConnection(
  id: string,
  config: GivenSettings,
  row: ConnectionRow | undefined,
  secretBox: SecretBox,
) {
  const unreadable: SealedField[] = []
  const open = (field: SealedField): string | undefined => {
    const sealed = row?.[field]
    if (!sealed) return undefined
    try {
      return secretBox.open(sealed, { connectionId: id, field })
    } catch {
      unreadable.push(field)
      return undefined
    }
  }
  const secretKey = open("secret_key_sealed")
  const current = open("endpoint_secret_sealed")
  const previous = open("previous_endpoint_secret_sealed")
  const admin = enteredSettings(row, secretKey, current)
  const combined = combineSettings(config, admin, id)
  const valid = (secret: string, until: Date | null = null) => ({ secret, until })
  const own = (config.endpointSecret ?? []).map((secret) => valid(secret))
  const entered = [
    ...(current === undefined ? [] : [valid(current)]),
    ...(previous === undefined ? [] : [valid(previous, row?.previous_endpoint_secret_until)]),
  ]
  const { apiKey } = combined.given
  const isLive = apiKey !== undefined && !isTestMode({ apiKey })
  return {
    id,
    config,
    admin,
    row: row && answersTo(row, accountIn(combined.given)?.fingerprint),
    ...combined,
    signatureHeader: config.signatureHeader ?? admin.signatureHeader ?? DEFAULT_SETTINGS.signatureHeader,
    /** The newest first; `until` is when a replaced one becomes invalid. */
    endpointSecrets: (own.length > 0 ? own : entered).filter(({ secret }) => !isLive || secret !== SANDBOX_SECRET),
    /** Sealed values that no configured key opens. */
    unreadable,
  }
}

/** The columns of a connection whose last request for a payment did not fail. */
export const NO_FAILED_CREATION = {
  creation_failing_since: null,
  creation_failed_at: null,
  creation_error_code: null,
} as const

/** The columns of a connection whose service was not asked with the present keys. */
export const NOT_ASKED = {
  health: "unknown",
  last_error_code: null,
  last_check_at: null,
  failing_since: null,
  ...NO_FAILED_CREATION,
} as const

/** The row without what the service answered to another account, whose keys medusa-config or the environment had before. */
export const answersTo = (row: ConnectionRow, account: string | null | undefined): ConnectionRow =>
  isOfAnother(row.health_account, account) ? { ...row, ...NOT_ASKED } : row

/** What the admin entered, with the opened secrets. */
const enteredSettings = (
  row: ConnectionRow | undefined,
  secretKey: string | undefined,
  endpointSecret: string | undefined,
): GivenSettings => ({
  ...Object.fromEntries(PLAIN_FIELDS.map((field) => [SETTING_FIELDS[field], row?.[field] ?? undefined])),
  ...Object.fromEntries(
    CAN_BE_OFF.filter((field) => row?.[field] === OFF).map((field) => [SETTING_FIELDS[field], "off"]),
  ),
  secretKey,
  endpointSecret: endpointSecret === undefined ? undefined : [endpointSecret],
})

/** Whether the newest endpoint secret signed a delivery. */
export function isSecretProven({ given, row }: Connection): boolean {
  const newest = given.endpointSecret?.[0]
  return newest !== undefined && row?.endpoint_secret_proven === secretTag(newest)
}

/** The last delivery that could not be verified; written at most once a minute for each reason and process. */
export function lastRefused(row: ConnectionRow | undefined): { at: Date; code: UnverifiedCode } | null {
  const { last_refused_at: at, last_refused_code: code } = row ?? {}
  return at && code ? { at, code: code as UnverifiedCode } : null
}

/** The secrets that may sign an event now. A replaced one is valid until its date. */
export const secretsInForce = (connection: Connection, now: Date): string[] =>
  connection.endpointSecrets.filter(({ until }) => until === null || until > now).map(({ secret }) => secret)
