import { Funnel } from "@medusajs/icons"
import { type DataTableFilter, DropdownMenu, IconButton, Tooltip } from "@medusajs/ui"
import { useTranslation } from "react-i18next"

type FilterMenuProps = { filters: DataTableFilter[]; present: string[]; onAdd: (id: string, empty: unknown) => void }

/** The same menu as in Medusa's own tables, whose button has no name that a screen reader could say. */
export function FilterMenu({ filters, present, onAdd }: FilterMenuProps) {
  const { t } = useTranslation()
  const label = t("filters.filterLabel")
  const left = filters.filter(({ id }) => !present.includes(id))
  return (
    <DropdownMenu>
      <Tooltip content={label}>
        <DropdownMenu.Trigger asChild disabled={left.length === 0}>
          <IconButton size="small" aria-label={label}>
            <Funnel />
          </IconButton>
        </DropdownMenu.Trigger>
      </Tooltip>
      <DropdownMenu.Content align="start">
        {left.map(({ id, type, label }) => (
          <DropdownMenu.Item key={id} onClick={() => onAdd(id, type === "multiselect" ? [] : null)}>
            {label}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu>
  )
}
