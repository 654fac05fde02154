import type { MedusaRequest } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { ASSET_KEYS, providerIdOf } from "../../../../core/assets/choices"
import type { Asset, EvmChain } from "../../../../core/assets/registry"
import { accountIn, isOfAnother } from "../../../../core/connection/account"
import { logoFile } from "../../../../core/connection/branding"
import { type StatusWordFacts, worstOutage } from "../../../../core/connection/health"
import { type ReadyItem, readyChecklist } from "../../../../core/connection/ready-checklist"
import {
  fieldOf,
  PLAIN_FIELDS,
  type PlainField,
  SETTING_FIELDS,
  type SecretField,
  type SettingField,
} from "../../../../core/connection/setting-fields"
import type { SettingName } from "../../../../core/connection/setting-table"
import {
  DEFAULT_SETTINGS,
  type GivenSettings,
  isTestMode,
  type SettingChanges,
  variableOf,
} from "../../../../core/connection/settings"
import type { PromotionState } from "../../../../core/payment/promotion"
import { lastFour } from "../../../../core/text/log-lines"
import { WEBHOOK_REFUSALS } from "../../../../core/webhook/event"
import { type Actor, actorsOf } from "../../../../medusa/admins"
import { countRegionsWith } from "../../../../medusa/shop"
import { type Connection, isSecretProven, lastRefused } from "../../../../modules/crypto-payments/connections/resolve"
import { mayCallAt } from "../../../../modules/crypto-payments/stores/connections"
import type { ActionRow, ConnectionRow, WebhookEventRow } from "../../../../modules/crypto-payments/stores/rows"
import { failuresIn } from "../../../../workflows/connections/call-outcome"
import { contextOf } from "../../../../workflows/context"
import { statusWordFacts } from "../../../../workflows/health/read-health"
import { promotionState } from "../../../../workflows/promotions/cart-promotions"
import { externalPaymentIds } from "./event"
import { actionView, type Fields, iso, isoOrNull, serialize, type ViewOf } from "./values"

/** Where a setting comes from. What medusa-config sets is read-only in the admin. */
export type SettingSource = "config" | "admin" | "default"

/** The option in medusa-config, and the environment variable, which only some settings of `default` have; else null. */
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

/** Every setting that an admin may enter and that is not secret. */
export const PLAIN_SETTINGS = Object.fromEntries(
  PLAIN_FIELDS.map((field) => [field, (source: SettingsSource) => setting(source, field)]),
) as PlainSettings

/** The logo as the name of its file below `/crypto-payments/logo`, because the image may have 64 kB. */
const LOGO = {
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

const SECRETS = {
  secret_key: (source) => secret(source, "secret_key"),
  endpoint_secret: (source) => ({ ...secret(source, "endpoint_secret"), previous: previousSecret(source) }),
} satisfies Fields<SettingsSource>

/** The secret before the last rotation, while it is still accepted. */
function previousSecret({ connection, now }: SettingsSource): { last_four: string | null; valid_until: string } | null {
  const previous = connection.endpointSecrets.find(({ until }) => until !== null && until > now)
  return previous?.until ? { last_four: lastFour(previous.secret), valid_until: previous.until.toISOString() } : null
}

const ACTIONS_SHOWN = 20

type Source = SettingsSource & {
  req: MedusaRequest
  event: WebhookEventRow | undefined
  /** The account that asked for the event's payment; null if it is not known. */
  eventAccount: string | null
  idsOf: (event: WebhookEventRow) => string[]
  actions: ActionRow[]
  encryptionReady: boolean
  /** How many regions have the connection as a payment provider. */
  regions: number
  words: StatusWordFacts
  /** Of the connection's promotion; null without a code. */
  promotion: PromotionState | null
}

export const CONNECTION = {
  /** The provider's id in medusa-config. */
  id: ({ connection }) => connection.id,
  /** Medusa's id of the provider: `pp_crypto_<id>`. */
  provider_id: ({ connection }) => providerIdOf(connection.id),
  /** Null while no API key is known. */
  test_mode: ({ connection: { given } }) => (given.apiKey === undefined ? null : isTestMode({ apiKey: given.apiKey })),
  /** Complete, so payments can be created. */
  ready: ({ connection }) => connection.settings !== undefined,
  missing: ({ connection }) => connection.missing.map(fieldNamed),
  /** Settings that do not go together, with the reason. */
  problems: ({ connection }) =>
    connection.problems.map(({ field, code, message }) => ({ field: fieldNamed(field), code, message })),
  ...PLAIN_SETTINGS,
  ...LOGO,
  ...SECRETS,
  /** The steps before shoppers can pay, and which of them are done; docs/reference.md lists the codes. */
  checklist: checklistView,
  /** An encryption key is set, so secrets can be stored. */
  encryption_ready: ({ encryptionReady }) => encryptionReady,
  webhook: ({ req, connection: { id, config, row }, event, idsOf }) => ({
    /** To register in the service's merchant dashboard. */
    url: webhookUrl(req, id, config.backendUrl),
    /** The newest stored event. */
    last_event: event ? lastEvent(event, idsOf) : null,
    last_refused: lastRefusedView(row),
  }),
  health: ({ connection, event, eventAccount, now }) =>
    connectionHealth(connection.row, isOfAccount(connection, eventAccount) ? event : undefined, now),
  /** All assets on each of their networks, for the form. */
  known_assets: () => ASSET_KEYS,
  /** The latest actions on these settings, newest first. */
  actions: ({ actions, actorOf }) => actions.map((action) => actionView(action, actorOf)),
} satisfies Fields<Source>

export type ConnectionView = ViewOf<typeof CONNECTION>

/** A connection, read from the database now; undefined for an id that medusa-config does not register. */
export async function connectionView(req: MedusaRequest, id: string): Promise<ConnectionView | undefined> {
  const context = contextOf(req.scope)
  const { store, clock } = context
  const connection = await store.connection(id, 0)
  if (!connection) return undefined
  const { promotionCode } = connection.given
  const [event, actions, regions, words, promotion] = await Promise.all([
    store.connections.lastEvent(id),
    store.actions.ofConnection(id, ACTIONS_SHOWN),
    countRegionsWith(req.scope, providerIdOf(id)),
    statusWordFacts(context, connection),
    promotionCode === undefined ? null : promotionState(context, promotionCode),
  ])
  const paidWith = event?.payment_id ? await store.payments.byId(event.payment_id) : undefined
  const idsOf = await externalPaymentIds(store, event ? [event] : [])
  const actorOf = await actorsOf(req.scope, [
    connection.row?.secret_key_set_by ?? null,
    connection.row?.endpoint_secret_set_by ?? null,
    ...actions.map(({ actor_id }) => actor_id),
  ])
  const encryptionReady = store.secretBox.ready
  const ready = { eventAccount: paidWith?.account ?? null, regions, words, promotion }
  const found = { connection, event, ...ready, idsOf, actions, actorOf }
  return serialize(CONNECTION, { req, ...found, encryptionReady, now: clock() })
}

/** Only settings that an admin can enter can be missing or inconsistent. */
const fieldNamed = (name: SettingName): SettingField => fieldOf(name) as SettingField

/** The URL for the service's events, below the configured backend URL or the address of the admin's request. */
function webhookUrl(req: MedusaRequest, connectionId: string, backendUrl: string | undefined): string {
  const { admin } = req.scope.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  const absolute = [backendUrl, admin?.backendUrl].find((url) => url !== undefined && /^https?:\/\//.test(url))
  const base = absolute ?? `${req.protocol}://${req.get("host")}`
  return `${base.replace(/\/+$/, "")}/hooks/crypto-payments/${encodeURIComponent(connectionId)}`
}

const lastEvent = (event: WebhookEventRow, idsOf: Source["idsOf"]) => ({
  id: event.id,
  received_at: iso(event.created_at),
  kind: event.kind,
  state: event.state,
  test_only: event.test_only,
  error: event.last_error,
  /** The same as in a list of events. */
  external_payment_ids: idsOf(event),
})

function lastRefusedView(row: ConnectionRow | undefined) {
  const refused = lastRefused(row)
  if (!refused) return null
  const message: string = WEBHOOK_REFUSALS[refused.code]?.[1] ?? refused.code
  return { at: iso(refused.at), code: refused.code, message }
}

const isRefused = ({ health }: ConnectionRow): boolean => health === "keys_refused" || health === "store_disabled"

/** The latest of these times, as ISO text. */
function latest(...times: (Date | null | undefined)[]): string | null {
  const known = times.filter((time) => time != null)
  return known.length > 0 ? iso(new Date(Math.max(...known.map((time) => time.getTime())))) : null
}

function connectionHealth(row: ConnectionRow | undefined, event: WebhookEventRow | undefined, now: Date) {
  const until = new Date(row ? mayCallAt(row, "lookup") : 0)
  const { calls, creations } = failuresIn(row)
  const outage = row && !isRefused(row) ? worstOutage(calls, creations, now) : undefined
  const unavailable = Object.entries((row?.unavailable_until ?? {}) as Record<string, string>)
  return {
    status: row?.health ?? ("unknown" as const),
    /** When the service was last asked, or sent an event. Lookups count by the minute. */
    last_contact_at: latest(row?.last_check_at, row?.last_check_at && row.lookup_minute, event?.created_at),
    /** Since when calls, or requests for a payment alone, fail, while that counts as an outage and the keys are not refused. */
    failing_since: isoOrNull(outage?.since ?? null),
    last_error_code: outage?.detail ?? row?.last_error_code ?? null,
    /** Lookups at the service wait until this time. */
    lookups_wait_until: until > now ? iso(until) : null,
    unavailable: unavailable
      .filter(([, until]) => new Date(until) > now)
      .map(([key, until]) => {
        const [asset, chain] = key.split(":")
        return { asset: asset as Asset, chain: (chain ?? null) as EvmChain | null, until }
      }),
    /** How many payers the service's screening refused. */
    screened_count: row?.screened_count ?? 0,
  }
}

const isOfAccount = ({ given }: Connection, account: string | null): boolean =>
  !isOfAnother(account, accountIn(given)?.fingerprint)

/** The steps before a store sells with a connection, and which of them are done. */
function checklistView(source: Source): ReadyItem[] {
  const { connection, event, eventAccount, regions, words, promotion } = source
  const { given, missing, problems, config, row } = connection
  const { orderPlacement, unpaidOrderMinutes, storefrontUrl, supportLink } = { ...DEFAULT_SETTINGS, ...given }
  const isEntered = config.endpointSecret === undefined
  return readyChecklist({
    // The service is asked without the endpoint secret.
    hasKeys: problems.length === 0 && missing.every((name) => name === "endpointSecret"),
    service: row?.health ?? "unknown",
    regions,
    hasSecret: given.endpointSecret !== undefined,
    endpointSecretSetAt: isEntered ? (row?.endpoint_secret_set_at ?? null) : null,
    isRotated: connection.endpointSecrets.length > 1,
    secretProven: isSecretProven(connection),
    // An event of the account before shows nothing about the endpoint of this one.
    lastEventAt: isOfAccount(connection, eventAccount) ? (event?.created_at ?? null) : null,
    lastRefused: lastRefused(row),
    words,
    orderPlacement,
    unpaidOrderMinutes,
    hasContact: (storefrontUrl ?? supportLink) !== undefined,
    promotion,
  })
}
