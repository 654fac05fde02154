import { type RefObject, useEffect } from "react"
import { useTranslation } from "react-i18next"

/**
 * Names the button that takes a filter away. Medusa's filter chip draws it as a cross without a word, and offers no
 * place to say one; a screen reader would say "button" and nothing else.
 */
export function useNamedChips(ref: RefObject<HTMLElement>): void {
  const { t } = useTranslation("cryptoPayments")
  useEffect(() => {
    const list = ref.current
    if (!list) return
    const name = () => {
      for (const button of list.querySelectorAll("button:not([aria-label])")) {
        if (button.textContent?.trim()) continue
        const filter = button.parentElement?.firstElementChild?.textContent ?? ""
        button.setAttribute("aria-label", t("payments.removeFilter", { filter }))
      }
    }
    name()
    const observer = new MutationObserver(name)
    observer.observe(list, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [ref, t])
}
