import { LayoutComposer } from "@medusajs/dashboard/components"
import { type UIMatch, useParams } from "react-router-dom"
import { PageLoading } from "../../../../components/common/section"
import { ConnectionName } from "../../../../components/common/values"
import { HealthSection } from "../../../../components/health/health-card"
import { ActivitySection } from "../../../../components/settings/activity-section"
import { OverviewSection, ReadySection } from "../../../../components/settings/overview-section"
import { SettingSection, WebhookSection } from "../../../../components/settings/setting-section"
import { useTexts } from "../../../../lib/format"
import { useConnection } from "../../../../lib/queries"

export default function ConnectionPage() {
  const { t } = useTexts()
  const { id = "" } = useParams()
  const query = useConnection(id)
  if (!query.data) return <PageLoading title={t("settings.failed")} query={query} needs="crypto_connection:read" />
  const { connection } = query.data
  return (
    <LayoutComposer
      widgetsZonePrefix="crypto_connection.details"
      disableWidgets
      preferredLayoutId="core:two-column"
      data={connection}
      sections={{
        main: (
          <>
            <OverviewSection connection={connection} />
            <ReadySection connection={connection} />
            <SettingSection connection={connection} name="keys" />
            <WebhookSection connection={connection} />
            <SettingSection connection={connection} name="checkout" />
            <SettingSection connection={connection} name="branding" />
            <SettingSection connection={connection} name="advanced" />
          </>
        ),
        side: (
          <>
            <HealthSection connection={connection} />
            <ActivitySection connection={connection} />
          </>
        ),
      }}
    />
  )
}

export const handle = { breadcrumb: ({ params }: UIMatch) => <ConnectionName id={params.id ?? ""} /> }
