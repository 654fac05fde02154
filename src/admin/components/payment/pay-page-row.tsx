import { SectionRow } from "@medusajs/dashboard/components"
import { ArrowUpRightMini } from "@medusajs/icons"
import { useTranslation } from "react-i18next"

/** Leads to what the shopper sees. */
export function PayPageRow({ url }: { url: string }) {
  const { t } = useTranslation("cryptoPayments")
  const words = t("payment.facts.openPayPage")
  return (
    <SectionRow
      title={t("payment.facts.payPage")}
      value={
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          aria-label={`${words} (${t("payment.facts.opensNewTab")})`}
          className="text-ui-fg-interactive hover:text-ui-fg-interactive-hover transition-fg focus-visible:shadow-borders-focus flex items-center gap-x-1 rounded outline-none"
        >
          {words}
          <ArrowUpRightMini />
        </a>
      }
    />
  )
}
