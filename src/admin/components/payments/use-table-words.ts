import { useTranslation } from "react-i18next"

/** What a table says by itself: Medusa's words where it has them, ours for a list that is empty. */
export function useTableWords() {
  const { t: medusa } = useTranslation()
  const { t } = useTranslation("cryptoPayments")
  return {
    toolbar: { clearAll: medusa("actions.clearAll") },
    pagination: {
      of: medusa("general.of"),
      results: medusa("general.results"),
      pages: medusa("general.pages"),
      prev: medusa("general.prev"),
      next: medusa("general.next"),
    },
    emptyState: {
      empty: { heading: t("payments.empty.title"), description: t("payments.empty.description") },
      filtered: { heading: t("payments.noResults.title"), description: t("payments.noResults.description") },
    },
  }
}
