import type { ConnectionView, SettingField, SettingView } from "../../../api/admin/crypto-payments/contract"

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

export const SETTING_FIELDS = Object.keys(DRAWER_OF) as SettingField[]

type Sourced = Pick<SettingView<unknown>, "option" | "variable"> & { source: string | null }

export const isConfigured = (setting: Sourced): boolean => setting.source === "config"

/** The field that a sentence of the server speaks of: it names settings by their options in medusa-config. */
export const fieldNamedIn = (
  sentence: string,
  connection: ConnectionView,
  among: readonly SettingField[],
): SettingField | undefined => among.find((field) => new RegExp(`\\b${connection[field].option}\\b`).test(sentence))
