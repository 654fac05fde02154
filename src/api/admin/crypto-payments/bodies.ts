import { z } from "@medusajs/framework/zod"
import { fieldsOf, SETTING_FIELD_NAMES } from "../../../core/connection/setting-fields"

const NOTE = z.string().trim().max(2000)

export const Nothing = z.strictObject({})

/** An empty note is accepted here, so that the use-case's refusal can say what to write. */
export const CloseInput = z.strictObject({ note: NOTE.optional() })

/** `reopen`: forgets the address that the shopper entered, and asks again. */
export const AskAddressInput = z.strictObject({ reopen: z.boolean().optional() })

/** `connection_id`: by default the first ready connection that the order's region enables. */
export const AskInput = z.strictObject({ connection_id: z.string().max(200).optional() })

/** Checks types and lengths; the use-case knows the payment and checks the values. */
export const RecordInput = z.strictObject({
  /** The value in the payment's currency, as a plain decimal in major units ("12.50"). */
  amount: z.string().max(40),
  /** What was sent, as a plain decimal in whole units of the asset ("0.00021"). */
  sent: z.string().max(40),
  /** Default: the asset and network of the payment. */
  asset: z.string().max(20).optional(),
  chain: z.string().max(40).optional(),
  address: z.string().max(200),
  transaction_id: z.string().max(200),
  note: NOTE.optional(),
  /** The admin confirmed amounts more than 5 % off the payment's rate, or above what the order was overpaid. */
  confirm_amount: z.boolean().optional(),
  /** The admin confirmed a payout of an order that was overpaid and no longer is. */
  confirm_not_overpaid: z.boolean().optional(),
})

/** A missing field stays as it is; an empty note removes the note. */
export const CorrectInput = z.strictObject({
  address: z.string().trim().max(200).optional(),
  transaction_id: z.string().trim().max(200).optional(),
  note: NOTE.optional(),
})

/** Checks only names: the use-case checks values, and Medusa's message about a wrong type would quote a secret. */
const fieldsOnly = (fields: readonly string[]) =>
  z
    .custom<object>(
      (body) => typeof body === "object" && body !== null && !Array.isArray(body),
      "the body must be a JSON object",
    )
    .pipe(z.strictObject(Object.fromEntries(fields.map((field) => [field, z.unknown().optional()]))))

export const ConnectionChange = fieldsOnly(SETTING_FIELD_NAMES)
export const PreviewInput = fieldsOnly(fieldsOf("branding"))
export const SecretRotation = fieldsOnly(["endpoint_secret", "previous_valid_until"])
export const ConnectionTestInput = fieldsOnly([])
