import { useTranslation } from "react-i18next"
import { AdvancedForm } from "../../../../../components/settings/advanced-form"
import { SettingDrawer } from "../../../../../components/settings/setting-drawer"

export default function EditAdvanced() {
  const { t } = useTranslation("cryptoPayments")
  return (
    <SettingDrawer title={t("settings.advanced.edit")} description={t("settings.advanced.subtitle")}>
      {(connection) => <AdvancedForm connection={connection} />}
    </SettingDrawer>
  )
}
