import type { ConnectionView, SettingField } from "../../../api/admin/crypto-payments/contract"
import { entryOf } from "../../../core/connection/setting-fields"

/** The path of the drawer for a setting. */
export const drawerOf = (field: SettingField): string => entryOf(field).group ?? "endpoint-secret"

export type Setting = ConnectionView[SettingField]

/** Set in medusa-config, so it cannot be changed in the admin. */
export const isConfigured = ({ source }: Pick<Setting, "source">): boolean => source === "config"

/** The server sends "…a1b2". */
export const lastFourOf = (lastFour: string | null): string => (lastFour ?? "").replace(/^…/, "")
export const masked = (lastFour: string | null): string => `•••• ${lastFourOf(lastFour)}`.trim()
