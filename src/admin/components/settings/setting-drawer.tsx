import { RouteDrawer } from "@medusajs/dashboard/components"
import { Button, Skeleton } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { useParams } from "react-router-dom"
import type { ConnectionView } from "../../../api/admin/crypto-payments/contract"
import { useConnection } from "../../hooks/connections"
import { DrawerHeader } from "../common/drawer-header"
import { useFocusBack } from "./use-focus-back"

type SettingDrawerProps = {
  title: string
  description?: string
  /** Drawn once the connection is known. */
  children: (connection: ConnectionView) => ReactNode
}

/** A drawer over a connection's page, with one form on that connection in it. */
export function SettingDrawer({ title, description, children }: SettingDrawerProps) {
  const { t } = useTranslation("cryptoPayments")
  const { id = "" } = useParams()
  const { data, error } = useConnection(id)
  useFocusBack()
  // The page behind it says why.
  if (error && !data) return null
  return (
    <RouteDrawer>
      <DrawerHeader title={title} description={description} closeLabel={t("settings.actions.close")} />
      {data ? children(data.connection) : <FormSkeleton />}
    </RouteDrawer>
  )
}

export function DrawerFooter({ isSaving, disabled }: { isSaving: boolean; disabled?: boolean }) {
  const { t } = useTranslation("cryptoPayments")
  return (
    <RouteDrawer.Footer>
      <div className="flex items-center justify-end gap-x-2">
        <RouteDrawer.Close asChild>
          <Button size="small" variant="secondary" type="button">
            {t("settings.actions.cancel")}
          </Button>
        </RouteDrawer.Close>
        <Button size="small" type="submit" isLoading={isSaving} disabled={disabled}>
          {t("settings.actions.save")}
        </Button>
      </div>
    </RouteDrawer.Footer>
  )
}

const FormSkeleton = () => (
  <div className="flex flex-col gap-y-8 px-6 py-4">
    {[0, 1, 2].map((row) => (
      <div key={row} className="flex flex-col gap-y-2">
        <Skeleton className="h-4 w-24" />
        <Skeleton className="h-8 w-full" />
      </div>
    ))}
  </div>
)
