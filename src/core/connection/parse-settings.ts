import { z } from "zod"
import { isSecretField, SETTING_FIELD_NAMES, SETTING_FIELDS, type SettingField } from "./setting-fields"
import * as schemas from "./setting-schemas"
import { type AdminSetting, SETTINGS, type SettingEntry, type SettingName } from "./setting-table"
import { DEFAULT_ID, type GivenSettings, inBrackets, perSetting, problemsOf, VARIABLES } from "./settings"

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

/** The options of the provider `id`, with the environment's value of each that is absent or empty. */
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

/** Names the setting and its variable. Our messages begin in lower case and continue the name; zod's are sentences. */
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
