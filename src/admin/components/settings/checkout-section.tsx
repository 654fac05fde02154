import { PencilSquare } from "@medusajs/icons"
import { useTranslation } from "react-i18next"
import type { ConnectionView } from "../../../api/admin/crypto-payments/contract"
import { AssetIcon } from "../common/asset-icon"
import { Section } from "../common/section"
import { SettingRow } from "./setting-row"
import { SourceBadge } from "./source-badge"

export function CheckoutSection({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation("cryptoPayments")
  const { assets, order_placement, unpaid_order_minutes } = connection
  const title = t("settings.checkout.title")
  const unpaid = unpaid_order_minutes.value
  return (
    <Section
      title={title}
      subtitle={t("settings.checkout.subtitle")}
      actions={[{ icon: <PencilSquare />, label: t("settings.actions.edit"), to: "checkout" }]}
      actionsLabel={t("settings.actions.menu", { section: title })}
    >
      <SettingRow title={t("settings.fields.assets")} note={<SourceBadge setting={assets} />}>
        <ul className="text-ui-fg-base flex flex-wrap gap-x-4 gap-y-2">
          {(assets.value ?? []).map((asset) => (
            <li key={asset} className="flex items-center gap-x-1.5">
              <AssetIcon asset={asset} />
              {asset}
            </li>
          ))}
        </ul>
      </SettingRow>
      <SettingRow title={t("settings.fields.order_placement")} note={<SourceBadge setting={order_placement} />}>
        {order_placement.value && (
          <>
            <span className="text-ui-fg-base">{t(`settings.checkout.placement.${order_placement.value}`)}</span>
            <span className="txt-small text-pretty">
              {t(`settings.checkout.placement.${order_placement.value}Hint`)}
            </span>
          </>
        )}
      </SettingRow>
      <SettingRow
        title={t("settings.fields.unpaid_order_minutes")}
        note={<SourceBadge setting={unpaid_order_minutes} />}
      >
        {typeof unpaid === "number" ? (
          <span className="text-ui-fg-base">
            {unpaid % 60 === 0
              ? t("settings.checkout.afterHours", { count: unpaid / 60 })
              : t("settings.checkout.after", { count: unpaid })}
          </span>
        ) : (
          <>
            <span className="text-ui-fg-base">{t("settings.checkout.never")}</span>
            <span className="txt-small text-pretty">{t("settings.checkout.unpaidOff")}</span>
          </>
        )}
      </SettingRow>
    </Section>
  )
}
