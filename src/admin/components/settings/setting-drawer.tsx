import { type ComponentType, useEffect } from "react"
import { useLocation, useParams } from "react-router-dom"
import type { ConnectionView } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { useConnection } from "../../lib/queries"
import { DrawerHeader } from "../common/drawer-form"
import { LoadingLines } from "../common/loading"
import { RouteDrawer } from "../common/route-drawer"

/** `title` and `description` are keys of texts below `settings`. */
type SettingDrawerProps = { title: string; description: string; form: ComponentType<{ connection: ConnectionView }> }

/** A drawer with a form on a connection's page. */
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
 * When the drawer closes, focuses the menu that opened it. The menu entry no longer exists, so the focus would go to
 * the start of the page.
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
