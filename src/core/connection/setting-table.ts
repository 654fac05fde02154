import { ASSETS } from "../assets/registry"
import type * as schemas from "./setting-schemas"

export type SettingEntry = {
  schema: keyof typeof schemas
  /** The schema for an admin's input, if it differs from that for medusa-config. */
  adminSchema?: keyof typeof schemas
  /** How the text of an environment variable is converted, and the control in the admin's form; text by default. */
  kind?: "number" | "list" | "flag"
  /** A setting with neither `default` nor `required` is optional. */
  default?: unknown
  /** The environment variable that sets it for the connection `default` if medusa-config does not. */
  variable?: string
  /** Set if a connection cannot work without the setting: its name for admins, and what it is and where to get it. */
  required?: { label: string; help: string }
  /** Its name in the API and its column, if an admin may enter it. Only medusa-config sets the others. */
  field?: string
  /** The section of the admin that shows it. Without one, it needs its own form. */
  group?: "keys" | "checkout" | "branding" | "advanced"
  /** Write-only: it is never read back. */
  secret?: true
  /** The placeholder of its empty field, if it has no default. */
  example?: string
  /** What it does, in Markdown: for docs/settings.md, and for the admin's form until a language has a hint of its own. */
  help: string
}

/** Every setting of a connection, one entry each, in the order of the screens. It is pure data, so the admin reads it too. */
export const SETTINGS = {
  displayName: {
    schema: "displayName",
    field: "display_name",
    group: "keys",
    help: "what admins see instead of the id, up to 60 characters",
  },
  baseUrl: {
    schema: "baseUrl",
    variable: "CRYPTO_PAYMENTS_BASE_URL",
    required: {
      label: "base URL",
      help: "the address of your payment service, such as https://pay.example.com",
    },
    field: "base_url",
    group: "keys",
    example: "https://pay.example.com",
    help: "address of your payment service: https, or http to this machine with test keys. If medusa-config sets `secretKey`, it must set this too, so that its key never goes to an address that an admin entered",
  },
  apiKey: {
    schema: "apiKey",
    variable: "CRYPTO_PAYMENTS_API_KEY",
    required: { label: "API key", help: "the public key from your merchant dashboard (pk_test_… in test mode)" },
    field: "api_key",
    group: "keys",
    example: "pk_",
    help: "public key; `pk_test_…` means test networks and no real money",
  },
  secretKey: {
    schema: "secretKey",
    variable: "CRYPTO_PAYMENTS_SECRET_KEY",
    required: {
      label: "secret key",
      help: "the secret key that the merchant dashboard showed once, when the key pair was issued (sk_test_… in test mode)",
    },
    field: "secret_key",
    group: "keys",
    secret: true,
    help: "secret key of the same pair; the service shows it once",
  },
  endpointSecret: {
    schema: "endpointSecrets",
    adminSchema: "endpointSecret",
    variable: "CRYPTO_PAYMENTS_ENDPOINT_SECRET",
    required: {
      label: "endpoint secret",
      help: "the secret of the webhook endpoint that you registered in the merchant dashboard",
    },
    field: "endpoint_secret",
    secret: true,
    help: "verifies events; at least eight characters. In a rotation several, comma-separated, the newest first",
  },
  assets: {
    schema: "assets",
    kind: "list",
    default: ASSETS,
    field: "assets",
    group: "checkout",
    help: "the assets you take: `USDC` on all of its networks, `USDC:base` on one",
  },
  orderPlacement: {
    schema: "orderPlacement",
    default: "checkout",
    variable: "CRYPTO_PAYMENTS_ORDER_PLACEMENT",
    field: "order_placement",
    group: "checkout",
    help: "`checkout`: the order is placed when the shopper confirms, reserves stock and waits. `payment`: it is placed when it is paid; sell gift cards and downloads with it",
  },
  unpaidOrderMinutes: {
    schema: "unpaidOrderMinutes",
    kind: "number",
    default: 24 * 60,
    field: "unpaid_order_minutes",
    group: "checkout",
    help: "minutes, 15 to 20160 (14 days), until an unpaid order is canceled. With `off` anybody can reserve all of your stock without paying",
  },
  promotionCode: {
    schema: "promotionCode",
    field: "promotion_code",
    group: "checkout",
    example: "CRYPTO5",
    help: "code of a promotion in Medusa that a cart has [while it is paid in crypto](#a-price-for-paying-in-crypto)",
  },
  signatureHeader: {
    schema: "headerName",
    default: "Service-Signature",
    field: "signature_header",
    group: "advanced",
    help: "the header with the signature of an event",
  },
  clearedStatuses: {
    schema: "statusWords",
    kind: "list",
    default: ["completed"],
    field: "cleared_statuses",
    group: "advanced",
    help: "[status words](store-api.md#look-up-a-payment) that mean paid; not `awaiting_payment`",
  },
  seenStatuses: {
    schema: "statusWords",
    kind: "list",
    default: ["confirming", "processing", "detected", "pending"],
    field: "seen_statuses",
    group: "advanced",
    help: "status words that mean sent, but not cleared: nobody is asked to pay again. Remove a word that your service uses for a payment that nobody has sent",
  },
  retentionDays: {
    schema: "retentionDays",
    kind: "number",
    default: 90,
    field: "retention_days",
    group: "advanced",
    help: "days, 7 to 3650, until [personal data](security.md#personal-data) is deleted: event bodies, address and note of payouts. `0` or `off` keeps them",
  },
  unpaidStatuses: {
    schema: "statusWords",
    kind: "list",
    default: [
      "expired",
      "quote_expired",
      "payment_expired",
      "lapsed",
      "timeout",
      "timed_out",
      "canceled",
      "cancelled",
      "void",
      "voided",
      "failed",
      "abandoned",
    ],
    field: "unpaid_statuses",
    group: "advanced",
    help: "status words that mean not paid, and over: the shopper gets a new price, the order may be canceled. Add only words that never mean paid; `closed` is no default, because services also close what is paid",
  },
  confirmationsFromStart: {
    schema: "flag",
    kind: "flag",
    default: false,
    field: "confirmations_from_start",
    group: "advanced",
    help: "`true` for a service that counts confirmations before money was sent; then only a status word shows money",
  },
  logo: {
    schema: "logo",
    field: "logo",
    group: "branding",
    help: "logo and tab icon of the pay page: PNG, JPEG, WebP or SVG of at most 64 kB; in medusa-config a data URI (`data:image/png;base64,…`)",
  },
  accentColor: {
    schema: "accentColor",
    field: "accent_color",
    group: "branding",
    help: "color of the pay page's buttons, such as `#1a6b4f`; their text is black or white, whichever reads better",
  },
  supportLink: {
    schema: "supportLink",
    field: "support_link",
    group: "branding",
    example: "mailto:help@example.com",
    help: "*Contact the shop* on the pay page: `https:`, `mailto:` or `tel:`",
  },
  allowPrivateAddress: {
    schema: "flag",
    kind: "flag",
    default: false,
    variable: "CRYPTO_PAYMENTS_ALLOW_PRIVATE_ADDRESS",
    help: "`true` allows a base URL on a private network, which an admin must not make your server call",
  },
  payerIp: {
    schema: "payerIp",
    default: "request",
    help: "source of [the shopper's IP address](#the-shoppers-ip-address)",
  },
  minimumQuoteSeconds: {
    schema: "minimumQuoteSeconds",
    kind: "number",
    default: 120,
    help: "a quote is shown again only if it is valid for this long, or a quarter of its time",
  },
  maxCallsPerMinute: {
    schema: "maxCallsPerMinute",
    kind: "number",
    default: 60,
    help: "the most calls per minute to which [lookups](operations.md#lookups) of all servers may bring the connection. Raise it only if `lookups_wait` is logged for hours and the service allows more",
  },
  watchDays: {
    schema: "watchDays",
    kind: "number",
    default: 14,
    help: "days to watch an address after its quote, until an answered last lookup",
  },
  storefrontUrl: {
    schema: "storefrontUrl",
    variable: "CRYPTO_PAYMENTS_STOREFRONT_URL",
    help: "address of your shop, for the pay page's link back",
  },
  frameOrigins: {
    schema: "frameOrigins",
    kind: "list",
    variable: "CRYPTO_PAYMENTS_FRAME_ORIGINS",
    help: "origins that may frame the pay page, such as `https://shop.example.com`; none by default",
  },
  backendUrl: {
    schema: "backendUrl",
    variable: "CRYPTO_PAYMENTS_BACKEND_URL",
    help: "public address of your Medusa server. Makes every `pay_url` absolute, as a mail needs, and lets the admin show the whole webhook URL",
  },
} as const satisfies Record<string, SettingEntry>

type Table = typeof SETTINGS
export type SettingName = keyof Table
export type SettingsWith<Trait> = { [Name in SettingName]: Table[Name] extends Trait ? Name : never }[SettingName]
export type RequiredSetting = SettingsWith<{ required: object }>
export type AdminSetting = SettingsWith<{ field: string }>
