import { type RefObject, useEffect } from "react"
import { useTexts } from "../../lib/format"

/**
 * Names two parts of Medusa's table that screen readers cannot name, and that take no name: the button that removes a
 * filter, and the icon of the search, which is read as a nameless image.
 */
export function useNamedControls(ref: RefObject<HTMLElement>): void {
  const { t } = useTexts()
  useEffect(() => {
    const table = ref.current
    if (!table) return
    const nameControls = () => {
      for (const button of table.querySelectorAll("button:not([aria-label])")) {
        if (button.textContent?.trim()) continue
        const filter = button.parentElement?.firstElementChild?.textContent ?? ""
        button.setAttribute("aria-label", t("payments.removeFilter", { filter }))
      }
      for (const image of table.querySelectorAll('div[role="img"]:not([aria-label], [aria-hidden])'))
        image.setAttribute("aria-hidden", "true")
    }
    nameControls()
    const observer = new MutationObserver(nameControls)
    observer.observe(table, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [ref, t])
}
