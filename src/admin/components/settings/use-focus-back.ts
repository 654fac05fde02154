import { useEffect } from "react"
import { useLocation } from "react-router-dom"

/**
 * Gives the focus to the menu that leads to a drawer, once the drawer is closed: the entry that opened it is gone by
 * then, or it was opened by its address, and the focus would fall to the page's start.
 */
export function useFocusBack(): void {
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
