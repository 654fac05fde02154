import { z } from "zod"
import { ASSETS } from "./assets"
import { BASE_URL_SENTENCES, baseUrlProblem, parseBaseUrl } from "./base-url"
import { PAY_PAGE_LANGUAGES, PAY_PAGE_TEXTS } from "./pay-page-texts"

/**
 * The settings of one connection. Two hands give them: medusa-config (where the environment usually stands behind
 * it), which wins, and Medusa's admin for the rest. Each sentence below is read by a person who has to mend it: it
 * names the setting and says where to get it, and never quotes a value.
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
}

/** What a connection cannot do without. */
export const REQUIRED_SETTINGS = ["baseUrl", "apiKey", "secretKey", "endpointSecret"] as const
export type RequiredSetting = (typeof REQUIRED_SETTINGS)[number]

const HINTS: Record<RequiredSetting, string> = {
  baseUrl: "the address of your payment request service, such as https://pay.example.com",
  apiKey: "the public key from your merchant dashboard (pk_test_… in test mode)",
  secretKey:
    "the secret key that the merchant dashboard showed once, when the key pair was issued (sk_test_… in test mode)",
  endpointSecret: "the secret of the webhook endpoint that you registered in the merchant dashboard",
}

/** What an admin's screens call them. */
const LABELS: Record<RequiredSetting, string> = {
  baseUrl: "base URL",
  apiKey: "API key",
  secretKey: "secret key",
  endpointSecret: "endpoint secret",
}

const text = (name: RequiredSetting) => z.string({ error: `${name} is not text: ${HINTS[name]}` }).trim()

const baseUrl = text("baseUrl").transform((value, context) => {
  const parsed = parseBaseUrl(value)
  if (parsed.ok) return parsed.url
  context.addIssue({ code: "custom", message: `baseUrl ${BASE_URL_SENTENCES[parsed.problem]}: ${HINTS.baseUrl}` })
  return z.NEVER
})

/** Basic auth (RFC 7617) has no place for a colon in the user-id, nor for control characters in either part. */
const credential = (name: "apiKey" | "secretKey") =>
  text(name).refine(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    (value) => !/[\u0000-\u001f\u007f]/.test(value) && (name !== "apiKey" || !value.includes(":")),
    `${name} has characters that no key has: ${HINTS[name]}`,
  )

const secretList = z
  .union([z.string(), z.array(z.string())], { error: `endpointSecret is not text: ${HINTS.endpointSecret}` })
  .transform((value) => (typeof value === "string" ? value.split(",") : value).map((one) => one.trim()).filter(Boolean))
  .refine((value) => value.length > 0, `endpointSecret is empty: ${HINTS.endpointSecret}`)

/** An HTTP field name (RFC 9110 5.1). */
const headerName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, "is not the name of an HTTP header")

/** Minutes: an order is not canceled while its shopper may still be paying, nor after its address is watched no more. */
const UNPAID_MINUTES = { min: 15, max: 14 * 24 * 60 } as const

/** The status word of a payment that nothing was paid for yet (specification, "States and transitions"). */
const UNPAID_STATUS = "awaiting_payment"

/** What an admin may enter; medusa-config may give all of it as well. */
const shared = {
  baseUrl,
  apiKey: credential("apiKey"),
  secretKey: credential("secretKey"),
  orderPlacement: z.enum(["checkout", "payment"], { error: 'orderPlacement must be "checkout" or "payment"' }),
  /** Minutes after which an order that nothing was paid for is canceled. */
  unpaidOrderMinutes: z
    .int("must be a whole number of minutes")
    .min(UNPAID_MINUTES.min, `must be at least ${UNPAID_MINUTES.min} minutes`)
    .max(UNPAID_MINUTES.max, `must be at most ${UNPAID_MINUTES.max} minutes (14 days)`),
  assets: z
    .array(z.enum(ASSETS))
    .min(1, "needs at least one asset")
    .transform((assets) => ASSETS.filter((asset) => assets.includes(asset))),
  signatureHeader: headerName,
  /** The status words of a lookup that mean the payment cleared. */
  clearedStatuses: z
    .array(
      z
        .string()
        .trim()
        .min(1, "must not be empty")
        .max(64, "must be at most 64 characters each")
        .refine(
          (word) => word.toLowerCase() !== UNPAID_STATUS,
          `cannot be "${UNPAID_STATUS}": every payment starts so`,
        ),
    )
    .min(1, "needs at least one word")
    .max(20, "takes at most 20 words"),
}

/** What an admin enters, each by itself; the endpoint secret is one there, since rotating keeps the one before. */
export const adminSettings = z.object({
  ...shared,
  endpointSecret: text("endpointSecret").min(8, "endpointSecret is too short").max(500, "endpointSecret is too long"),
})

/** An empty variable in the environment is one that was not set. */
const unset = (value: unknown) =>
  value === null || (typeof value === "string" && value.trim() === "") ? undefined : value

const optional = <T extends z.ZodType>(schema: T) => z.preprocess(unset, schema.optional())

/** A variable of the environment is text, whatever it stands for. */
const numberOfText = (value: unknown) =>
  typeof value === "string" && /^\d{1,9}$/.test(value.trim()) ? Number(value) : unset(value)
const listOfText = (value: unknown) =>
  typeof unset(value) === "string" ? (value as string).split(",").map((one) => one.trim()) : unset(value)

const optionalNumber = <T extends z.ZodType>(schema: T) => z.preprocess(numberOfText, schema.optional())
const optionalList = <T extends z.ZodType>(schema: T) => z.preprocess(listOfText, schema.optional())

/** It stands in a header as it is: scheme, host and port, and a star for all subdomains. */
const frameOrigin = z
  .string()
  .regex(
    /^https?:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/i,
    "frameOrigins takes origins such as https://shop.example.com, with no path",
  )

const payPageTexts = z.partialRecord(
  z.enum(PAY_PAGE_TEXTS, { error: "payPageTexts has a name that no text of the pay page has" }),
  z.string(),
)

const configSettings = z.object({
  baseUrl: optional(shared.baseUrl),
  apiKey: optional(shared.apiKey),
  secretKey: optional(shared.secretKey),
  endpointSecret: optional(secretList),
  orderPlacement: optional(shared.orderPlacement),
  unpaidOrderMinutes: optionalNumber(shared.unpaidOrderMinutes),
  assets: optionalList(shared.assets),
  signatureHeader: optional(shared.signatureHeader),
  clearedStatuses: optionalList(shared.clearedStatuses),
  /** Lets the base URL be, or lead to, an address of a private network. The server's owner's to say, not an admin's. */
  allowPrivateAddress: optional(
    z
      .union([z.boolean(), z.enum(["true", "false"])], { error: "must be true or false" })
      .transform((value) => value === true || value === "true"),
  ),
  /** Where the payer's IP is taken from: the request, a header that a trusted storefront server sets, or nowhere. */
  payerIp: optional(z.union([z.literal("request"), z.literal("off"), z.object({ header: headerName })])),
  /** Seconds that must be left of a quote for it to be shown again. */
  minimumQuoteSeconds: optionalNumber(z.int().min(0).max(3600)),
  /** Status lookups a minute, all instances together: stays under the service's per-minute cap, which is not published. */
  lookupsPerMinute: optionalNumber(z.int().min(1).max(10_000)),
  /** Days an address is watched after its quote ran out. */
  watchDays: optionalNumber(z.int().min(1).max(365)),
  /** Public address of this Medusa server, for the links to the pay page and the webhook. */
  backendUrl: optional(z.url({ protocol: /^https?$/ })),
  /** Where the pay page's way back to the shop leads; without one it has none. */
  storefrontUrl: optional(
    z.url({ protocol: /^https?$/, error: "storefrontUrl is not an address such as https://shop.example.com" }),
  ),
  /** Origins that may show the pay page in a frame; nobody may where none is given. */
  frameOrigins: optionalList(z.array(frameOrigin)),
  /** The pay page's texts in the store's own words, by language and name. */
  payPageTexts: optional(z.partialRecord(z.enum(PAY_PAGE_LANGUAGES), payPageTexts)),
})

/** What one hand gives; what it leaves undefined is the other's to say. */
export type GivenSettings = z.infer<typeof configSettings>
export type SettingName = keyof GivenSettings

/** The options of the payment provider in medusa-config. */
export type ConnectionOptions = { [Name in SettingName]?: unknown }

/** What a connection works without. */
type OptionalName = "unpaidOrderMinutes" | "backendUrl" | "storefrontUrl" | "frameOrigins" | "payPageTexts"

/** Everything a connection works with. */
export type ConnectionSettings = {
  [Name in Exclude<SettingName, OptionalName>]-?: NonNullable<GivenSettings[Name]>
} & Pick<GivenSettings, OptionalName>

export const DEFAULT_SETTINGS = {
  orderPlacement: "checkout",
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
