import { DescendingSorting } from "@medusajs/icons"
import { DropdownMenu, IconButton, Tooltip } from "@medusajs/ui"
import type { ReactElement, ReactNode } from "react"
import { Link } from "react-router-dom"
import { useTexts } from "../../lib/format"

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
