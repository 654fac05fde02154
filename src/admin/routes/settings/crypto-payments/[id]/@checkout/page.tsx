import { useTranslation } from "react-i18next"
import { CheckoutForm } from "../../../../../components/settings/checkout-form"
import { SettingDrawer } from "../../../../../components/settings/setting-drawer"

export default function EditCheckout() {
  const { t } = useTranslation("cryptoPayments")
  return (
    <SettingDrawer title={t("settings.checkout.edit")} description={t("settings.checkout.subtitle")}>
      {(connection) => <CheckoutForm connection={connection} />}
    </SettingDrawer>
  )
}
