import type { Refusal } from "../../api/admin/crypto-payments/contract"

type Refused = { message: string; code?: unknown; fields?: Refusal["fields"] | undefined }

/** Fields that a refusal is about, by its code, where the refusal names none of the form's. */
const FIELD_OF_CODE: Record<string, string> = {
  secret_key_wanted: "secret_key",
  rotation_date_invalid: "until",
  same_secret: "endpoint_secret",
  nothing_to_rotate: "endpoint_secret",
  asset_invalid: "coin",
  payout_recorded_already: "transaction_id",
}

type Message<Field> = { field: Field | "root"; message: string }

/**
 * What to show of a refusal, each message once: at the fields that it names, in the order of the form; at the field that
 * its code or its detail is about ("… (base_url: environment …)"); or above the form.
 * @param known the form's fields
 * @param labelOf what the form calls a field
 */
export function messagesOf<Field extends string>(
  refused: Refused,
  known: readonly Field[],
  labelOf: (field: string) => string,
): Message<Field>[] {
  const { message, code, fields = [] } = refused
  const own = known.flatMap((field) =>
    fields.flatMap((one) => (one.field === field ? [{ field, message: sentenceOf(labelOf(field), one.message) }] : [])),
  )
  if (own.length > 0) return own
  const field = known.find((name) => FIELD_OF_CODE[`${code}`] === name || message.includes(`(${name}: `))
  return [{ field: field ?? "root", message: field ? message.replace(`(${field}: `, `(${labelOf(field)}: `) : message }]
}

/** Some of the server's messages continue the field's name; the others are sentences. */
const sentenceOf = (label: string, message: string): string =>
  /^[a-z]/.test(message) ? `${label} ${message}` : message
