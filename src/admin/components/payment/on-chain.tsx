import { ArrowUpRightOnBox } from "@medusajs/icons"
import { IconButton, Tooltip } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Copyable } from "../common/copyable"

type Props = {
  /** An address or a transaction id. */
  value: string
  explorerUrl: string | null
  copyLabel: string
  explorerLabel: string
}

/** Something on a block chain: to read, to copy, and to see where everybody can see it. */
export function OnChain({ value, explorerUrl, copyLabel, explorerLabel }: Props) {
  const { t } = useTranslation("cryptoPayments")
  return (
    <span className="flex min-w-0 items-start gap-x-1">
      <Copyable content={value} label={copyLabel} />
      {explorerUrl && (
        <Tooltip content={explorerLabel}>
          <IconButton asChild size="2xsmall" variant="transparent" className="shrink-0">
            <a
              href={explorerUrl}
              target="_blank"
              rel="noreferrer"
              aria-label={`${explorerLabel} (${t("payment.facts.opensNewTab")})`}
            >
              <ArrowUpRightOnBox />
            </a>
          </IconButton>
        </Tooltip>
      )}
    </span>
  )
}
