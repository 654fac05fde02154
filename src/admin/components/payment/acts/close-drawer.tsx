import { Drawer } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { DrawerHeader } from "../../common/drawer-header"
import { CloseForm } from "./close-form"
import type { DialogProps } from "./use-dialogs"

type Props = DialogProps & { of: "payment" | "event"; close: (note: string) => Promise<unknown> }

/** Puts a trouble aside for good. The note is for whoever asks later why. */
export function CloseDrawer({ of, close, open, onOpenChange, onCloseAutoFocus }: Props) {
  const { t } = useTranslation("cryptoPayments")
  return (
    <Drawer open={open} onOpenChange={onOpenChange}>
      <Drawer.Content onCloseAutoFocus={onCloseAutoFocus}>
        <DrawerHeader
          title={t(`payment.close.${of}.title`)}
          description={t(`payment.close.${of}.description`)}
          closeLabel={t("payment.closeDialog")}
        />
        <CloseForm
          confirm={t(`payment.close.${of}.confirm`)}
          done={t(`payment.close.${of}.done`)}
          close={close}
          onClosed={() => onOpenChange(false)}
        />
      </Drawer.Content>
    </Drawer>
  )
}
