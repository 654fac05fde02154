import { Input, Label } from "@medusajs/ui"
import { useEffect, useId, useState } from "react"

type DayFieldProps = { label: string; day: string; onChange: (day: string) => void }

/** No crypto payment is older: an earlier year is one that is still being typed. */
const FIRST_DAY = "2009-01-03"

/**
 * A day in UTC. The browser's own field takes a plain day, which no time zone moves. What is half typed when the field
 * is left gives way to the day that counts.
 */
export function DayField({ label, day, onChange }: DayFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState(day)
  useEffect(() => setTyped(day), [day])
  return (
    <div className="flex items-center gap-x-2">
      <Label htmlFor={id} size="small" className="text-ui-fg-subtle">
        {label}
      </Label>
      <Input
        id={id}
        type="date"
        size="small"
        value={typed}
        min={FIRST_DAY}
        required
        onChange={({ target }) => {
          setTyped(target.value)
          if (target.validity.valid) onChange(target.value)
        }}
        onBlur={() => setTyped(day)}
      />
    </div>
  )
}
