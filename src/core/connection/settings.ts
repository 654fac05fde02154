import type { z } from "zod"
import { isAmong } from "../payment/status-word"
import { BASE_URL_SENTENCES, type BaseUrlProblem, baseUrlProblem } from "./base-url"
import type * as schemas from "./setting-schemas"
import { type RequiredSetting, SETTINGS, type SettingEntry, type SettingName, type SettingsWith } from "./setting-table"

type Value<Name extends SettingName> = z.output<(typeof schemas)[(typeof SETTINGS)[Name]["schema"]]>

/** Settings from medusa-config or from the admin. Each may lack some. */
export type GivenSettings = { [Name in SettingName]?: Value<Name> | undefined }

export type ConnectionSettings = GivenSettings & {
  [Name in SettingsWith<{ required: object } | { default: unknown }>]: Value<Name>
}

export type ConnectionOptions = { [Name in SettingName]?: unknown }

const names = Object.keys(SETTINGS) as SettingName[]

/** What `read` returns of each setting, without the settings for which it returns undefined. */
export const perSetting = <T>(read: (setting: SettingEntry) => T | undefined): Partial<Record<SettingName, T>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = read(SETTINGS[name])
      return value === undefined ? [] : [[name, value]]
    }),
  )

export const VARIABLES: Partial<Record<SettingName, string>> = perSetting(({ variable }) => variable)
export const DEFAULT_SETTINGS = perSetting((setting) => setting.default) as {
  [Name in SettingsWith<{ default: unknown }>]: Value<Name>
}
export const REQUIRED_SETTINGS = Object.keys(perSetting(({ required }) => required)) as RequiredSetting[]

/** Settings that do not go together. The message names no option, because an admin reads it too. */
export type SettingProblem = {
  field: SettingName
  code:
    | BaseUrlProblem
    | "base_url_must_be_configured"
    | "endpoint_secret_public"
    | "keys_of_different_modes"
    | "status_word_in_two_lists"
  message: string
}

type CombinedSettings = {
  given: GivenSettings
  /** Undefined if a setting is missing or settings do not go together: no payment is requested then. */
  settings: ConnectionSettings | undefined
  missing: RequiredSetting[]
  problems: SettingProblem[]
}

/** The only provider whose options the environment completes. */
export const DEFAULT_ID = "default"

/** The environment variable that sets `name` for the provider `id`, if it is known. */
export const variableOf = (name: SettingName, id: string): string | undefined =>
  id === DEFAULT_ID ? VARIABLES[name] : undefined

/** The same variable, to put after the setting's name in a message. */
export const inBrackets = (name: SettingName, id: string): string => {
  const variable = variableOf(name, id)
  return variable ? ` (environment: ${variable})` : ""
}

/** What a server's owner does to give settings. */
export function wayToGive(names: readonly RequiredSetting[], id: string): string {
  if (id === DEFAULT_ID) return `set ${names.map((name) => VARIABLES[name]).join(", ")}`
  return `give the option${names.length > 1 ? "s" : ""} ${names.join(", ")} to the provider "${id}" in medusa-config`
}

/** Where a server's owner gives the settings of a connection. */
export const placeOfSettings = (id: string): string =>
  id === DEFAULT_ID ? "in the environment" : `in the options of the provider "${id}" in medusa-config`

/** Combines what medusa-config and the admin give; medusa-config wins. `id` is for the messages. */
export function combineSettings(config: GivenSettings, admin: GivenSettings, id = DEFAULT_ID): CombinedSettings {
  const given: GivenSettings = { ...dropUndefined(admin), ...dropUndefined(config) }
  const missing = REQUIRED_SETTINGS.filter((name) => given[name] === undefined)
  const problems = problemsOf(given)
  if (config.secretKey !== undefined && config.baseUrl === undefined && admin.baseUrl !== undefined) {
    problems.push({
      field: "baseUrl",
      code: "base_url_must_be_configured",
      message: `must be given in medusa-config${inBrackets("baseUrl", id)}, because the secret key is given there: it is never sent to an address that an admin entered`,
    })
  }
  const complete = missing.length === 0 && problems.length === 0
  const settings = complete ? ({ ...DEFAULT_SETTINGS, ...given } as ConnectionSettings) : undefined
  return { given, settings, missing, problems }
}

/** The endpoint secret of every sandbox. With live keys it must sign nothing. */
export const SANDBOX_SECRET = "whsec_sandbox"

/** What does not go together in these settings. */
export function problemsOf(given: GivenSettings): SettingProblem[] {
  const { apiKey, secretKey, baseUrl } = given
  const problems: SettingProblem[] = []
  if (apiKey !== undefined && secretKey !== undefined && isTestKey("pk", apiKey) !== isTestKey("sk", secretKey)) {
    problems.push({
      // Only test keys have a known prefix, so the key without it is reported as the wrong one.
      field: isTestKey("pk", apiKey) ? "secretKey" : "apiKey",
      code: "keys_of_different_modes",
      message:
        "API key and secret key are of different modes: a pk_test_… key goes with a sk_test_… key, and a live key with a live key. Copy both from the same place in the merchant dashboard",
    })
  }
  const testMode = apiKey === undefined ? undefined : isTestMode({ apiKey })
  if (testMode === false && given.endpointSecret?.includes(SANDBOX_SECRET)) {
    problems.push({
      field: "endpointSecret",
      code: "endpoint_secret_public",
      message:
        "is the sandbox's, which everybody knows, so anybody could report a payment: use the one of your webhook endpoint",
    })
  }
  const allowPrivate = given.allowPrivateAddress === true
  const code = baseUrl === undefined ? undefined : baseUrlProblem(baseUrl, { testMode, allowPrivate })
  if (code) problems.push({ field: "baseUrl", code, message: BASE_URL_SENTENCES[code] })
  const { clearedStatuses, seenStatuses, unpaidStatuses } = { ...DEFAULT_SETTINGS, ...dropUndefined(given) }
  if (clearedStatuses.some((word) => isAmong(word, [...seenStatuses, ...unpaidStatuses]))) {
    problems.push({
      field: "clearedStatuses",
      code: "status_word_in_two_lists",
      message:
        "has a word that is also among the seen or unpaid ones, so that orders without money would ship: remove it there first",
    })
  }
  return problems
}

const dropUndefined = (given: GivenSettings): GivenSettings =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))

const isTestKey = (kind: "pk" | "sk", key: string): boolean => key.startsWith(`${kind}_test_`)

/** Test-mode keys use test networks and settle no real funds; live keys have no known format. */
export const isTestMode = (settings: { apiKey: string }): boolean => isTestKey("pk", settings.apiKey)

/** What is missing, in words for an admin. */
export const missingWords = (missing: readonly RequiredSetting[]): string =>
  missing.map((name) => SETTINGS[name].required.label).join(", ")

/** What keeps a connection from working, in words for a log: what is missing, with its variable, and what is wrong. */
export function incompleteSentence(
  { missing, problems }: Pick<CombinedSettings, "missing" | "problems">,
  id = DEFAULT_ID,
): string {
  const lacking = missing.map((name) => {
    const variable = variableOf(name, id)
    return `${name} (${SETTINGS[name].required.help}${variable ? `; environment: ${variable}` : ""})`
  })
  return [
    ...(lacking.length > 0 ? [`missing: ${lacking.join(", ")}`] : []),
    ...problems.map(({ field, message }) => `${field}: ${message}`),
  ].join("; ")
}
