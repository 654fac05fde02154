import { RouteDrawer } from "@medusajs/dashboard/components"
import { XMark } from "@medusajs/icons"
import { Heading, IconButton, Kbd, Text } from "@medusajs/ui"

type DrawerHeaderProps = { title: string; description?: string; closeLabel: string }

/** Looks like `RouteDrawer.Header`, whose close button has no name that a screen reader could say. */
export function DrawerHeader({ title, description, closeLabel }: DrawerHeaderProps) {
  return (
    <div className="border-ui-border-base flex items-start justify-between gap-x-4 border-b px-6 py-4">
      <div className="flex flex-col gap-y-1">
        <RouteDrawer.Title asChild>
          <Heading>{title}</Heading>
        </RouteDrawer.Title>
        {description && (
          <Text size="small" className="text-ui-fg-subtle text-pretty">
            {description}
          </Text>
        )}
      </div>
      <div className="flex items-center gap-x-2">
        <Kbd>esc</Kbd>
        <RouteDrawer.Close asChild>
          <IconButton size="small" type="button" variant="transparent" aria-label={closeLabel}>
            <XMark />
          </IconButton>
        </RouteDrawer.Close>
      </div>
    </div>
  )
}
