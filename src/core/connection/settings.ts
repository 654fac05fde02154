import { ASSETS } from "../assets/registry"
import { BASE_URL_SENTENCES, baseUrlProblem } from "./base-url"
import {
  configSettings,
  type GivenSettings,
  HINTS,
  REQUIRED_SETTINGS,
  type RequiredSetting,
  type SettingName,
} from "./setting-schemas"

export type { GivenSettings, RequiredSetting, SettingName }

/**
 * The settings of one connection. Two hands give them: medusa-config (where the environment usually stands behind
 * it), which wins, and Medusa's admin for the rest.
 */

/** The variables that the README's medusa-config reads, by option. */
export const VARIABLES: Partial<Record<SettingName, string>> = {
  baseUrl: "CRYPTO_PAYMENTS_BASE_URL",
  apiKey: "CRYPTO_PAYMENTS_API_KEY",
  secretKey: "CRYPTO_PAYMENTS_SECRET_KEY",
  endpointSecret: "CRYPTO_PAYMENTS_ENDPOINT_SECRET",
  orderPlacement: "CRYPTO_PAYMENTS_ORDER_PLACEMENT",
  allowPrivateAddress: "CRYPTO_PAYMENTS_ALLOW_PRIVATE_ADDRESS",
  storefrontUrl: "CRYPTO_PAYMENTS_STOREFRONT_URL",
  frameOrigins: "CRYPTO_PAYMENTS_FRAME_ORIGINS",
  backendUrl: "CRYPTO_PAYMENTS_BACKEND_URL",
}

/** What an admin's screens call them. */
const LABELS: Record<RequiredSetting, string> = {
  baseUrl: "base URL",
  apiKey: "API key",
  secretKey: "secret key",
  endpointSecret: "endpoint secret",
}

/** The options of the payment provider in medusa-config. */
export type ConnectionOptions = { [Name in SettingName]?: unknown }

/** What a connection works without. */
type OptionalName = "backendUrl" | "storefrontUrl" | "frameOrigins" | "payPageTexts"

/** Everything a connection works with. */
export type ConnectionSettings = {
  [Name in Exclude<SettingName, OptionalName>]-?: NonNullable<GivenSettings[Name]>
} & Pick<GivenSettings, OptionalName>

export const DEFAULT_SETTINGS = {
  orderPlacement: "checkout",
  unpaidOrderMinutes: 24 * 60,
  assets: [...ASSETS],
  signatureHeader: "Service-Signature",
  clearedStatuses: ["completed"],
  allowPrivateAddress: false,
  payerIp: "request",
  minimumQuoteSeconds: 120,
  lookupsPerMinute: 60,
  watchDays: 14,
} as const satisfies GivenSettings

/** Settings that do not go together; the message follows the name that its reader knows the setting by. */
export type SettingProblem = { field: SettingName; code: string; message: string }

export type CombinedSettings = {
  /** What the two hands give, as far as it goes, without defaults. */
  given: GivenSettings
  /** Undefined while anything is missing or does not go together: then no payment is asked for. */
  settings: ConnectionSettings | undefined
  missing: RequiredSetting[]
  problems: SettingProblem[]
}

/** Puts together what medusa-config and the admin give: medusa-config wins, field by field. */
export function combineSettings(config: GivenSettings, admin: GivenSettings): CombinedSettings {
  const given: GivenSettings = { ...dropUndefined(admin), ...dropUndefined(config) }
  const missing = REQUIRED_SETTINGS.filter((name) => given[name] === undefined)
  const problems = [...problemsOf(given)]
  if (config.secretKey !== undefined && config.baseUrl === undefined && admin.baseUrl !== undefined) {
    problems.push({
      field: "baseUrl",
      code: "base_url_must_be_configured",
      message: `must be given where the secret key is given, in medusa-config (environment: ${VARIABLES.baseUrl}): a secret key of the environment is sent to no address that was typed into the admin`,
    })
  }
  const complete = missing.length === 0 && problems.length === 0
  return {
    given,
    settings: complete ? ({ ...DEFAULT_SETTINGS, ...given } as ConnectionSettings) : undefined,
    missing,
    problems,
  }
}

function problemsOf(given: GivenSettings): SettingProblem[] {
  const { apiKey, secretKey } = given
  const problems: SettingProblem[] = []
  if (apiKey !== undefined && secretKey !== undefined && isTestKey("pk", apiKey) !== isTestKey("sk", secretKey)) {
    problems.push({
      field: "secretKey",
      code: "keys_of_different_modes",
      message:
        "API key and secret key are of different modes: a pk_test_… key goes with a sk_test_… key, and a live key with a live key. Copy both from the same place in the merchant dashboard",
    })
  }
  const testMode = apiKey === undefined ? undefined : isTestMode({ apiKey })
  const allowPrivate = given.allowPrivateAddress === true
  const code = given.baseUrl === undefined ? undefined : baseUrlProblem(given.baseUrl, { testMode, allowPrivate })
  if (code) problems.push({ field: "baseUrl", code, message: BASE_URL_SENTENCES[code] })
  return problems
}

const dropUndefined = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Partial<T>

const isTestKey = (kind: "pk" | "sk", key: string): boolean => key.startsWith(`${kind}_test_`)

/** Test-mode keys use test networks and settle no real funds. The format of live keys is not known. */
export const isTestMode = (settings: { apiKey: string }): boolean => isTestKey("pk", settings.apiKey)

/**
 * The options of the provider in medusa-config, of which any may be left for the admin.
 * @param id the provider's id in medusa-config, for the sentence
 * @throws Error with one sentence for each setting that is wrong; never with a value
 */
export function parseConfiguredSettings(options: unknown, id = "default"): GivenSettings {
  const parsed = configSettings.safeParse(options ?? {})
  const sentences = parsed.success
    ? problemsOf(parsed.data).map(({ field, message }) => sentence(field, message))
    : parsed.error.issues.map((issue) => sentence(String(issue.path[0] ?? "options"), issue.message))
  if (parsed.success && sentences.length === 0) return parsed.data
  throw new Error(
    `medusa-payment-crypto cannot start: the options of its payment provider "${id}" in medusa-config are wrong.\n- ${sentences.join("\n- ")}`,
  )
}

/** Names the setting, and the variable behind it. */
function sentence(name: string, message: string): string {
  const named = message.includes(name) ? message : `${name}: ${message}`
  const variable = VARIABLES[name as SettingName]
  return variable && !named.includes(variable) ? `${named} (environment: ${variable})` : named
}

/** What is missing, in words for an admin. */
export const missingWords = (missing: readonly RequiredSetting[]): string =>
  missing.map((name) => LABELS[name]).join(", ")

/** What is still missing, in words for a log: which, what it is, and that the admin may enter it. */
export const missingSentence = (missing: readonly RequiredSetting[]): string =>
  missing.map((name) => `${name} (${HINTS[name]}; environment: ${VARIABLES[name]})`).join(", ")
