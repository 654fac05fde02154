import { z } from "zod"
import { ASSETS } from "../assets/registry"
import { BASE_URL_SENTENCES, parseBaseUrl } from "./base-url"
import { payPageSettings } from "./pay-page-settings"

/**
 * What each setting of a connection may be, whoever gives it. Each sentence below is read by a person who has to mend
 * it: it says where to get the setting, and never quotes a value.
 */

/** What a connection cannot do without. */
export const REQUIRED_SETTINGS = ["baseUrl", "apiKey", "secretKey", "endpointSecret"] as const
export type RequiredSetting = (typeof REQUIRED_SETTINGS)[number]

/** What it is, and where to get it. */
export const HINTS: Record<RequiredSetting, string> = {
  baseUrl: "the address of your payment request service, such as https://pay.example.com",
  apiKey: "the public key from your merchant dashboard (pk_test_… in test mode)",
  secretKey:
    "the secret key that the merchant dashboard showed once, when the key pair was issued (sk_test_… in test mode)",
  endpointSecret: "the secret of the webhook endpoint that you registered in the merchant dashboard",
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

/** Characters of an endpoint secret. One that can be guessed lets anybody declare payments paid. */
const SECRET_LENGTH = { min: 8, max: 500 } as const

const secretList = z
  .union([z.string(), z.array(z.string())], { error: `endpointSecret is not text: ${HINTS.endpointSecret}` })
  .transform((value) => (typeof value === "string" ? value.split(",") : value).map((one) => one.trim()).filter(Boolean))
  .refine((value) => value.length > 0, `endpointSecret is empty: ${HINTS.endpointSecret}`)
  .refine(
    (value) => value.every((one) => one.length >= SECRET_LENGTH.min),
    `endpointSecret is too short: each has at least ${SECRET_LENGTH.min} characters, and is ${HINTS.endpointSecret}`,
  )

/** An HTTP field name (RFC 9110 5.1). */
const headerName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, "is not the name of an HTTP header")

/** Minutes: an order is not canceled while its shopper may still be paying, and holds its stock for two weeks at most. */
const UNPAID_MINUTES = { min: 15, max: 14 * 24 * 60 } as const

/** The status word of a payment that nothing was paid for yet (specification, "States and transitions"). */
const UNPAID_STATUS = "awaiting_payment"

/** What an admin may enter; medusa-config may give all of it as well. */
const shared = {
  baseUrl,
  apiKey: credential("apiKey"),
  secretKey: credential("secretKey"),
  orderPlacement: z.enum(["checkout", "payment"], { error: 'orderPlacement must be "checkout" or "payment"' }),
  /** Minutes after which an order that nothing was paid for is canceled; "off" leaves it to a person. */
  unpaidOrderMinutes: z.union(
    [
      z.literal("off"),
      z
        .int()
        .min(UNPAID_MINUTES.min, `must be at least ${UNPAID_MINUTES.min} minutes`)
        .max(UNPAID_MINUTES.max, `must be at most ${UNPAID_MINUTES.max} minutes (14 days)`),
    ],
    { error: 'must be a whole number of minutes, or "off"' },
  ),
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
  endpointSecret: text("endpointSecret")
    .min(SECRET_LENGTH.min, "endpointSecret is too short")
    .max(SECRET_LENGTH.max, "endpointSecret is too long"),
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

/** What medusa-config gives, of which any may be left for the admin. */
export const configSettings = z.object({
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
  /**
   * Where the payer's IP is taken from: the request, a header that a trusted storefront server sets, or nowhere. `proxies`
   * is how many of the store's own append to that header, one unless it says otherwise.
   */
  payerIp: optional(
    z.union([
      z.literal("request"),
      z.literal("off"),
      z.object({ header: headerName, proxies: z.int().min(1).max(10).optional() }),
    ]),
  ),
  /** Seconds that must be left of a quote for it to be shown again. */
  minimumQuoteSeconds: optionalNumber(z.int().min(0).max(3600)),
  /** Status lookups a minute, all instances together: stays under the service's per-minute cap, which is not published. */
  lookupsPerMinute: optionalNumber(z.int().min(1).max(10_000)),
  /** Days an address is watched after its quote ran out. */
  watchDays: optionalNumber(z.int().min(1).max(365)),
  /** Public address of this Medusa server, for the links to the pay page and the webhook. */
  backendUrl: optional(
    z.url({ protocol: /^https?$/, error: "backendUrl is not an address such as https://medusa.example.com" }),
  ),
  /** Where the pay page's way back to the shop leads; without one it has none. */
  storefrontUrl: optional(payPageSettings.storefrontUrl),
  /** Origins that may show the pay page in a frame; nobody may where none is given. */
  frameOrigins: optionalList(payPageSettings.frameOrigins),
  /** The pay page's texts in the store's own words, by language and name. */
  payPageTexts: optional(payPageSettings.payPageTexts),
})

/** What one hand gives; what it leaves undefined is the other's to say. */
export type GivenSettings = z.infer<typeof configSettings>
export type SettingName = keyof GivenSettings
