import { DescendingSorting } from "@medusajs/icons"
import { clx, DropdownMenu, IconButton, Tooltip } from "@medusajs/ui"
import type { MouseEvent, ReactElement, ReactNode } from "react"
import { Link } from "react-router-dom"
import { useTexts } from "../../lib/format"

export type Action = { icon: ReactNode; label: string; disabled?: boolean } & (
  | { to: string; onClick?: never }
  | { onClick: () => void; to?: never }
)

/** A menu of actions and links. The child is the button that opens it. */
export const ActionMenu = ({ actions, children }: { actions: Action[]; children: ReactElement }) => (
  <DropdownMenu dir={document.documentElement.dir === "rtl" ? "rtl" : "ltr"}>
    <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
    <DropdownMenu.Content>
      {actions.map((action) => (
        <ActionItem key={action.label} action={action} />
      ))}
    </DropdownMenu.Content>
  </DropdownMenu>
)

/** Keeps a click in the menu from also clicking the row or card around it. */
const stop = (event: MouseEvent) => event.stopPropagation()

function ActionItem({ action: { icon, label, disabled = false, to, onClick } }: { action: Action }) {
  const content = (
    <>
      {icon}
      <span>{label}</span>
    </>
  )
  const run = (event: MouseEvent) => {
    stop(event)
    onClick?.()
  }
  const svg = disabled ? "[&_svg]:text-ui-fg-disabled" : "[&_svg]:text-ui-fg-subtle"
  return (
    <DropdownMenu.Item
      disabled={disabled}
      asChild={to !== undefined}
      onClick={to === undefined ? run : undefined}
      className={clx(svg, "flex items-center gap-x-2")}
    >
      {to === undefined ? (
        content
      ) : (
        <Link to={to} onClick={stop}>
          {content}
        </Link>
      )}
    </DropdownMenu.Item>
  )
}

type SortMenuProps = { value: string; onChange: (order: string) => void }

/** Sorts by `-created_at` (newest first) or `created_at`. */
export function SortMenu({ value, onChange }: SortMenuProps) {
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
