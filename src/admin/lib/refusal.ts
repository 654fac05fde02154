import type { Refusal } from "../../api/admin/crypto-payments/contract"
import { ADMIN_REFUSALS, type AdminRefusalCode } from "../../core/text/admin-refusals"

export type Translate = (key: string, options?: { defaultValue: string }) => string

const CODES = Object.keys(ADMIN_REFUSALS) as AdminRefusalCode[]

/** What a refusal says, in the reader's language. The English is the server's own. */
export const refusalText = (t: Translate, code: AdminRefusalCode): string =>
  t(`refusals.${code}`, { defaultValue: ADMIN_REFUSALS[code][1] })

/** A message of the server in the reader's language, if it is a refusal; a detail after it stays as it is. */
export function inLanguage(t: Translate, message: string): string {
  const code = CODES.find((one) => message.startsWith(ADMIN_REFUSALS[one][1]))
  return code ? refusalText(t, code) + message.slice(ADMIN_REFUSALS[code][1].length) : message
}

/** The form's field for a refusal's code, if the refusal itself names no field of the form. */
const FIELD_OF_CODE: Record<string, string> = {
  secret_key_wanted: "secret_key",
  rotation_date_invalid: "until",
  same_secret: "endpoint_secret",
  nothing_to_rotate: "endpoint_secret",
  asset_invalid: "coin",
  payout_recorded_already: "transaction_id",
}

/**
 * Places a refusal's messages: at the fields that it names, else at the field of its code or detail ("… (base_url:
 * environment …)"), else above the form.
 * @param known the form's fields
 * @param labelOf the form's label of a field
 */
export function messagesOf<Field extends string>(
  refused: Partial<Refusal> & { message: string },
  known: readonly Field[],
  labelOf: (field: string) => string,
): { field: Field | "root"; message: string }[] {
  const { message, code, fields = [] } = refused
  const own = known.flatMap((field) =>
    fields.flatMap((one) => (one.field === field ? [{ field, message: sentenceOf(labelOf(field), one.message) }] : [])),
  )
  if (own.length > 0) return own
  const field = known.find((name) => FIELD_OF_CODE[code ?? ""] === name || message.includes(`(${name}: `))
  return [{ field: field ?? "root", message: field ? message.replace(`(${field}: `, `(${labelOf(field)}: `) : message }]
}

/** Some of the server's messages continue the field's name ("must be …"); the others are whole sentences. */
const sentenceOf = (label: string, message: string): string =>
  /^[a-z]/.test(message) ? `${label} ${message}` : message
