import { type ComponentType, useEffect } from "react"
import { useLocation, useParams } from "react-router-dom"
import type { ConnectionView } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { useConnection } from "../../lib/queries"
import { DrawerHeader } from "../common/drawer-form"
import { LoadingLines } from "../common/loading"
import { RouteDrawer } from "../common/route-drawer"

/** Both are names of texts below `settings`. */
type SettingDrawerProps = { title: string; description: string; form: ComponentType<{ connection: ConnectionView }> }

/** A drawer over a connection's page, with a form. */
export function SettingDrawer({ title, description, form: Form }: SettingDrawerProps) {
  const { t } = useTexts()
  const { id = "" } = useParams()
  const { data, error } = useConnection(id)
  useFocusBack()
  // The page behind the drawer shows the error.
  if (error && !data) return null
  return (
    <RouteDrawer>
      <DrawerHeader title={t(`settings.${title}`)} description={t(`settings.${description}`)} />
      {data ? <Form connection={data.connection} /> : <LoadingLines count={3} />}
    </RouteDrawer>
  )
}

/**
 * After the drawer closes, focuses the menu that leads to it: the menu entry that opened it is gone by then, and the
 * focus would fall to the start of the page.
 */
function useFocusBack(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    const drawer = pathname.split("/").pop()
    return () => {
      setTimeout(() => {
        if (document.activeElement !== document.body) return
        document.querySelector<HTMLElement>(`[data-opens~="${drawer}"]`)?.focus()
      })
    }
  }, [pathname])
}
