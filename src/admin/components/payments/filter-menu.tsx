import { Funnel } from "@medusajs/icons"
import { type DataTableFilter, DropdownMenu, IconButton, Tooltip } from "@medusajs/ui"
import { useRef } from "react"
import { useTranslation } from "react-i18next"

type FilterMenuProps = { filters: DataTableFilter[]; present: string[]; onAdd: (id: string, empty: unknown) => void }

/** The same menu as in Medusa's own tables, whose button has no name that a screen reader could say. */
export function FilterMenu({ filters, present, onAdd }: FilterMenuProps) {
  const { t } = useTranslation()
  const label = t("filters.filterLabel")
  // The filter that was chosen opens its values and wants the focus, which the menu would take back as it closes.
  const chosen = useRef(false)
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
      <DropdownMenu.Content
        align="start"
        onCloseAutoFocus={(event) => {
          if (chosen.current) event.preventDefault()
          chosen.current = false
        }}
      >
        {left.map(({ id, type, label }) => (
          <DropdownMenu.Item
            key={id}
            onClick={() => {
              chosen.current = true
              onAdd(id, type === "select" ? [] : null)
            }}
          >
            {label}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu>
  )
}
