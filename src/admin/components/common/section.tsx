import { ActionMenu } from "@medusajs/dashboard/components"
import { EllipsisHorizontal } from "@medusajs/icons"
import { Container, Heading, IconButton, Text } from "@medusajs/ui"
import type { ComponentProps, ReactNode } from "react"

export type SectionAction = ComponentProps<typeof ActionMenu>["groups"][number]["actions"][number]

type SectionProps = {
  title: string
  subtitle?: string
  /** Stands beside the menu. */
  aside?: ReactNode
  actions?: SectionAction[]
  /** The menu's name. */
  actionsLabel?: string
  children: ReactNode
}

/** A container of a page as Medusa's own pages have it: a head, and rows that lines part. */
export function Section({ title, subtitle, aside, actions = [], actionsLabel, children }: SectionProps) {
  /** What it leads to, for the way back (settings/use-focus-back.ts). */
  const opens = actions.flatMap(({ to }) => to ?? []).join(" ")
  return (
    <Container className="divide-y p-0">
      <div className="flex items-start justify-between gap-x-4 px-6 py-4">
        <div className="min-w-0">
          <Heading level="h2">{title}</Heading>
          {subtitle && (
            <Text className="text-ui-fg-subtle text-pretty" size="small">
              {subtitle}
            </Text>
          )}
        </div>
        <div className="flex shrink-0 items-center gap-x-4">
          {aside}
          {actions.length > 0 && (
            <ActionMenu groups={[{ actions }]}>
              <IconButton size="small" variant="transparent" aria-label={actionsLabel} data-opens={opens}>
                <EllipsisHorizontal />
              </IconButton>
            </ActionMenu>
          )}
        </div>
      </div>
      {children}
    </Container>
  )
}
