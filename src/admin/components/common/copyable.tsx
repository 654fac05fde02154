import { ArrowUpRightOnBox } from "@medusajs/icons"
import { Copy, IconButton, Tooltip } from "@medusajs/ui"
import type { PropsWithChildren } from "react"
import { useTexts } from "../../lib/format"

export const Code = ({ children }: PropsWithChildren) => (
  <code className="text-ui-fg-base min-w-0 break-words font-mono text-xs leading-5">{children}</code>
)

/** Text with a button that copies it. `label` is the button's name. */
export const Copyable = ({ content, label }: { content: string; label: string }) => (
  <span className="flex min-w-0 max-w-full items-start gap-x-2">
    <Code>{content}</Code>
    <Copy content={content} variant="mini" aria-label={label} className="text-ui-fg-subtle mt-0.5 shrink-0 rounded" />
  </span>
)

/** The possible ids of an event's payment at the service, to compare with the merchant dashboard. */
export function ServicePaymentIds({ ids }: { ids: string[] }) {
  const { t } = useTexts()
  const label = t("payment.facts.copy.id", { name: t("payment.details.paymentId") })
  return (
    <span className="flex min-w-0 flex-col gap-y-1">
      {ids.map((id) => (
        <Copyable key={id} content={id} label={label} />
      ))}
    </span>
  )
}

type OnChainProps = {
  /** An address or a transaction id. */
  value: string
  label: string
  explorer?: { url: string | null; label: string }
}

export function OnChain({ value, label, explorer }: OnChainProps) {
  const { t } = useTexts()
  return (
    <span className="flex min-w-0 items-start gap-x-1">
      <Copyable content={value} label={label} />
      {explorer?.url && (
        <Tooltip content={explorer.label}>
          <IconButton asChild size="2xsmall" variant="transparent" className="shrink-0">
            <a
              href={explorer.url}
              target="_blank"
              rel="noreferrer"
              aria-label={`${explorer.label} (${t("payment.facts.opensNewTab")})`}
            >
              <ArrowUpRightOnBox />
            </a>
          </IconButton>
        </Tooltip>
      )}
    </span>
  )
}
