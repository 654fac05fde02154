import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"

/** A name and its value, as in Medusa's own sections. */
export const SectionRow = ({ title, value }: { title: string; value?: ReactNode }) => (
  <div className="text-ui-fg-subtle grid w-full grid-cols-2 items-center gap-4 px-6 py-4">
    <Text size="small" weight="plus" leading="compact">
      {title}
    </Text>
    {typeof value === "string" || !value ? (
      <Text size="small" leading="compact" className="whitespace-pre-line text-pretty">
        {value ?? "-"}
      </Text>
    ) : (
      <div className="txt-compact-small flex min-w-0 flex-wrap gap-1">{value}</div>
    )}
  </div>
)
