import { Select } from "@medusajs/ui"
import { useTexts } from "../../lib/format"
import { useConnectionName } from "../../lib/queries"
import { useConnectionIds } from "../payments/filters"

/** Of all connections. A select takes no empty value, and no id is a star. */
const ALL = "*"

type ConnectionChoiceProps = { chosen: string | undefined; onChange: (id: string | undefined) => void }

/** All connections or one; a single connection leaves nothing to choose. */
export function ConnectionChoice({ chosen, onChange }: ConnectionChoiceProps) {
  const { t } = useTexts()
  const nameOf = useConnectionName()
  const ids = useConnectionIds([], chosen)
  if (ids.length < 2 && chosen === undefined) return null
  return (
    <Select size="small" value={chosen ?? ALL} onValueChange={(id) => onChange(id === ALL ? undefined : id)}>
      <Select.Trigger className="w-fit" aria-label={t("payments.fields.connection")}>
        <Select.Value />
      </Select.Trigger>
      <Select.Content>
        <Select.Item value={ALL}>{t("totals.allConnections")}</Select.Item>
        {ids.map((id) => (
          <Select.Item key={id} value={id}>
            {nameOf(id)}
          </Select.Item>
        ))}
      </Select.Content>
    </Select>
  )
}
