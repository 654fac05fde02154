import { KeyboundForm } from "@medusajs/dashboard/components"
import type { ComponentProps, FormEvent, KeyboardEvent } from "react"
import { useOneAtATime } from "../../hooks/use-one-at-a-time"

type Props = Omit<ComponentProps<typeof KeyboundForm>, "onSubmit"> & {
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>
}

/**
 * Medusa's form, which Ctrl or Command with Enter submits and Enter alone does not. There it swallows Enter on the
 * form's buttons too; here they are pressed by it, as buttons are. What is being sent is not sent a second time.
 */
export function KeyboardForm({ onSubmit, ...props }: Props) {
  const oneAtATime = useOneAtATime()
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== "Enter" || event.defaultPrevented || event.target instanceof HTMLButtonElement) return
    const submits = event.metaKey || event.ctrlKey
    if (event.target instanceof HTMLTextAreaElement && !submits) return
    event.preventDefault()
    if (submits) event.currentTarget.requestSubmit()
  }
  return <KeyboundForm {...props} onSubmit={(event) => oneAtATime(() => onSubmit(event))} onKeyDown={onKeyDown} />
}
