import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"

/** A name, what it is, and who set it. On a narrow screen one stands below the other. */
export function SettingRow({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="text-ui-fg-subtle grid grid-cols-1 items-start gap-x-4 gap-y-1 px-6 py-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <Text size="small" weight="plus" leading="compact" className="text-ui-fg-subtle py-0.5">
        {title}
      </Text>
      <div className="txt-compact-small flex min-w-0 flex-col items-start gap-y-1.5 py-0.5">
        {children}
        {note}
      </div>
    </div>
  )
}
