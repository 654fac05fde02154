import { useTranslation } from "react-i18next"
import { KeysForm } from "../../../../../components/settings/keys-form"
import { SettingDrawer } from "../../../../../components/settings/setting-drawer"

export default function EditKeys() {
  const { t } = useTranslation("cryptoPayments")
  return (
    <SettingDrawer title={t("settings.keys.edit")} description={t("settings.keys.editHint")}>
      {(connection) => <KeysForm connection={connection} />}
    </SettingDrawer>
  )
}
