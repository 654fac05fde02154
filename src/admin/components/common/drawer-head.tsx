import { XMark } from "@medusajs/icons"
import { Drawer, IconButton, Kbd } from "@medusajs/ui"
import { useTranslation } from "react-i18next"

/** A drawer's head as `Drawer.Header` draws it, with a name on the button that closes it, which that one lacks. */
export function DrawerHead({ title, description }: { title: string; description: string }) {
  const { t } = useTranslation("cryptoPayments")
  return (
    <div className="border-ui-border-base flex items-start justify-between gap-x-4 border-b px-6 py-4">
      <div className="flex flex-col gap-y-1">
        <Drawer.Title>{title}</Drawer.Title>
        <Drawer.Description className="text-ui-fg-subtle txt-small text-pretty">{description}</Drawer.Description>
      </div>
      <div className="flex items-center gap-x-2">
        <Kbd>esc</Kbd>
        <Drawer.Close asChild>
          <IconButton size="small" type="button" variant="transparent" aria-label={t("payment.closeDialog")}>
            <XMark />
          </IconButton>
        </Drawer.Close>
      </div>
    </div>
  )
}
