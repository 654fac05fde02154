import { ArrowPath, Cash, CheckCircle, EllipsisHorizontal, Envelope, MagnifyingGlass, XCircle } from "@medusajs/icons"
import { Button, Drawer, IconButton, toast } from "@medusajs/ui"
import { type PropsWithChildren, type ReactNode, type RefObject, useContext, useEffect, useRef, useState } from "react"
import { z } from "zod"
import type { ClosePayment, PossibleAction } from "../../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../../lib/format"
import { useClose, useOneAtATime } from "../../../lib/queries"
import {
  CloseContext,
  DirtyContext,
  DrawerForm,
  DrawerHeader,
  HoldContext,
  LeavePrompt,
  TextField,
  useDrawerForm,
} from "../../common/drawer-form"
import { ActionMenu } from "../../common/section"

const ICONS: Record<PossibleAction, ReactNode> = {
  settle_onto_order: <CheckCircle />,
  try_again: <ArrowPath />,
  record_payout: <Cash />,
  ask_address: <Envelope />,
  check: <MagnifyingGlass />,
  close: <XCircle />,
}

type ActionBarProps = {
  /** The actions that the server accepts now, the most helpful one first. */
  actions: PossibleAction[]
  runs: Partial<Record<PossibleAction, () => void>>
  busy: boolean
  /** True puts every action into the menu, because nothing needs to be done. */
  quiet?: boolean
  refs: Record<"buttonRef" | "menuRef", RefObject<HTMLButtonElement>>
}

export function ActionBar({ actions, runs, busy, quiet, refs }: ActionBarProps) {
  const { t } = useTexts()
  const offered = actions
    .filter((name) => runs[name])
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

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onCloseAutoFocus: (event: Event) => void
}

export type ActionToast = { tone: "success" | "info" | "warning" | "error"; message: string }

/**
 * Runs the actions of one bar, some of which open a dialog. Afterwards the focus returns to the button or menu, because
 * the menu entry no longer exists and the focus would go to the start of the page.
 */
export function useDialogs<Name extends string>() {
  const { messageOf } = useTexts()
  const oneAtATime = useOneAtATime()
  const [current, setCurrent] = useState<Name | null>(null)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const menuRef = useRef<HTMLButtonElement>(null)
  const opener = useRef<HTMLButtonElement | null>(null)
  const remember = () => {
    opener.current = document.activeElement === buttonRef.current ? buttonRef.current : menuRef.current
  }
  const focus = () => opener.current?.focus()

  return {
    refs: { buttonRef, menuRef },
    open: (name: Name) => {
      remember()
      setCurrent(name)
    },
    propsOf: (name: Name): DialogProps => ({
      open: current === name,
      onOpenChange: (isOpen) => setCurrent(isOpen ? name : null),
      onCloseAutoFocus: (event) => {
        event.preventDefault()
        focus()
      },
    }),
    /** Call after a prompt, which does not give the focus back itself. */
    afterPrompt: () => setTimeout(focus),
    /** Runs an action that needs no dialog, one at a time, and shows its outcome in a toast. */
    run: (action: () => Promise<ActionToast | undefined>) =>
      oneAtATime(async () => {
        remember()
        const outcome = await action().catch((error): ActionToast => ({ tone: "error", message: messageOf(error) }))
        if (outcome) toast[outcome.tone](outcome.message)
        // The busy button lost the focus. If a person has focused something else meanwhile, it stays there.
        setTimeout(() => document.activeElement === document.body && focus())
      }),
  }
}

type ActionDrawerProps = PropsWithChildren<{ dialog: DialogProps; title: string; description: string }>

/** A drawer without a route. Asks before a person closes it with unsaved changes. */
export function ActionDrawer({ dialog, title, description, children }: ActionDrawerProps) {
  const dirty = useRef(false)
  const [isAsking, setAsking] = useState(false)
  const hold = useContext(HoldContext)
  useEffect(() => {
    if (!dialog.open) return undefined
    hold(true)
    return () => hold(false)
  }, [dialog.open, hold])
  const close = () => dialog.onOpenChange(false)
  return (
    <Drawer
      open={dialog.open}
      onOpenChange={(open) => (open || !dirty.current ? dialog.onOpenChange(open) : setAsking(true))}
    >
      <Drawer.Content onCloseAutoFocus={dialog.onCloseAutoFocus}>
        <DrawerHeader title={title} description={description} />
        <DirtyContext.Provider value={dirty}>
          <CloseContext.Provider value={close}>{children}</CloseContext.Provider>
        </DirtyContext.Provider>
        <LeavePrompt
          open={isAsking}
          onStay={() => setAsking(false)}
          onLeave={() => {
            setAsking(false)
            close()
          }}
        />
      </Drawer.Content>
    </Drawer>
  )
}

type Subject = { of: "payment" | "event"; id: string }

type CloseDrawerProps = Subject & {
  /** Money that never cleared, an order that is kept unpaid, an overpaid order, or by default other money or an event. */
  closing?: "uncleared" | "kept" | "overpaid" | undefined
  /** What the admin saw of a payment's item. */
  expected?: ClosePayment["expected"]
  dialog: DialogProps
}

/** Closes an attention item with a note that says why. */
export function CloseDrawer({ of, id, closing, expected, dialog }: CloseDrawerProps) {
  const { t } = useTexts()
  const description = t(`payment.close.${closing ?? of}.description`)
  return (
    <ActionDrawer dialog={dialog} title={t("payment.actions.close")} description={description}>
      <CloseForm of={of} id={id} expected={expected} />
    </ActionDrawer>
  )
}

function CloseForm({ of, id, expected }: Subject & Pick<CloseDrawerProps, "expected">) {
  const { t } = useTexts()
  // As it was when the form opened: the list behind it may be read again.
  const [seen] = useState(expected)
  const close = useClose(`${of}s`, id)
  const { form, onSubmit } = useDrawerForm({
    values: { note: "" },
    schema: z.object({ note: z.string().trim().min(1, t("payment.close.noteWanted")) }),
    send: async ({ note }) => {
      await close.mutateAsync({ note, expected: seen })
      return t(`payment.close.${of}.done`)
    },
  })
  return (
    <DrawerForm form={form} onSubmit={onSubmit} submitLabel={t(`payment.close.${of}.confirm`)} firstField="note">
      <TextField name="note" label={t("payment.close.note")} hint={t("payment.close.noteHint")} multiline />
    </DrawerForm>
  )
}
