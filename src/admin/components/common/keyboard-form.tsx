import { KeyboundForm } from "@medusajs/dashboard/components"
import type { ComponentProps, KeyboardEvent } from "react"

/**
 * Medusa's form, which Ctrl or Command with Enter submits and Enter alone does not. There it swallows Enter on the
 * form's buttons too; here they are pressed by it, as buttons are.
 */
export function KeyboardForm({ onSubmit, ...props }: ComponentProps<typeof KeyboundForm>) {
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== "Enter" || event.defaultPrevented || event.target instanceof HTMLButtonElement) return
    const submits = event.metaKey || event.ctrlKey
    if (event.target instanceof HTMLTextAreaElement && !submits) return
    event.preventDefault()
    if (submits) event.currentTarget.requestSubmit()
  }
  return <KeyboundForm {...props} onSubmit={onSubmit} onKeyDown={onKeyDown} />
}
