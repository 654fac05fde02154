import { Button, Drawer } from "@medusajs/ui"
import { useTranslation } from "react-i18next"

/** The two buttons that end a form in a drawer. */
export function FormFoot({ submit, busy }: { submit: string; busy: boolean }) {
  const { t } = useTranslation("cryptoPayments")
  return (
    <Drawer.Footer>
      <Drawer.Close asChild>
        <Button size="small" variant="secondary" type="button">
          {t("payment.cancel")}
        </Button>
      </Drawer.Close>
      <Button size="small" type="submit" isLoading={busy}>
        {submit}
      </Button>
    </Drawer.Footer>
  )
}
