import { ArrowPath, Cash, CheckCircle, EllipsisHorizontal, MagnifyingGlass, XCircle } from "@medusajs/icons"
import { Button, IconButton } from "@medusajs/ui"
import type { ReactNode, RefObject } from "react"
import type { PossibleAction } from "../../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../../lib/format"
import { ActionMenu } from "../../common/menus"

/** In the order of the buttons: first the actions that solve a problem, then those that only check it. */
const ICONS: Record<PossibleAction, ReactNode> = {
  settle_onto_order: <CheckCircle />,
  try_again: <ArrowPath />,
  record_payout: <Cash />,
  check: <MagnifyingGlass />,
  close: <XCircle />,
}
const ORDER = Object.keys(ICONS) as PossibleAction[]

type ActionBarProps = {
  /** The actions that the server accepts now. */
  actions: PossibleAction[]
  runs: Partial<Record<PossibleAction, () => void>>
  busy: boolean
  /** The action for the button; by default the first possible one. */
  first?: PossibleAction
  /** True puts every action into the menu, because nothing needs to be done. */
  quiet?: boolean
  refs: { buttonRef: RefObject<HTMLButtonElement>; menuRef: RefObject<HTMLButtonElement> }
}

/** The first action as a button, and the others in a menu. */
export function ActionBar({ actions, runs, busy, first: wanted, quiet, refs }: ActionBarProps) {
  const { t } = useTexts()
  const offered = [...ORDER]
    .sort((a, b) => Number(b === wanted) - Number(a === wanted))
    .filter((name) => runs[name] && actions.includes(name))
    .map((name) => ({ label: t(`payment.actions.${name}`), icon: ICONS[name], onClick: () => runs[name]?.() }))
  if (offered.length === 0) return null
  const [first, others] = quiet ? [undefined, offered] : [offered[0], offered.slice(1)]
  return (
    <div className="flex shrink-0 items-center justify-end gap-x-2">
      {first && (
        <Button ref={refs.buttonRef} size="small" variant="secondary" isLoading={busy} onClick={first.onClick}>
          {first.label}
        </Button>
      )}
      {others.length > 0 && (
        <ActionMenu actions={others}>
          <IconButton ref={refs.menuRef} size="small" variant="transparent" aria-label={t("payment.actions.more")}>
            <EllipsisHorizontal />
          </IconButton>
        </ActionMenu>
      )}
    </div>
  )
}
