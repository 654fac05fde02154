import { DescendingSorting } from "@medusajs/icons"
import { clx, DropdownMenu, IconButton, Tooltip } from "@medusajs/ui"
import type { PropsWithChildren, ReactElement, ReactNode } from "react"
import { Link } from "react-router-dom"
import type { OrderRef } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { BACKEND_URL } from "../../lib/server"

/** The contrast of Medusa's blue for links is too low for small text on white: 3.7:1, and WCAG 1.4.3 requires 4.5:1. */
export const QUIET_LINK =
  "text-ui-fg-base underline decoration-ui-border-strong underline-offset-4 hover:decoration-current focus-visible:shadow-borders-focus rounded outline-none"

type QuietLinkProps = PropsWithChildren<{ to: string; label?: string; className?: string }>

/** A link beside other values. In a table, a click on it does not also click the row. */
export const QuietLink = ({ to, label, className, children }: QuietLinkProps) => (
  <Link to={to} onClick={(event) => event.stopPropagation()} aria-label={label} className={clx(QUIET_LINK, className)}>
    {children}
  </Link>
)

export const orderNumber = ({ id, display_id }: OrderRef): string => (display_id === null ? id : `#${display_id}`)

export function OrderLink({ order }: { order: OrderRef }) {
  const { t } = useTexts()
  const number = orderNumber(order)
  return (
    <QuietLink to={`/orders/${order.id}`} label={t("payments.openOrder", { order: number })}>
      {number}
    </QuietLink>
  )
}

/** Makes a URL absolute. A relative one belongs to the Medusa server, which may have another origin than the admin. */
export const onServer = (url: string): string => new URL(url, new URL(BACKEND_URL, window.location.href)).href

export type Action = { icon: ReactNode; label: string } & (
  | { to: string; onClick?: never }
  | { onClick: () => void; to?: never }
)

/** A menu of actions and links. The child is the button that opens it. */
export const ActionMenu = ({ actions, children }: { actions: Action[]; children: ReactElement }) => (
  <DropdownMenu dir={document.documentElement.dir === "rtl" ? "rtl" : "ltr"}>
    <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
    <DropdownMenu.Content>
      {actions.map(({ icon, label, to, onClick }) => {
        const content = (
          <>
            {icon}
            <span>{label}</span>
          </>
        )
        return (
          <DropdownMenu.Item
            key={label}
            asChild={to !== undefined}
            onClick={onClick}
            className="[&_svg]:text-ui-fg-subtle flex items-center gap-x-2"
          >
            {to === undefined ? content : <Link to={to}>{content}</Link>}
          </DropdownMenu.Item>
        )
      })}
    </DropdownMenu.Content>
  </DropdownMenu>
)

/** Sorts by `-created_at` (newest first) or `created_at`. */
export function SortMenu({ value, onChange }: { value: string; onChange: (order: string) => void }) {
  const { t } = useTexts()
  const label = t("payments.sort.label")
  return (
    <DropdownMenu>
      <Tooltip content={label}>
        <DropdownMenu.Trigger asChild>
          <IconButton size="small" aria-label={label}>
            <DescendingSorting />
          </IconButton>
        </DropdownMenu.Trigger>
      </Tooltip>
      <DropdownMenu.Content align="start">
        <DropdownMenu.RadioGroup value={value} onValueChange={onChange}>
          <DropdownMenu.RadioItem value="-created_at">{t("payments.sort.newestFirst")}</DropdownMenu.RadioItem>
          <DropdownMenu.RadioItem value="created_at">{t("payments.sort.oldestFirst")}</DropdownMenu.RadioItem>
        </DropdownMenu.RadioGroup>
      </DropdownMenu.Content>
    </DropdownMenu>
  )
}
