import { useRef, useState } from "react"

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onCloseAutoFocus: (event: Event) => void
}

/**
 * Which of several dialogs is open. When it closes, the focus goes back to the button that led to it: an entry of a menu
 * that opened one is gone by then, and the focus would fall to the page's start.
 */
export function useDialogs<Name extends string>() {
  const [current, setCurrent] = useState<Name | null>(null)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const menuRef = useRef<HTMLButtonElement>(null)
  const opener = useRef<HTMLButtonElement | null>(null)

  const remember = () => {
    opener.current = document.activeElement === buttonRef.current ? buttonRef.current : menuRef.current
  }
  const open = (name: Name) => {
    remember()
    setCurrent(name)
  }
  /** For a prompt, which is not one of ours: `remember` before it, `giveBack` when it is over and has let go. */
  const giveBack = () => setTimeout(() => opener.current?.focus())
  /** For an act whose button could not hold the focus while it was busy; whoever went elsewhere meanwhile stays there. */
  const regain = () =>
    setTimeout(() => {
      if (document.activeElement === document.body) opener.current?.focus()
    })
  const propsOf = (name: Name): DialogProps => ({
    open: current === name,
    onOpenChange: (isOpen) => setCurrent(isOpen ? name : null),
    onCloseAutoFocus: (event) => {
      event.preventDefault()
      opener.current?.focus()
    },
  })
  return { open, remember, giveBack, regain, propsOf, refs: { buttonRef, menuRef } }
}
