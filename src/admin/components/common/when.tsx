import { useDate } from "@medusajs/dashboard/hooks"
import { Tooltip } from "@medusajs/ui"

type WhenProps = {
  /** ISO 8601. */
  at: string
  /** Shows how long ago it was, and the date in the tooltip; without it, the other way round. */
  relative?: boolean
}

/** A date in the reader's language and time zone. */
export function When({ at, relative = false }: WhenProps) {
  const { getFullDate, getRelativeDate } = useDate()
  const date = getFullDate({ date: at, includeTime: true })
  const ago = getRelativeDate(at)
  return (
    <Tooltip content={relative ? date : ago}>
      <time dateTime={at} className="whitespace-nowrap">
        {relative ? ago : date}
      </time>
    </Tooltip>
  )
}
