import { ExclamationCircleSolid } from "@medusajs/icons"
import { Heading, Text } from "@medusajs/ui"
import { type ReactNode, useId } from "react"

type ProblemItemProps = {
  color: "orange" | "red"
  title: string
  /** Level of the heading. */
  level: "h2" | "h3"
  /** Shown beside the heading. */
  aside?: ReactNode
  /** What happened and what to do. */
  message: string
  /** Details, shown below the message. */
  children: ReactNode
  /** Buttons, shown on the right. */
  action: ReactNode
}

const COLORS = { orange: "text-ui-tag-orange-icon", red: "text-ui-tag-red-icon" } as const

/** One entry in a list of problems. */
export function ProblemItem({ color, title, level, aside, message, children, action }: ProblemItemProps) {
  const heading = useId()
  return (
    <li aria-labelledby={heading} className="flex flex-col gap-4 px-6 py-5 md:flex-row md:items-start">
      <ExclamationCircleSolid className={`${COLORS[color]} mt-0.5 hidden shrink-0 md:block`} />
      <div className="flex min-w-0 flex-1 flex-col gap-y-3">
        <div className="flex flex-col gap-y-1">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Heading level={level} id={heading}>
              {title}
            </Heading>
            {aside}
          </div>
          <Text size="small" className="text-ui-fg-subtle max-w-[75ch] text-pretty">
            {message}
          </Text>
        </div>
        {children}
      </div>
      {action}
    </li>
  )
}
