import { LayoutComposer } from "@medusajs/dashboard/components"
import { type UIMatch, useParams } from "react-router-dom"
import { ActivitySection } from "../../../../components/settings/activity-section"
import { AdvancedSection } from "../../../../components/settings/advanced-section"
import { CheckoutSection } from "../../../../components/settings/checkout-section"
import { GeneralSection } from "../../../../components/settings/general-section"
import { HealthSection } from "../../../../components/settings/health-section"
import { KeysSection } from "../../../../components/settings/keys-section"
import { PageFailure } from "../../../../components/settings/page-failure"
import { PageSkeleton } from "../../../../components/settings/page-skeleton"
import { WebhookSection } from "../../../../components/settings/webhook-section"
import { useConnection } from "../../../../hooks/connections"

export default function ConnectionPage() {
  const { id = "" } = useParams()
  const query = useConnection(id)
  const { data, error } = query
  if (!data) return error ? <PageFailure query={query} /> : <PageSkeleton />
  const { connection } = data
  return (
    <LayoutComposer
      widgetsZonePrefix="crypto_connection.details"
      disableWidgets
      preferredLayoutId="core:two-column"
      data={connection}
      sections={{
        main: (
          <>
            <GeneralSection connection={connection} />
            <KeysSection connection={connection} />
            <WebhookSection connection={connection} />
            <CheckoutSection connection={connection} />
            <AdvancedSection connection={connection} />
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

export const handle = { breadcrumb: ({ params }: UIMatch) => params.id }
