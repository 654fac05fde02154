import { Copy } from "@medusajs/ui"

/** Text to be taken elsewhere, with a button that copies it. `label` is the button's name. */
export function Copyable({ content, label }: { content: string; label: string }) {
  return (
    <span className="flex min-w-0 max-w-full items-start gap-x-2">
      <code className="text-ui-fg-base min-w-0 break-all font-mono text-xs leading-5">{content}</code>
      <Copy content={content} variant="mini" aria-label={label} className="text-ui-fg-subtle mt-0.5 shrink-0 rounded" />
    </span>
  )
}
