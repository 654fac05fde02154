import { Skeleton, Text } from "@medusajs/ui"
import { useState } from "react"
import { useTexts } from "../../lib/format"
import { useEvent } from "../../lib/queries"

/** What the service sent, to compare with the merchant dashboard. It is loaded when it is opened. */
export function EventBody({ id }: { id: string }) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="txt-compact-small text-ui-fg-subtle hover:text-ui-fg-base focus-visible:shadow-borders-focus w-fit cursor-pointer rounded outline-none">
        {t("attention.event.body")}
      </summary>
      {isOpen && <Body id={id} />}
    </details>
  )
}

function Body({ id }: { id: string }) {
  const { t, messageOf } = useTexts()
  const { data, error } = useEvent(id)
  if (error) {
    return (
      <Text size="small" role="alert" className="text-ui-fg-error mt-2">
        {messageOf(error)}
      </Text>
    )
  }
  if (!data) return <Skeleton className="mt-2 h-16 w-full" />
  return (
    <section
      aria-label={t("attention.event.body")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls (WCAG 2.1.1)
      tabIndex={0}
      className="bg-ui-bg-subtle shadow-borders-base focus-visible:shadow-borders-focus mt-2 max-h-72 overflow-auto rounded-md p-3 outline-none"
    >
      <pre className="whitespace-pre-wrap break-all font-mono text-xs">{indented(data.event.body)}</pre>
    </section>
  )
}

/** Indents JSON; other text stays as it is. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
