import { Tooltip } from "@medusajs/ui"
import { Trans } from "react-i18next"
import { useDates, useTexts } from "../../lib/format"

type WhenProps = {
  /** ISO 8601. */
  at: string
  /** Shows how long ago it was, with the date in the tooltip; without it, the date with the age in the tooltip. */
  relative?: boolean
}

export function When({ at, relative = false }: WhenProps) {
  const { dateText, agoText } = useDates()
  const date = dateText(at)
  const ago = agoText(at)
  return (
    <Tooltip content={relative ? date : ago}>
      <time dateTime={at} className="whitespace-nowrap">
        {relative ? ago : date}
      </time>
    </Tooltip>
  )
}

type DatedTextProps = WhenProps & { name: string; values?: Record<string, string | null> }

/** A text with a date in place of `<when />` or `<until />`. */
export function DatedText({ name, values, ...date }: DatedTextProps) {
  const { t } = useTexts()
  const when = <When {...date} />
  return (
    <span className="text-pretty">
      <Trans t={t} i18nKey={name} values={values} components={{ when, until: when }} />
    </span>
  )
}
