import { z } from "zod"
import { ASSETS } from "./assets"

/**
 * The settings of one connection, as medusa-config's provider options give them. Each sentence below is
 * read by a store owner whose server did not start: it names the setting and says where to get it.
 */

const ENV: Record<string, string> = {
  baseUrl: "CRYPTO_PAYMENTS_BASE_URL",
  apiKey: "CRYPTO_PAYMENTS_API_KEY",
  secretKey: "CRYPTO_PAYMENTS_SECRET_KEY",
  endpointSecret: "CRYPTO_PAYMENTS_ENDPOINT_SECRET",
  orderPlacement: "CRYPTO_PAYMENTS_ORDER_PLACEMENT",
}

const HINTS: Record<string, string> = {
  baseUrl: "the address of your payment request service, such as https://pay.example.com",
  apiKey: "the public key from your merchant dashboard (pk_test_… in test mode)",
  secretKey:
    "the secret key that the merchant dashboard showed once, when the key pair was issued (sk_test_… in test mode)",
  endpointSecret:
    "the secret of the webhook endpoint that you registered in the merchant dashboard (several, comma-separated, while rotating)",
}

const required = (name: string) =>
  z
    .string({ error: `${name} is missing: ${HINTS[name]}` })
    .trim()
    // Aborts, so that an empty key is not also said to be of another mode than its partner.
    .min(1, { error: `${name} is empty: ${HINTS[name]}`, abort: true })

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

const baseUrl = required("baseUrl").transform((value, context) => {
  const refuse = (message: string) => {
    context.addIssue({ code: "custom", message: `baseUrl ${message}: ${HINTS.baseUrl}` })
    return z.NEVER
  }
  let url: URL
  try {
    url = new URL(value)
  } catch {
    return refuse("is not a URL")
  }
  if (url.username || url.password) return refuse("must not carry a user name or a password")
  if (url.search || url.hash) return refuse("must not carry a query or a fragment")
  if (url.protocol !== "https:" && !(url.protocol === "http:" && LOOPBACK.test(url.hostname))) {
    return refuse("must start with https:// (http:// is for this machine itself only)")
  }
  return url.origin + url.pathname.replace(/\/+$/, "")
})

/** Basic auth (RFC 7617) has no place for a colon in the user-id, nor for control characters in either part. */
const credential = (name: string) =>
  required(name).refine(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    (value) => !/[\u0000-\u001f\u007f]/.test(value) && (name !== "apiKey" || !value.includes(":")),
    `${name} has characters that no key has: ${HINTS[name]}`,
  )

const secrets = z
  .union([z.string(), z.array(z.string())], { error: `endpointSecret is missing: ${HINTS.endpointSecret}` })
  .transform((value) => (typeof value === "string" ? value.split(",") : value).map((one) => one.trim()).filter(Boolean))
  .refine((value) => value.length > 0, `endpointSecret is empty: ${HINTS.endpointSecret}`)

/** An HTTP field name (RFC 9110 5.1). */
const headerName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "is not the name of an HTTP header")

export const connectionSettings = z
  .object({
    baseUrl,
    apiKey: credential("apiKey"),
    secretKey: credential("secretKey"),
    endpointSecret: secrets,
    /** An empty variable in the environment is one that was not set. */
    orderPlacement: z.preprocess(
      (value) => (value === "" ? undefined : value),
      z.enum(["checkout", "payment"], { error: 'orderPlacement must be "checkout" or "payment"' }).default("checkout"),
    ),
    assets: z
      .array(z.enum(ASSETS))
      .min(1)
      .default([...ASSETS]),
    signatureHeader: headerName.default("Service-Signature"),
    /** The status words of a lookup that mean the payment cleared. */
    clearedStatuses: z.array(z.string().min(1)).min(1).default(["completed"]),
    /** Where the payer's IP is taken from: the request, a header that a trusted storefront server sets, or nowhere. */
    payerIp: z.union([z.literal("request"), z.literal("off"), z.object({ header: headerName })]).default("request"),
    /** Seconds that must be left of a quote for it to be shown again. */
    minimumQuoteSeconds: z.number().int().min(0).max(3600).default(120),
    /** Status lookups a minute, all instances together: stays under the service's per-minute cap, which is not published. */
    lookupsPerMinute: z.number().int().min(1).max(10_000).default(60),
    /** Days an address is watched after its quote ran out. */
    watchDays: z.number().int().min(1).max(365).default(14),
    /** Public address of this Medusa server, for the links to the pay page. */
    backendUrl: z.url({ protocol: /^https?$/ }).optional(),
  })
  .refine((settings) => isTestKey("pk", settings.apiKey) === isTestKey("sk", settings.secretKey), {
    path: ["secretKey"],
    message:
      "apiKey and secretKey are of different modes: a pk_test_… key goes with a sk_test_… key, and a live key with a live key. Copy both from the same place in the merchant dashboard",
  })

export type ConnectionSettings = z.infer<typeof connectionSettings>
export type ConnectionOptions = z.input<typeof connectionSettings>

const isTestKey = (kind: "pk" | "sk", key: string): boolean => key.startsWith(`${kind}_test_`)

/** Test-mode keys use test networks and settle no real funds. The format of live keys is not known. */
export const isTestMode = (settings: { apiKey: string }): boolean => isTestKey("pk", settings.apiKey)

/**
 * @param id the provider's id in medusa-config, for the sentence
 * @throws Error with one sentence for each setting that is missing or wrong; never with a value
 */
export function parseConnectionSettings(options: unknown, id = "default"): ConnectionSettings {
  const parsed = connectionSettings.safeParse(options ?? {})
  if (parsed.success) return parsed.data
  const sentences = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0] ?? "options")
    const text = issue.message.includes(name) ? issue.message : `${name}: ${issue.message}`
    return ENV[name] ? `${text} (environment: ${ENV[name]})` : text
  })
  throw new Error(
    `medusa-payment-crypto cannot start: the options of its payment provider "${id}" in medusa-config are incomplete.\n- ${sentences.join("\n- ")}`,
  )
}
