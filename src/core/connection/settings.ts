import { z } from "zod"
import { isAmong } from "../payment/status-word"
import { BASE_URL_SENTENCES, type BaseUrlProblem, baseUrlProblem } from "./base-url"
import { isSecretField, SETTING_FIELD_NAMES, SETTING_FIELDS, type SettingField } from "./setting-fields"
import * as schemas from "./setting-schemas"
import {
  type AdminSetting,
  type RequiredSetting,
  SETTINGS,
  type SettingEntry,
  type SettingName,
  type SettingsWith,
} from "./setting-table"

type Value<Name extends SettingName> = z.output<(typeof schemas)[(typeof SETTINGS)[Name]["schema"]]>

/** Settings from medusa-config or from the admin. Each may lack some. */
export type GivenSettings = { [Name in SettingName]?: Value<Name> | undefined }

export type ConnectionSettings = GivenSettings & {
  [Name in SettingsWith<{ required: object } | { default: unknown }>]: Value<Name>
}

export type ConnectionOptions = { [Name in SettingName]?: unknown }

const names = Object.keys(SETTINGS) as SettingName[]

/** What `read` returns of each setting, without the settings for which it returns undefined. */
const perSetting = <T>(read: (setting: SettingEntry) => T | undefined): Partial<Record<SettingName, T>> =>
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
const DEFAULT_ID = "default"

/** The environment variable that sets `name` for the provider `id`, if it is known. */
export const variableOf = (name: SettingName, id: string): string | undefined =>
  id === DEFAULT_ID ? VARIABLES[name] : undefined

/** The same variable, to put after the setting's name in a message. */
const inBrackets = (name: SettingName, id: string): string => {
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

/** What is wrong with a setting, after its name. */
export const problemWords = ({ field, message }: SettingProblem): string => {
  const { required }: SettingEntry = SETTINGS[field]
  return `${required?.label ?? field}: ${message}`
}

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

/** Adds to a message where to get the setting, if the setting is required. */
const withHelp = (name: SettingName, message: string): string => {
  const { required }: SettingEntry = SETTINGS[name]
  return required ? `${message}: it must be ${required.help}` : message
}

/** Only here whole values are trimmed: a file with CRLF line ends gives every variable a `\r`, as `docker --env-file` does. */
function trimmed(value: unknown): unknown {
  if (typeof value === "string") return value.trim()
  if (Array.isArray(value)) return value.map(trimmed)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, trimmed(one)]))
}

/** An empty variable counts as not set. */
const unset = (value: unknown) => (value === null || value === "" ? undefined : value)

/** Whether an option counts as not given. */
export const isUnset = (value: unknown): boolean => unset(trimmed(value)) === undefined

const READ: Record<NonNullable<SettingEntry["kind"]>, (text: string) => unknown> = {
  number: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : text),
  list: (text) => trimmed(text.split(",")),
  flag: (text) => text,
}

const fromText =
  ({ kind }: SettingEntry) =>
  (value: unknown) => {
    const given = unset(trimmed(value))
    return kind && typeof given === "string" ? READ[kind](given) : given
  }

const SCHEMAS: Record<SettingEntry["schema"], z.ZodType> = schemas

/** The schema of the provider's options in medusa-config. Every option may be missing. */
export const configSettings = z.object(
  perSetting((setting) => z.preprocess(fromText(setting), SCHEMAS[setting.schema].optional())) as Record<
    SettingName,
    z.ZodType
  >,
)

export const adminSettings = z.object(
  perSetting(
    ({ field, adminSchema, schema }) => field && z.preprocess(trimmed, SCHEMAS[adminSchema ?? schema]),
  ) as Record<AdminSetting, z.ZodType>,
)

type Environment = Readonly<Record<string, string | undefined>>

/** The options of the provider `id`; for `default`, with the environment's value of each that is absent or empty. */
export function withVariables(options: unknown, id: string, environment: Environment): unknown {
  const given = options ?? {}
  if (id !== DEFAULT_ID || typeof given !== "object") return options
  const completed: Record<string, unknown> = { ...given }
  for (const [name, variable] of Object.entries(VARIABLES)) {
    if (isUnset(completed[name]) && environment[variable] !== undefined) completed[name] = environment[variable]
  }
  return completed
}

/** A wrong option of the provider in medusa-config; `field` is undefined if the options are not an object. */
type OptionProblem = { field: SettingName | undefined; sentence: string }

function parseOptions(options: unknown, id: string): { given?: GivenSettings; problems: OptionProblem[] } {
  const parsed = configSettings.safeParse(options ?? {})
  if (parsed.success) {
    const given = parsed.data as GivenSettings
    const problems = problemsOf(given).map(({ field, message }) => ({ field, sentence: sentence(field, message, id) }))
    return { given, problems }
  }
  const problems = parsed.error.issues.map(({ path, message }) => {
    const field = path[0] as SettingName | undefined
    return { field, sentence: sentence(field ?? "options", field ? withHelp(field, message) : message, id) }
  })
  return { problems }
}

/** @returns what is wrong with the options of the provider in medusa-config, never with a value */
export const optionProblems = (options: unknown, id = DEFAULT_ID): OptionProblem[] => parseOptions(options, id).problems

/**
 * Parses the options of the provider in medusa-config. None is required: an admin can enter what is missing.
 * @throws Error with one sentence for each wrong setting, never with a value
 */
export function parseConfiguredSettings(options: unknown, id = DEFAULT_ID): GivenSettings {
  const { given, problems } = parseOptions(options, id)
  if (given && problems.length === 0) return given
  const sentences = problems.map(({ sentence }) => sentence).join("\n- ")
  throw new Error(
    `medusa-payment-crypto cannot start: the options of its payment provider "${id}" in medusa-config are wrong.\n- ${sentences}`,
  )
}

/** Names the setting and its variable. A message in lower case continues the name; the others are sentences. */
const sentence = (name: string, message: string, id: string): string =>
  `${name}${/^[a-z]/.test(message) ? "" : ":"} ${message}${inBrackets(name as SettingName, id)}`

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
