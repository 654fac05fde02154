import { useDate } from "@medusajs/dashboard/hooks"
import { Tooltip } from "@medusajs/ui"

type WhenProps = {
  /** A moment in ISO 8601. */
  at: string
  /** Shows how long ago it was, and the moment itself on hover; otherwise the other way round. */
  relative?: boolean
}

/** A moment in the reader's language and time zone. */
export function When({ at, relative = false }: WhenProps) {
  const { getFullDate, getRelativeDate } = useDate()
  const moment = getFullDate({ date: at, includeTime: true })
  const ago = getRelativeDate(at)
  return (
    <Tooltip content={relative ? moment : ago}>
      <time dateTime={at} className="whitespace-nowrap">
        {relative ? ago : moment}
      </time>
    </Tooltip>
  )
}
