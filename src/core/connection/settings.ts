import { z } from "zod"
import * as schemas from "./setting-schemas"
import { SETTINGS, type SettingEntry } from "./setting-table"

type Table = typeof SETTINGS
export type SettingName = keyof Table
type Names<Trait> = { [Name in SettingName]: Table[Name] extends Trait ? Name : never }[SettingName]
export type RequiredSetting = Names<{ required: object }>
export type AdminSetting = Names<{ field: string }>
type Value<Name extends SettingName> = z.output<(typeof schemas)[Table[Name]["schema"]]>

/** Settings from medusa-config or from the admin. Each may lack some. */
export type GivenSettings = { [Name in SettingName]?: Value<Name> | undefined }

export type ConnectionSettings = GivenSettings & {
  [Name in Names<{ required: object } | { default: unknown }>]: Value<Name>
}

/** The options of the payment provider in medusa-config. */
export type ConnectionOptions = { [Name in SettingName]?: unknown }

const names = Object.keys(SETTINGS) as SettingName[]
const pick = <T>(read: (setting: SettingEntry) => T | undefined): Partial<Record<SettingName, T>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = read(SETTINGS[name])
      return value === undefined ? [] : [[name, value]]
    }),
  )

export const VARIABLES: Partial<Record<SettingName, string>> = pick(({ variable }) => variable)
export const DEFAULT_SETTINGS = pick((setting) => setting.default) as {
  [Name in Names<{ default: unknown }>]: Value<Name>
}
export const REQUIRED_SETTINGS = Object.keys(pick(({ required }) => required)) as RequiredSetting[]

/** Adds to a message where to get the setting, if the setting is required. */
export const withHelp = (name: SettingName, message: string): string => {
  const help = (SETTINGS[name] as SettingEntry | undefined)?.required?.help
  return help ? `${message}: ${help}` : message
}

/** The only place that trims settings: a file with CRLF line ends gives every variable a `\r`, as `docker --env-file` does. */
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
  pick((setting) => z.preprocess(fromText(setting), SCHEMAS[setting.schema].optional())) as Record<
    SettingName,
    z.ZodType
  >,
)

export const adminSettings = z.object(
  pick(({ field, adminSchema, schema }) => field && z.preprocess(trimmed, SCHEMAS[adminSchema ?? schema])) as Record<
    AdminSetting,
    z.ZodType
  >,
)
