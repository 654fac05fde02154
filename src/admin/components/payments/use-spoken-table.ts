import { type RefObject, useEffect } from "react"
import { useTranslation } from "react-i18next"

/**
 * Says what two parts of Medusa's table leave unsaid, and offer no place to say: the cross that takes a filter away is
 * a button without a name, and the magnifying glass of the search is announced as a picture of nothing.
 */
export function useSpokenTable(ref: RefObject<HTMLElement>): void {
  const { t } = useTranslation("cryptoPayments")
  useEffect(() => {
    const table = ref.current
    if (!table) return
    const speak = () => {
      for (const button of table.querySelectorAll("button:not([aria-label])")) {
        if (button.textContent?.trim()) continue
        const filter = button.parentElement?.firstElementChild?.textContent ?? ""
        button.setAttribute("aria-label", t("payments.removeFilter", { filter }))
      }
      for (const picture of table.querySelectorAll('div[role="img"]:not([aria-label], [aria-hidden])'))
        picture.setAttribute("aria-hidden", "true")
    }
    speak()
    const observer = new MutationObserver(speak)
    observer.observe(table, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [ref, t])
}
