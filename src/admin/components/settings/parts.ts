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

/** The field that a refusal is about: its detail begins with the field's name, as in "… (base_url: must start with …)". */
export const refusedField = (message: string, among: readonly SettingField[]): SettingField | undefined =>
  among.find((field) => message.includes(`(${field}: `))
