import { Select } from "@medusajs/ui"
import { useTexts } from "../../lib/format"
import { useConnectionName } from "../../lib/queries"
import { useConnectionIds } from "../payments/filters"

/** Stands for all connections, because a select accepts no empty value. No connection has this id. */
const ALL = "*"

type ConnectionChoiceProps = { chosen: string | undefined; onChange: (id: string | undefined) => void }

/** Chooses all connections or one. If there is only one, it shows nothing. */
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
