import { z } from "zod"
import { ASSET_NAMES, shortest } from "../assets/choices"
import { INITIAL_STATUS, isAmong } from "../payment/status-word"
import { BASE_URL_SENTENCES, parseBaseUrl } from "./base-url"
import { parseLogo } from "./branding"

/** The schemas of settings that settings.ts trimmed. A message follows the setting's name and never quotes the value. */

const text = z.string({ error: "is not text" })

export const displayName = text.max(60, "must be at most 60 characters")

export const baseUrl = text.transform((value, context) => {
  const parsed = parseBaseUrl(value)
  if (parsed.ok) return parsed.url
  context.addIssue(BASE_URL_SENTENCES[parsed.problem])
  return z.NEVER
})

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds characters to refuse
const NOT_IN_A_KEY = /[\s\u0000-\u001f\u007f]/
const WRONG_CHARACTERS = "contains characters that a key cannot have"

/**
 * Basic auth (RFC 7617) allows no control characters, and no colon in the user-id. A space stands between two keys that
 * were pasted together, and the API key's field would show the secret one.
 */
const key = text.refine((value) => !NOT_IN_A_KEY.test(value), { error: WRONG_CHARACTERS, abort: true })

/** A secret key in the API key's field would be shown, so each field refuses a key with the other's prefix. */
export const secretKey = key.refine((value) => !value.startsWith("pk_test_"), "holds an API key")
export const apiKey = key
  .refine((value) => !value.includes(":"), WRONG_CHARACTERS)
  .refine((value) => !value.startsWith("sk_test_"), "holds a secret key")

/** In characters. Anybody who guesses an endpoint secret can report payments as paid. */
const SECRET_LENGTH = { min: 8, max: 500 } as const

/** An admin enters one secret; a rotation keeps the previous one as well. */
export const endpointSecret = text
  .min(SECRET_LENGTH.min, `must have at least ${SECRET_LENGTH.min} characters`)
  .max(SECRET_LENGTH.max, `must have at most ${SECRET_LENGTH.max} characters`)

/** medusa-config accepts several secrets, as a list or comma-separated. */
export const endpointSecrets = z
  .union([z.string(), z.array(z.string())], { error: "is not text" })
  .transform((value) => (typeof value === "string" ? value.split(",") : value).map((one) => one.trim()).filter(Boolean))
  .refine((value) => value.length > 0, "is empty")
  .refine(
    (value) => value.every((one) => one.length >= SECRET_LENGTH.min),
    `is too short, each needs at least ${SECRET_LENGTH.min} characters`,
  )

export const orderPlacement = z.enum(["checkout", "payment"], { error: 'must be "checkout" or "payment"' })

/** In minutes. A shopper has at least 15 minutes to pay, and stock is held for at most 14 days. */
const UNPAID_MINUTES = { min: 15, max: 14 * 24 * 60 } as const

export const unpaidOrderMinutes = z.union(
  [
    z.literal("off"),
    z
      .int()
      .min(UNPAID_MINUTES.min, `Must be at least ${UNPAID_MINUTES.min} minutes`)
      .max(UNPAID_MINUTES.max, `Must be at most ${UNPAID_MINUTES.max} minutes (14 days)`),
  ],
  { error: 'must be a whole number of minutes, or "off"' },
)

/** In days. The shortest keeps what a service delivers again late; the longest is ten years. */
const RETENTION_DAYS = { min: 7, max: 3650 } as const

export const retentionDays = z.union(
  [
    z.literal("off"),
    z.literal(0).transform(() => "off" as const),
    z
      .int()
      .min(RETENTION_DAYS.min, `Must be at least ${RETENTION_DAYS.min} days`)
      .max(RETENTION_DAYS.max, `Must be at most ${RETENTION_DAYS.max} days (ten years)`),
  ],
  { error: 'must be a whole number of days, or "off"' },
)

/** A code as Medusa stores it, in its case. */
export const promotionCode = text.max(100, "must be at most 100 characters")

export const assets = z
  .array(z.enum(ASSET_NAMES, { error: `takes only ${ASSET_NAMES.join(", ")}` }), { error: "is not a list" })
  .min(1, "needs at least one asset")
  .transform(shortest)

/** An HTTP field name (RFC 9110 5.1). */
export const headerName = text.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, "is not the name of an HTTP header")

const statusWord = text
  .min(1, "must not be empty")
  .max(64, "must be at most 64 characters each")
  .refine(
    (word) => !isAmong(word, [INITIAL_STATUS]),
    `cannot be "${INITIAL_STATUS}": every payment starts with that status`,
  )
export const statusWords = z
  .array(statusWord, { error: "is not a list" })
  .min(1, "needs at least one word")
  .max(20, "takes at most 20 words")

export const flag = z
  .union([z.boolean(), z.enum(["true", "false"])], { error: "must be true or false" })
  .transform((value) => value === true || value === "true")

const wholeNumber = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`
  return z.int({ error }).min(least, error).max(most, error)
}
export const payerIp = z.union(
  [z.literal("request"), z.literal("off"), z.object({ header: headerName, proxies: wholeNumber(1, 10).optional() })],
  { error: 'must be "request", "off", or an object with the name of a header and a number of proxies from 1 to 10' },
)

export const minimumQuoteSeconds = wholeNumber(0, 3600)
export const maxCallsPerMinute = wholeNumber(1, 10_000)
export const watchDays = wholeNumber(1, 365)

const httpUrl = (example: string) => z.url({ protocol: /^https?$/, error: `is not an address such as ${example}` })
export const backendUrl = httpUrl("https://medusa.example.com")
export const storefrontUrl = httpUrl("https://shop.example.com")

/** Copied unchanged into a header: scheme, host and port, with `*.` for all subdomains. */
const frameOrigin = text.regex(
  /^https?:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/i,
  "takes origins such as https://shop.example.com, without a path",
)
export const frameOrigins = z.array(frameOrigin, { error: "is not a list" })

export const logo = text.transform((value, context) => {
  const parsed = parseLogo(value)
  if (parsed.ok) return parsed.uri
  context.addIssue(parsed.message)
  return z.NEVER
})

/** A color in the form that HTML's `<input type="color">` returns. */
const COLOR = /^#[0-9a-f]{6}$/
export const accentColor = text.toLowerCase().regex(COLOR, "must be a color such as #1a6b4f")

/** Other schemes are refused: a `javascript:` link would run in the page. */
const SUPPORT_SCHEMES = [/^https:\/\/[^\s/]/i, /^mailto:[^\s@]+@[^\s@]+$/i, /^tel:\+?[\d().-]+$/i]

/** An e-mail address becomes a link. */
export const supportLink = text
  .overwrite((value) => (/^[^\s:@/]+@[^\s:@/]+$/.test(value) ? `mailto:${value}` : value))
  .max(300, "must be at most 300 characters")
  .regex(/^\S*$/, { error: "must not contain spaces", abort: true })
  .refine(
    (value) => SUPPORT_SCHEMES.some((scheme) => scheme.test(value)) && URL.canParse(value),
    "must begin with https:, mailto: or tel:, such as mailto:help@example.com",
  )
