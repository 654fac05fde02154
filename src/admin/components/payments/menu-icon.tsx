import { CurrencyDollar } from "@medusajs/icons"
import { clx } from "@medusajs/ui"
import { useTexts } from "../../lib/format"
import { useOpenItems } from "../../lib/queries"

/**
 * The icon in Medusa's menu, or the number of open items if there are any. The number has the size of an icon, because
 * the menu cuts off anything larger.
 */
export function MenuIcon() {
  const { t } = useTexts()
  const count = useOpenItems()
  if (count === 0) return <CurrencyDollar />
  return (
    <span
      className={clx(
        "bg-ui-tag-orange-bg text-ui-tag-orange-text flex size-[15px] items-center justify-center font-medium leading-none",
        count > 99 ? "text-[7px]" : "text-[10px]",
      )}
    >
      <span aria-hidden="true">{count > 99 ? "99+" : count}</span>
      <span className="sr-only">{t("payments.tabs.open", { count })}</span>
    </span>
  )
}
