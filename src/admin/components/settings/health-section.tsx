import type { ConnectionView } from "../../../api/admin/crypto-payments/contract"
import { networkName } from "../../../core/assets/registry"
import { useTexts } from "../../lib/format"
import { HealthBadge } from "../common/badges"
import { Section } from "../common/section"
import { Code, DatedText, When } from "../common/values"
import { SettingRow } from "./setting-section"

export function HealthSection({ connection }: { connection: ConnectionView }) {
  const { t } = useTexts()
  const { status, last_check_at, last_error_code, throttled_until, unavailable, screened_count } = connection.health
  return (
    <Section title={t("settings.health.title")}>
      <SettingRow title={t("settings.health.service")}>
        <HealthBadge connection={connection} />
        <span className="txt-small text-pretty">{t(`settings.health.statusHint.${status}`)}</span>
      </SettingRow>
      <SettingRow title={t("settings.health.lastCheck")}>
        {last_check_at ? <When at={last_check_at} relative /> : t("settings.health.never")}
      </SettingRow>
      {last_error_code && (
        <SettingRow title={t("settings.health.lastError")}>
          <Code>{last_error_code}</Code>
        </SettingRow>
      )}
      {throttled_until && (
        <SettingRow title={t("settings.health.throttled")}>
          <DatedText name="settings.health.throttledUntil" at={throttled_until} />
        </SettingRow>
      )}
      {unavailable.length > 0 && (
        <SettingRow title={t("settings.health.unavailable")}>
          <UnavailableAssets assets={unavailable} />
        </SettingRow>
      )}
      <SettingRow title={t("settings.health.screened")}>
        {t("settings.health.screenedCount", { count: screened_count })}
      </SettingRow>
    </Section>
  )
}

const UnavailableAssets = ({ assets }: { assets: ConnectionView["health"]["unavailable"] }) => (
  <ul className="flex flex-col gap-y-1">
    {assets.map(({ asset, chain, until }) => (
      <li key={`${asset} ${chain}`}>
        <DatedText
          name={chain ? "settings.health.unavailableChain" : "settings.health.unavailableItem"}
          values={{ asset, chain: chain && networkName(chain) }}
          at={until}
        />
      </li>
    ))}
  </ul>
)
