import { z } from "zod"
import { ASSETS } from "../assets/registry"
import * as schemas from "./setting-schemas"

type Setting = {
  schema: z.ZodType
  /** How the text of an environment variable is converted before the schema checks it. */
  text?: "number" | "list"
  /** A setting with neither `default` nor `required` is optional. */
  default?: unknown
  /** The environment variable that the documented medusa-config reads. */
  variable?: string
  /** Set if a connection cannot work without the setting: its name for admins, and what it is and where to get it. */
  required?: { label: string; help: string }
  /** Its name in the API and the table, if an admin may enter it. Only medusa-config sets the others. */
  field?: string
  /** The schema for an admin's input, if it differs from that for medusa-config. */
  adminSchema?: z.ZodType
  /** Write-only: it is never read back. */
  secret?: true
}

/**
 * Every setting of a connection, one entry each: its API field, default and startup messages come from the entry. It
 * also needs a row in docs/settings.md and, if it has a `field`, a column and a place in the admin's form.
 */
export const SETTINGS = {
  /** What admins see instead of the id. */
  displayName: { schema: schemas.displayName, field: "display_name" },
  baseUrl: {
    schema: schemas.baseUrl,
    variable: "CRYPTO_PAYMENTS_BASE_URL",
    required: {
      label: "base URL",
      help: "the address of your payment request service, such as https://pay.example.com",
    },
    field: "base_url",
  },
  apiKey: {
    schema: schemas.apiKey,
    variable: "CRYPTO_PAYMENTS_API_KEY",
    required: { label: "API key", help: "the public key from your merchant dashboard (pk_test_… in test mode)" },
    field: "api_key",
  },
  secretKey: {
    schema: schemas.secretKey,
    variable: "CRYPTO_PAYMENTS_SECRET_KEY",
    required: {
      label: "secret key",
      help: "the secret key that the merchant dashboard showed once, when the key pair was issued (sk_test_… in test mode)",
    },
    field: "secret_key",
    secret: true,
  },
  endpointSecret: {
    schema: schemas.endpointSecrets,
    variable: "CRYPTO_PAYMENTS_ENDPOINT_SECRET",
    required: {
      label: "endpoint secret",
      help: "the secret of the webhook endpoint that you registered in the merchant dashboard",
    },
    field: "endpoint_secret",
    adminSchema: schemas.endpointSecret,
    secret: true,
  },
  orderPlacement: {
    schema: schemas.orderPlacement,
    default: "checkout",
    variable: "CRYPTO_PAYMENTS_ORDER_PLACEMENT",
    field: "order_placement",
  },
  /** Minutes after which an unpaid order is canceled; "off" leaves it to a person. */
  unpaidOrderMinutes: {
    schema: schemas.unpaidOrderMinutes,
    text: "number",
    default: 24 * 60,
    field: "unpaid_order_minutes",
  },
  assets: { schema: schemas.assets, text: "list", default: ASSETS, field: "assets" },
  signatureHeader: { schema: schemas.headerName, default: "Service-Signature", field: "signature_header" },
  /** The status words of a lookup that mean the payment cleared. */
  clearedStatuses: { schema: schemas.statusWords, text: "list", default: ["completed"], field: "cleared_statuses" },
  /** The status words of a lookup that mean money was sent and has not cleared: nobody is asked to pay again. */
  seenStatuses: {
    schema: schemas.statusWords,
    text: "list",
    default: ["confirming", "processing", "detected", "pending"],
    field: "seen_statuses",
  },
  /** The look of the pay page, and its link for questions. The logo is also the page's icon. */
  logo: { schema: schemas.logo, field: "logo" },
  accentColor: { schema: schemas.accentColor, field: "accent_color" },
  supportLink: { schema: schemas.supportLink, field: "support_link" },
  /** Allows a base URL that is, or resolves to, an address of a private network. */
  allowPrivateAddress: {
    schema: schemas.flag,
    default: false,
    variable: "CRYPTO_PAYMENTS_ALLOW_PRIVATE_ADDRESS",
  },
  /** Source of the payer's IP: the request, a header that a trusted storefront server sets, or none. */
  payerIp: { schema: schemas.payerIp, default: "request" },
  /** Seconds for which a quote must still be valid to show it again. */
  minimumQuoteSeconds: { schema: schemas.wholeNumber(0, 3600), text: "number", default: 120 },
  /** Status lookups per minute for all servers together; the service does not publish its own limit. */
  lookupsPerMinute: { schema: schemas.wholeNumber(1, 10_000), text: "number", default: 60 },
  /** Days to watch an address after its quote expired. */
  watchDays: { schema: schemas.wholeNumber(1, 365), text: "number", default: 14 },
  /** Public address of this Medusa server, for links to the pay page and the webhook. */
  backendUrl: { schema: schemas.httpUrl("https://medusa.example.com"), variable: "CRYPTO_PAYMENTS_BACKEND_URL" },
  /** Where the pay page links back to. */
  storefrontUrl: { schema: schemas.httpUrl("https://shop.example.com"), variable: "CRYPTO_PAYMENTS_STOREFRONT_URL" },
  /** Origins that may show the pay page in a frame. */
  frameOrigins: { schema: schemas.frameOrigins, text: "list", variable: "CRYPTO_PAYMENTS_FRAME_ORIGINS" },
  /** The store's own texts for the pay page, by language and name. */
  payPageTexts: { schema: schemas.payPageTexts },
} as const satisfies Record<string, Setting>

type Table = typeof SETTINGS
export type SettingName = keyof Table
type Names<Trait> = { [Name in SettingName]: Table[Name] extends Trait ? Name : never }[SettingName]
export type RequiredSetting = Names<{ required: object }>
export type AdminSetting = Names<{ field: string }>
type Value<Name extends SettingName> = z.output<Table[Name]["schema"]>

/** Settings from medusa-config or from the admin. Each may lack some. */
export type GivenSettings = { [Name in SettingName]?: Value<Name> | undefined }

/** Everything a connection works with. */
export type ConnectionSettings = { [Name in Names<{ required: object } | { default: unknown }>]: Value<Name> } & {
  [Name in Exclude<SettingName, Names<{ required: object } | { default: unknown }>>]?: Value<Name> | undefined
}

/** The options of the payment provider in medusa-config. */
export type ConnectionOptions = { [Name in SettingName]?: unknown }

const names = Object.keys(SETTINGS) as SettingName[]
const pick = <T>(read: (setting: Setting) => T | undefined): Partial<Record<SettingName, T>> =>
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
  const help = (SETTINGS[name] as Setting | undefined)?.required?.help
  return help ? `${message}: ${help}` : message
}

/** An empty variable counts as not set. */
const unset = (value: unknown) =>
  value === null || (typeof value === "string" && value.trim() === "") ? undefined : value

const READ: Record<NonNullable<Setting["text"]>, (text: string) => unknown> = {
  number: (text) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : text),
  list: (text) => text.split(",").map((one) => one.trim()),
}

const fromText =
  ({ text }: Setting) =>
  (value: unknown) => {
    const given = unset(value)
    return text && typeof given === "string" ? READ[text](given) : given
  }

/** The schema of the provider's options in medusa-config. Every option may be missing. */
export const configSettings = z.object(
  pick((setting) => z.preprocess(fromText(setting), setting.schema.optional())) as Record<SettingName, z.ZodType>,
)

/** The schema of an admin's input. */
export const adminSettings = z.object(
  pick(({ field, adminSchema, schema }) => field && (adminSchema ?? schema)) as Record<AdminSetting, z.ZodType>,
)
