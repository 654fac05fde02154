import { z } from "zod"
import { ASSETS, EVM_CHAINS } from "../core/assets/registry"
import { type HandledKind, MAX_CONFIRMATIONS } from "../core/webhook/event"

/** The shapes of the Store API's specification. Unknown fields are dropped, so the service may add fields later. */

/** Base path of every operation, relative to the connection's base URL (Store API, "Endpoints"). */
export const PAYMENTS_PATH = "/v1/store-api/payments"

/** Text without NUL, which PostgreSQL cannot store. */
const text = (atMost: number) =>
  z
    .string()
    .min(1)
    .max(atMost)
    .regex(/^[^\0]*$/)

const externalId = text(255)

const TIMESTAMP =
  /^(?<date>\d{4}-\d\d-\d\d)[T ](?<time>\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?) ?(?:Z|(?<hours>[+-]\d\d)(?::?(?<minutes>\d\d))?)$/i

/**
 * ISO 8601 or RFC 3339 with a time zone, because without one the time could be wrong by hours: `Z`, `+02:00`, `+0200` or
 * `+02`. Becomes the form with `T`, a point and a colon, which every parser reads alike.
 */
const isoTimestamp = z
  .string()
  .transform((text) => {
    const { date, time = "", hours, minutes = "00" } = TIMESTAMP.exec(text.trim())?.groups ?? {}
    return date ? `${date}T${time.replace(",", ".")}${hours ? `${hours}:${minutes}` : "Z"}` : text
  })
  .pipe(z.iso.datetime({ offset: true }))

/** Request body of `POST /v1/store-api/payments`. */
export const createPaymentRequest = z.object({
  asset: z.enum(ASSETS),
  chain: z.enum(EVM_CHAINS).optional(),
  amount: z.object({
    /** Minor units of `currency`, by its ISO 4217 exponent. */
    minor: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
    currency: z.string().regex(/^[A-Z]{3}$/),
  }),
  payerIp: z.union([z.ipv4(), z.ipv6()]).optional(),
})
export type CreatePaymentRequest = z.infer<typeof createPaymentRequest>

/** Answer 201 of the create operation. */
export const paymentResponse = z.object({
  id: externalId,
  status: text(255),
  address: text(255),
  payAmount: z.object({
    /** Base units of the asset, as digits, because they may exceed what a JavaScript number holds. */
    base: z.string().regex(/^[1-9]\d{0,77}$/),
    asset: z.string(),
    decimals: z.number().int().min(0).max(36),
  }),
  displayAmount: z.object({ minor: z.number().int(), currency: z.string() }),
  /** The specification does not show the form of `expiresAt`. The expiry that binds the payer is `quoteExpiresAt`. */
  rate: z.object({ pricePerWholeUnit: text(64), expiresAt: z.unknown() }),
  chain: text(64),
  uri: text(2048),
  quoteExpiresAt: isoTimestamp,
})
export type PaymentResponse = z.infer<typeof paymentResponse>

export const paymentStatusResponse = z.object({
  id: externalId,
  status: text(255),
  /** A missing or malformed count is read as 0, because the count never settles a payment. */
  confirmations: z
    .number()
    .int()
    .min(0)
    .transform((count) => Math.min(count, MAX_CONFIRMATIONS))
    .catch(0)
    .default(0),
})
export type PaymentStatusResponse = z.infer<typeof paymentStatusResponse>

/** The one event kind that the specification shows. */
export const PAYMENT_COMPLETED = "payment.completed" satisfies HandledKind

/** Default name of the header that carries the signature (Store API, "Events"). */
export const SIGNATURE_HEADER = "Service-Signature"
