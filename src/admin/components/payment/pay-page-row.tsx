import { SectionRow } from "@medusajs/dashboard/components"
import { ArrowUpRightMini } from "@medusajs/icons"
import { clx } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { BACKEND_URL } from "../../lib/sdk"
import { QUIET_LINK } from "../common/quiet-link"

/** Leads to what the shopper sees. A relative link is one on the Medusa server, which need not serve the admin. */
export function PayPageRow({ url }: { url: string }) {
  const { t } = useTranslation("cryptoPayments")
  const words = t("payment.facts.openPayPage")
  return (
    <SectionRow
      title={t("payment.facts.payPage")}
      value={
        <a
          href={new URL(url, new URL(BACKEND_URL, window.location.href)).href}
          target="_blank"
          rel="noreferrer"
          aria-label={`${words} (${t("payment.facts.opensNewTab")})`}
          className={clx(QUIET_LINK, "flex items-center gap-x-1")}
        >
          {words}
          <ArrowUpRightMini />
        </a>
      }
    />
  )
}
