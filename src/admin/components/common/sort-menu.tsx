import { DescendingSorting } from "@medusajs/icons"
import { DropdownMenu, IconButton, Tooltip } from "@medusajs/ui"
import { useTexts } from "../../lib/format"

type SortMenuProps = { value: string; onChange: (order: string) => void }

/** Newest or oldest first: `-created_at` or `created_at`. */
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
