import { DescendingSorting } from "@medusajs/icons"
import { DropdownMenu, IconButton, Tooltip } from "@medusajs/ui"
import { useTranslation } from "react-i18next"

type OrderMenuProps = {
  /** The present order: the field's name, with `-` before it for newest first. */
  value: string
  /** The field that is sorted by. */
  field: string
  onChange: (order: string) => void
}

/** Newest or oldest first. */
export function OrderMenu({ value, field, onChange }: OrderMenuProps) {
  const { t } = useTranslation("cryptoPayments")
  const label = t("payments.order.label")
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
          <DropdownMenu.RadioItem value={`-${field}`}>{t("payments.order.newestFirst")}</DropdownMenu.RadioItem>
          <DropdownMenu.RadioItem value={field}>{t("payments.order.oldestFirst")}</DropdownMenu.RadioItem>
        </DropdownMenu.RadioGroup>
      </DropdownMenu.Content>
    </DropdownMenu>
  )
}
