import { Badge } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { SettingSource } from "../../../api/admin/crypto-payments/contract"

type Sourced = { source: SettingSource | null; option: string; variable: string | null; value?: unknown }

/** Says who set a value, where that is not an admin. */
export function SourceBadge({ setting: { source, option, variable, value } }: { setting: Sourced }) {
  const { t } = useTranslation("cryptoPayments")
  if (value === null) return null
  if (source === "default") return <span className="text-ui-fg-subtle">{t("settings.source.default")}</span>
  if (source !== "config") return null
  return (
    <Badge size="2xsmall" className="h-auto min-w-0 max-w-full whitespace-normal break-all py-0.5 text-left">
      {variable ? t("settings.source.variable", { name: variable }) : t("settings.source.option", { name: option })}
    </Badge>
  )
}

/** Why a field of a form cannot be changed here; undefined where it can. */
export function useConfiguredHint(): (setting: Sourced) => string | undefined {
  const { t } = useTranslation("cryptoPayments")
  return ({ source, option, variable }) => {
    if (source !== "config") return undefined
    return variable
      ? t("settings.source.variableHint", { name: variable })
      : t("settings.source.optionHint", { name: option })
  }
}
