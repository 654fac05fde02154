import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Navigate } from "react-router-dom"
import { PageLoading } from "../../../components/common/loading"
import { ConnectionTable } from "../../../components/settings/connection-table"
import { useTexts } from "../../../lib/format"
import { useConnections } from "../../../lib/queries"

/** The list of connections. If there is only one, its page opens instead. */
export default function ConnectionsPage() {
  const { t } = useTexts()
  const query = useConnections()
  if (!query.data) return <PageLoading title={t("settings.failed")} query={query} />
  const { connections } = query.data
  const [first, second] = connections
  if (first && !second) return <Navigate to={encodeURIComponent(first.id)} replace />
  return <ConnectionTable connections={connections} />
}

const Breadcrumb = () => useTexts().t("payments.title")

export const handle = { breadcrumb: () => <Breadcrumb /> }

export const config = defineRouteConfig({ label: "payments.title", translationNs: "cryptoPayments" })
