import { useTranslation } from "react-i18next"
import { RotateForm } from "../../../../../components/settings/rotate-form"
import { SettingDrawer } from "../../../../../components/settings/setting-drawer"

export default function RotateEndpointSecret() {
  const { t } = useTranslation("cryptoPayments")
  return (
    <SettingDrawer title={t("settings.webhook.rotate.title")} description={t("settings.webhook.rotate.hint")}>
      {(connection) => <RotateForm connection={connection} />}
    </SettingDrawer>
  )
}
