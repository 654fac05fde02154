import { useTranslation } from "react-i18next"
import { EndpointSecretForm } from "../../../../../components/settings/endpoint-secret-form"
import { SettingDrawer } from "../../../../../components/settings/setting-drawer"

export default function EnterEndpointSecret() {
  const { t } = useTranslation("cryptoPayments")
  return (
    <SettingDrawer title={t("settings.webhook.enter.title")} description={t("settings.webhook.enter.hint")}>
      {(connection) => <EndpointSecretForm connection={connection} />}
    </SettingDrawer>
  )
}
