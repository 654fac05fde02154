import Medusa from "@medusajs/js-sdk"
import type { Refusal } from "../../api/admin/crypto-payments/contract"
import { ADMIN_ERRORS, type AdminErrorCode, OF_SEVERAL } from "../../core/text/admin-errors"

/** Set by the build of Medusa's admin. Without it, requests go to the server that served the page. */
declare const __BACKEND_URL__: string | undefined
declare const __AUTH_TYPE__: "session" | "jwt" | undefined
declare const __JWT_TOKEN_STORAGE_KEY__: string | undefined

export const BACKEND_URL = (typeof __BACKEND_URL__ === "string" && __BACKEND_URL__) || "/"
const AUTH_TYPE = (typeof __AUTH_TYPE__ === "string" && __AUTH_TYPE__) || "session"
const BASE_PATH = "/admin/crypto-payments"

const sdk = new Medusa({
  baseUrl: BACKEND_URL,
  auth: {
    type: AUTH_TYPE,
    ...(typeof __JWT_TOKEN_STORAGE_KEY__ === "string" ? { jwtTokenStorageKey: __JWT_TOKEN_STORAGE_KEY__ } : {}),
  },
})

type FetchOptions = { query?: object; headers?: Record<string, string> }

export const get = <Answer>(path: string, options?: FetchOptions): Promise<Answer> =>
  sdk.client.fetch<Answer>(BASE_PATH + path, options as Parameters<typeof sdk.client.fetch>[1])

/** @returns what the signed-in role may do; null if the store has no roles, whose route would answer 404 */
export async function getPermissions(): Promise<string[] | null> {
  const { feature_flags } = await sdk.client.fetch<{ feature_flags: { rbac?: boolean } }>("/admin/feature-flags")
  if (!feature_flags.rbac) return null
  return (await sdk.client.fetch<{ permissions: string[] }>("/admin/rbac/me/permissions")).permissions
}

/** Converts a draft order with Medusa's route, which reserves its stock. */
export const convertDraft = (orderId: string): Promise<unknown> => sdk.admin.draftOrder.convertToOrder(orderId)

/**
 * Posts a body as the SDK does. Unlike the SDK's error, this one keeps the refusal's code and fields, so that a form
 * can show the messages at their fields.
 * @throws an error with the status if the server refuses; the error of `fetch` if it cannot be reached
 */
export async function post<Answer>(path: string, body: object = {}): Promise<Answer> {
  const token = AUTH_TYPE === "jwt" ? await sdk.client.getToken() : null
  const response = await fetch(new URL(BACKEND_URL.replace(/\/$/, "") + BASE_PATH + path, window.location.origin), {
    method: "POST",
    credentials: AUTH_TYPE === "session" ? "include" : "omit",
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  })
  const answer = await response.json().catch(() => ({}))
  if (response.ok) return answer as Answer
  const { message = response.statusText, code, fields } = answer
  throw Object.assign(new Error(message), { status: response.status, code, fields })
}

type Failed = Partial<Refusal> & { status?: number }

/** Status, code, message and fields of an error of `get` or `post`; all undefined if the server was not reached. */
export const failureOf = (error: unknown): Failed => (error ?? {}) as Failed

export type Translate = (key: string, options?: { defaultValue: string }) => string

export const refusalText = (t: Translate, code: AdminErrorCode): string =>
  t(`refusals.${code}`, { defaultValue: ADMIN_ERRORS[code][1] })

const SENTENCES: readonly [key: string, sentence: string][] = [
  ...Object.entries(ADMIN_ERRORS).map(([code, [, sentence]]) => [code, sentence] as [string, string]),
  ...Object.entries(OF_SEVERAL).map(([code, sentence]) => [`${code}_several`, sentence] as [string, string]),
]

/** A message of the server in the reader's language, if it is a refusal; a detail after it stays as it is. */
export function inLanguage(t: Translate, message: string): string {
  const [key, sentence = ""] = SENTENCES.find(([, one]) => message.startsWith(one)) ?? []
  return key ? t(`refusals.${key}`, { defaultValue: sentence }) + message.slice(sentence.length) : message
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
