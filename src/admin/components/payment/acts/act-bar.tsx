import { ActionMenu } from "@medusajs/dashboard/components"
import { EllipsisHorizontal } from "@medusajs/icons"
import { Button, IconButton } from "@medusajs/ui"
import type { ReactNode, RefObject } from "react"
import { useTranslation } from "react-i18next"

export type Act = { label: string; icon: ReactNode; run: () => void }

type Props = {
  /** The first is the button; the others are in the menu. */
  acts: Act[]
  busy: boolean
  buttonRef: RefObject<HTMLButtonElement>
  menuRef: RefObject<HTMLButtonElement>
}

/** What can be done about one thing: the nearest act as a button, the rest behind three dots. */
export function ActBar({ acts, busy, buttonRef, menuRef }: Props) {
  const { t } = useTranslation("cryptoPayments")
  const [first, ...others] = acts
  if (!first) return null
  return (
    <div className="flex shrink-0 items-center justify-end gap-x-2">
      <Button ref={buttonRef} size="small" variant="secondary" isLoading={busy} onClick={first.run}>
        {first.label}
      </Button>
      {others.length > 0 && (
        <ActionMenu groups={[{ actions: others.map(({ label, icon, run }) => ({ label, icon, onClick: run })) }]}>
          <IconButton ref={menuRef} size="small" variant="transparent" aria-label={t("payment.acts.more")}>
            <EllipsisHorizontal />
          </IconButton>
        </ActionMenu>
      )}
    </div>
  )
}
