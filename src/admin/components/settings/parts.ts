import type { SettingField, SettingView } from "../../../api/admin/crypto-payments/contract"

/** The drawer where each setting is entered: the last part of its address. */
export const DRAWER_OF: Record<SettingField, string> = {
  base_url: "keys",
  api_key: "keys",
  secret_key: "keys",
  endpoint_secret: "endpoint-secret",
  order_placement: "checkout",
  unpaid_order_minutes: "checkout",
  assets: "checkout",
  signature_header: "advanced",
  cleared_statuses: "advanced",
}

type Sourced = Pick<SettingView<unknown>, "option" | "variable"> & { source: string | null }

export const isConfigured = (setting: Sourced): boolean => setting.source === "config"

type Refused = { message: string; code: string | undefined }

/** Refusals that are about one field, whatever was entered in the others. */
const FIELD_OF_CODE: Record<string, string> = { secret_key_wanted: "secret_key", rotation_date_invalid: "until" }

/**
 * The field that a refusal is about, by its code or by its detail, which begins with the field's name:
 * "… (base_url: must start with …)". Undefined where it is about none of `among`.
 */
export const refusedField = <Field extends string>(
  { message, code }: Refused,
  among: readonly Field[],
): Field | undefined => among.find((field) => FIELD_OF_CODE[code ?? ""] === field || message.includes(`(${field}: `))

/** The server's words with the field's own name in them; of a value that is not valid, the detail says it all. */
export function sentenceFor(field: string, label: string, { message, code }: Refused): string {
  const start = message.indexOf(`(${field}: `)
  if (start < 0) return message
  const [before, detail] = [message.slice(0, start + 1), label + message.slice(start + 1 + field.length)]
  return code === "setting_invalid" ? detail.replace(/\)$/, "") : before + detail
}
