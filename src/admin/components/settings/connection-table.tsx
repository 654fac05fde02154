import { DataTable } from "@medusajs/dashboard/components"
import { Container, createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { ConnectionView } from "../../../api/admin/crypto-payments/contract"
import { When } from "../common/when"
import { EventBadge } from "./event-badge"
import { HealthBadge } from "./health-badge"
import { ModeBadge } from "./mode-badge"
import { ReadyBadge } from "./ready-badge"

/** All connections: there are as many as medusa-config registers, so they are neither searched nor paged. */
export function ConnectionTable({ connections }: { connections: ConnectionView[] }) {
  const { t } = useTranslation("cryptoPayments")
  return (
    <Container className="divide-y p-0">
      <DataTable
        data={connections}
        columns={useColumns()}
        getRowId={({ id }) => id}
        rowCount={connections.length}
        rowHref={({ id }) => encodeURIComponent(id)}
        enableSearch={false}
        enablePagination={false}
        heading={t("settings.title")}
        subHeading={t("settings.list.subtitle")}
        emptyState={{
          empty: { heading: t("settings.list.empty.heading"), description: t("settings.list.empty.description") },
        }}
      />
    </Container>
  )
}

const column = createDataTableColumnHelper<ConnectionView>()

function useColumns() {
  const { t } = useTranslation("cryptoPayments")
  return useMemo(
    () => [
      column.accessor("id", {
        header: t("settings.list.connection"),
        // A row is clicked; the keyboard needs a link.
        cell: ({ row: { original } }) => (
          <Link
            to={encodeURIComponent(original.id)}
            onClick={(event) => event.stopPropagation()}
            className="text-ui-fg-base focus-visible:shadow-borders-focus rounded font-medium outline-none"
          >
            {original.id}
          </Link>
        ),
      }),
      column.display({
        id: "mode",
        header: t("settings.list.mode"),
        cell: ({ row }) => <ModeBadge connection={row.original} />,
      }),
      column.display({
        id: "status",
        header: t("settings.list.status"),
        cell: ({ row }) => <Status connection={row.original} />,
      }),
      column.display({
        id: "service",
        header: t("settings.list.service"),
        cell: ({ row }) => <HealthBadge connection={row.original} />,
      }),
      column.display({
        id: "last_event",
        header: t("settings.list.lastEvent"),
        cell: ({ row }) => <LastEvent event={row.original.webhook.last_event} />,
      }),
    ],
    [t],
  )
}

function Status({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation("cryptoPayments")
  const { missing, problems } = connection
  const fields = missing.map((field) => t(`settings.fields.${field}`)).join(", ")
  return (
    <span className="flex flex-col gap-y-1 py-2">
      <ReadyBadge connection={connection} />
      {missing.length > 0 && <span className="text-ui-fg-subtle">{t("settings.status.missing", { fields })}</span>}
      {problems.length > 0 && <span className="text-ui-fg-error">{t("settings.status.wrong")}</span>}
    </span>
  )
}

function LastEvent({ event }: { event: ConnectionView["webhook"]["last_event"] }) {
  const { t } = useTranslation("cryptoPayments")
  if (!event) return <span className="text-ui-fg-subtle">{t("settings.webhook.noEvent")}</span>
  return (
    <span className="flex flex-col items-start gap-y-1 py-2">
      <When at={event.received_at} relative />
      <EventBadge state={event.state} />
    </span>
  )
}
