import { useTranslation } from "react-i18next"
import { useParams } from "react-router-dom"
import { EndpointSecretForm } from "../../../../../components/settings/endpoint-secret-form"
import { SettingDrawer } from "../../../../../components/settings/setting-drawer"
import { useConnection } from "../../../../../hooks/connections"

export default function EnterEndpointSecret() {
  const { t } = useTranslation("cryptoPayments")
  const { id = "" } = useParams()
  const way = useConnection(id).data?.connection.endpoint_secret.set ? "replace" : "enter"
  return (
    <SettingDrawer title={t(`settings.webhook.${way}.title`)} description={t(`settings.webhook.${way}.hint`)}>
      {(connection) => <EndpointSecretForm connection={connection} />}
    </SettingDrawer>
  )
}
