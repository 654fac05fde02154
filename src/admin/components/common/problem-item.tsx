import { ExclamationCircleSolid } from "@medusajs/icons"
import { Button, Heading } from "@medusajs/ui"
import { type PropsWithChildren, type ReactNode, useId } from "react"
import { Link } from "react-router-dom"
import { QuietText } from "./section"

type ProblemItemProps = PropsWithChildren<{
  color: "orange" | "red"
  title: string
  level: "h2" | "h3"
  aside?: ReactNode
  message: string
  action: ReactNode
}>

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
          <QuietText className="max-w-[75ch] text-pretty">{message}</QuietText>
        </div>
        {children}
      </div>
      {action}
    </li>
  )
}

export const ProblemLink = ({ to, children }: PropsWithChildren<{ to: string }>) => (
  <Button size="small" variant="secondary" asChild className="shrink-0 self-start">
    <Link to={to}>{children}</Link>
  </Button>
)
