import type { ConnectionView, SettingField } from "../../../api/admin/crypto-payments/contract"

/** The settings that share a section and a drawer on a connection's page. The name is part of the drawer's URL. */
export const GROUPS = {
  keys: ["display_name", "base_url", "api_key", "secret_key"],
  checkout: ["assets", "order_placement", "unpaid_order_minutes"],
  look: ["logo", "accent_color", "support_link"],
  advanced: ["signature_header", "cleared_statuses", "seen_statuses"],
} as const satisfies Record<string, readonly SettingField[]>
export type GroupName = keyof typeof GROUPS

/** The path of the drawer for a setting. */
export const drawerOf = (field: SettingField): string =>
  Object.entries<readonly SettingField[]>(GROUPS).find(([, fields]) => fields.includes(field))?.[0] ?? "endpoint-secret"

export type Setting = ConnectionView[SettingField]

/** Set in medusa-config, so it cannot be changed in the admin. */
export const isConfigured = ({ source }: Pick<Setting, "source">): boolean => source === "config"

/** The server sends "…a1b2". */
export const lastFourOf = (lastFour: string | null): string => (lastFour ?? "").replace(/^…/, "")
export const masked = (lastFour: string | null): string => `•••• ${lastFourOf(lastFour)}`.trim()
