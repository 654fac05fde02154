import { defineRouteConfig } from "@medusajs/admin-sdk"
import { useTranslation } from "react-i18next"
import { Navigate } from "react-router-dom"
import { ConnectionTable } from "../../../components/settings/connection-table"
import { PageFailure } from "../../../components/settings/page-failure"
import { PageSkeleton } from "../../../components/settings/page-skeleton"
import { useConnections } from "../../../hooks/connections"

/** The list of connections; where there is one only, its page. */
export default function ConnectionsPage() {
  const query = useConnections()
  const { data, error } = query
  if (!data) return error ? <PageFailure query={query} /> : <PageSkeleton />
  const [first, second] = data.connections
  if (first && !second) return <Navigate to={encodeURIComponent(first.id)} replace />
  return <ConnectionTable connections={data.connections} />
}

const Breadcrumb = () => <>{useTranslation("cryptoPayments").t("settings.title")}</>

export const handle = { breadcrumb: () => <Breadcrumb /> }

export const config = defineRouteConfig({ label: "settings.title", translationNs: "cryptoPayments" })
