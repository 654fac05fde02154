import { toast } from "@medusajs/ui"
import { useRef, useState } from "react"
import { useTexts } from "../../../lib/format"
import { useOneAtATime } from "../../../lib/use-one-at-a-time"

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onCloseAutoFocus: (event: Event) => void
}

type Tone = "success" | "info" | "warning" | "error"

/**
 * Runs the actions of one bar, of which some open a dialog. Afterwards the focus returns to the button that led there:
 * the menu entry that opened a dialog is gone by then, and the focus would fall to the start of the page.
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
  const focusOpener = () => opener.current?.focus()

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
        focusOpener()
      },
    }),
    /** Focuses the opener once a prompt, which is none of our dialogs, has let go of the focus. */
    afterPrompt: () => setTimeout(focusOpener),
    /** Runs an action that needs no dialog, one at a time, and shows its outcome in a toast. */
    run: (action: () => Promise<{ tone: Tone; message: string } | undefined>) =>
      oneAtATime(async () => {
        remember()
        try {
          const outcome = await action()
          if (outcome) toast[outcome.tone](outcome.message)
        } catch (error) {
          toast.error(messageOf(error))
        }
        // The busy button lost the focus. A person who moved on meanwhile keeps theirs.
        setTimeout(() => {
          if (document.activeElement === document.body) focusOpener()
        })
      }),
  }
}
