import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Container, createDataTableColumnHelper, DataTable, Heading, useDataTable } from "@medusajs/ui"
import type { ComponentType } from "react"
import { Link, Navigate, useNavigate } from "react-router-dom"
import type { ConnectionView } from "../../../../api/admin/crypto-payments/contract"
import { Breadcrumb, LIST_EDGE, PageLoading, QuietText, useIsNarrow } from "../../../components/common/section"
import { ConnectionName, EventBadge, HealthBadge, ModeBadge, ReadyBadge, When } from "../../../components/common/values"
import { useSettingWords, useTexts } from "../../../lib/format"
import { useConnections } from "../../../lib/queries"

/** The list of connections. If there is only one, its page opens instead. */
export default function ConnectionsPage() {
  const { t } = useTexts()
  const query = useConnections()
  if (!query.data) return <PageLoading title={t("settings.failed")} query={query} needs="crypto_connection:read" />
  const { connections } = query.data
  const [first, second] = connections
  if (first && !second) return <Navigate to={encodeURIComponent(first.id)} replace />
  return <ConnectionTable connections={connections} />
}

/** The connections in medusa-config. There are few, so the table has no search and no pages. */
function ConnectionTable({ connections }: { connections: ConnectionView[] }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const columns = [
    column("id", t("payments.fields.connection"), NameCell),
    column("mode", t("payments.fields.mode"), ModeBadge),
    column("status", t("payments.fields.status"), StatusCell),
    column("service", t("settings.health.service"), HealthBadge),
    column("last_event", t("settings.webhook.lastEvent"), LastEventCell),
  ]
  const instance = useDataTable({
    data: connections,
    // A phone has room for two columns; the connection's page has the rest.
    columns: isNarrow ? columns.filter(({ id }) => id === "id" || id === "status") : columns,
    getRowId: ({ id }) => id,
    rowCount: connections.length,
    onRowClick: (_event, { id }) => navigate(encodeURIComponent(id)),
  })
  return (
    <Container className={`divide-y p-0 ${LIST_EDGE}`}>
      <DataTable instance={instance}>
        <DataTable.Toolbar>
          <div>
            <Heading>{t("payments.title")}</Heading>
            <QuietText>{t("settings.list.subtitle")}</QuietText>
          </div>
        </DataTable.Toolbar>
        <DataTable.Table
          emptyState={{
            empty: { heading: t("settings.list.empty.heading"), description: t("settings.list.empty.description") },
          }}
        />
      </DataTable>
    </Container>
  )
}

type CellProps = { connection: ConnectionView }

const helper = createDataTableColumnHelper<ConnectionView>()
const column = (id: string, header: string, Cell: ComponentType<CellProps>) =>
  helper.display({ id, header, cell: ({ row }) => <Cell connection={row.original} /> })

/** A link for keyboard users; a click on the row does the same. */
const NameCell = ({ connection: { id } }: CellProps) => (
  <Link
    to={encodeURIComponent(id)}
    onClick={(event) => event.stopPropagation()}
    className="text-ui-fg-base focus-visible:shadow-borders-focus rounded font-medium outline-none"
  >
    <ConnectionName id={id} />
  </Link>
)

function StatusCell({ connection }: CellProps) {
  const { t } = useTexts()
  const { labelOf } = useSettingWords()
  const { missing, problems } = connection
  const fields = missing.map(labelOf).join(", ")
  return (
    <span className="flex flex-col gap-y-1 whitespace-normal py-2">
      <ReadyBadge connection={connection} />
      {missing.length > 0 && <span className="text-ui-fg-subtle">{t("settings.status.missing", { fields })}</span>}
      {problems.length > 0 && <span className="text-ui-fg-error">{t("settings.status.wrong")}</span>}
    </span>
  )
}

function LastEventCell({ connection: { webhook } }: CellProps) {
  const { t } = useTexts()
  const { last_event: event } = webhook
  if (!event) return <span className="text-ui-fg-subtle">{t("settings.webhook.noEvent")}</span>
  return (
    <span className="flex flex-col items-start gap-y-1 py-2">
      <When at={event.received_at} relative />
      <EventBadge state={event.state} />
    </span>
  )
}

export const handle = { breadcrumb: () => <Breadcrumb name="payments.title" /> }

export const config = defineRouteConfig({ label: "payments.title", translationNs: "cryptoPayments" })
