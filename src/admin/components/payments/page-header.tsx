import { CurrencyDollar } from "@medusajs/icons"
import { Badge, Button, clx, Heading, toast } from "@medusajs/ui"
import { type PropsWithChildren, useState } from "react"
import { NavLink } from "react-router-dom"
import { useTexts } from "../../lib/format"
import { useAttention, useOneAtATime, useOpenItems } from "../../lib/queries"

export function PageHeader({ children }: PropsWithChildren) {
  const { t } = useTexts()
  return (
    <div className="flex w-full flex-wrap items-center gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Heading level="h1">{t("payments.title")}</Heading>
        <nav aria-label={t("payments.title")} className="flex flex-wrap items-center gap-x-1">
          <Tab to="/crypto-payments">{t("payments.tabs.payments")}</Tab>
          <Tab to="/crypto-payments/attention">
            {t("payments.tabs.attention")}
            <OpenItems />
          </Tab>
          <Tab to="/crypto-payments/totals">{t("payments.tabs.totals")}</Tab>
        </nav>
      </div>
      <div className="flex grow flex-wrap items-center justify-end gap-2">{children}</div>
    </div>
  )
}

const Tab = ({ to, children }: PropsWithChildren<{ to: string }>) => (
  <NavLink
    to={to}
    end
    className={({ isActive }) =>
      clx(
        "txt-compact-small-plus transition-fg inline-flex items-center gap-x-1.5 rounded-full px-2.5 py-1 outline-none",
        "focus-visible:shadow-borders-focus",
        isActive
          ? "text-ui-fg-base bg-ui-bg-base shadow-elevation-card-rest"
          : "text-ui-fg-subtle hover:text-ui-fg-base",
      )
    }
  >
    {children}
  </NavLink>
)

/** The number of open items. It has its place from the beginning, so that the tabs do not move. */
function OpenItems() {
  const { t } = useTexts()
  const { data } = useAttention({ limit: 0, fields: "id" })
  if (!data) return <Badge size="2xsmall" rounded="full" aria-hidden="true" className="invisible min-w-6" />
  return (
    <Badge
      size="2xsmall"
      rounded="full"
      color={data.count > 0 ? "orange" : "grey"}
      className="min-w-6 justify-center text-center"
    >
      <span aria-hidden="true">{data.count}</span>
      <span className="sr-only">{t("payments.tabs.open", { count: data.count })}</span>
    </Badge>
  )
}

type ExportButtonProps = { action?: string; download: () => Promise<void>; isEmpty: boolean; description?: string }

export function ExportButton({ action, download, isEmpty, description }: ExportButtonProps) {
  const { t, messageOf } = useTexts()
  const oneAtATime = useOneAtATime()
  const [isExporting, setExporting] = useState(false)

  const run = async () => {
    setExporting(true)
    const running = toast.loading(t("payments.export.running"), { description, duration: Number.POSITIVE_INFINITY })
    try {
      await download()
      toast.success(t("payments.export.done"), { description })
    } catch (error) {
      toast.error(t("payments.export.failed"), { description: messageOf(error) })
    } finally {
      toast.dismiss(running)
      setExporting(false)
    }
  }

  return (
    <Button size="small" variant="secondary" onClick={() => oneAtATime(run)} isLoading={isExporting} disabled={isEmpty}>
      {action ?? t("payments.export.action")}
    </Button>
  )
}

/** The number of open items, if there are any. It has an icon's size, because Medusa's menu cuts off anything larger. */
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
