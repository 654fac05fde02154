type Refused = { message: string; code?: unknown }

/** Fields that a refusal is about, by its code. */
const FIELD_OF_CODE: Record<string, string> = {
  secret_key_wanted: "secret_key",
  rotation_date_invalid: "until",
  amount_invalid: "amount",
  refund_exceeds_rest: "amount",
  sent_invalid: "sent",
  asset_invalid: "coin",
  address_invalid: "address",
  transaction_id_invalid: "transaction_id",
  payout_recorded_already: "transaction_id",
}

/**
 * The field that a refusal is about: by its code, or by its detail, which begins with the field's name:
 * "… (base_url: must start with …)". Undefined if it is about none of `fields`.
 */
export const fieldOfRefusal = <Field extends string>(
  { message, code }: Refused,
  fields: readonly Field[],
): Field | undefined => fields.find((field) => FIELD_OF_CODE[`${code}`] === field || message.includes(`(${field}: `))

/** The server's message with the field's label in it. For an invalid value, the detail alone says it all. */
export function sentenceFor(field: string, label: string, { message, code }: Refused): string {
  const start = message.indexOf(`(${field}: `)
  if (start < 0) return message
  const [before, detail] = [message.slice(0, start + 1), label + message.slice(start + 1 + field.length)]
  return code === "setting_invalid" ? detail.replace(/\)$/, "") : before + detail
}
