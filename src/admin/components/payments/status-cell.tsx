import { ExclamationCircleSolid } from "@medusajs/icons"
import { Badge, Text, Tooltip } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { PaymentView } from "../../../api/admin/crypto-payments/contract"
import { PaymentStatusBadge } from "../payment/status-badge"

/** Where a payment stands, with what a person would ask next: how many confirmations, or why it waits. */
export function StatusCell({ payment }: { payment: PaymentView }) {
  const { t } = useTranslation("cryptoPayments")
  const { status, confirmations, attention, superseded } = payment
  const waiting = status === "awaiting_payment" || status === "expired"
  return (
    <div className="flex items-center gap-x-2">
      <PaymentStatusBadge status={status} />
      {attention && <AttentionMark reason={attention.reason} message={attention.message} />}
      {waiting && confirmations > 0 && (
        <Text as="span" size="xsmall" className="text-ui-fg-subtle">
          {t("payments.confirmations", { count: confirmations })}
        </Text>
      )}
      {waiting && superseded && (
        <Tooltip content={t("payments.supersededHint")}>
          <Badge size="2xsmall">{t("payments.superseded")}</Badge>
        </Tooltip>
      )}
    </div>
  )
}

function AttentionMark({ reason, message }: { reason: string; message: string }) {
  const { t } = useTranslation("cryptoPayments")
  const words = t(`attention.reasons.${reason}.title`, { defaultValue: message })
  return (
    <Tooltip content={words}>
      <span role="img" aria-label={words} className="text-ui-tag-orange-icon">
        <ExclamationCircleSolid />
      </span>
    </Tooltip>
  )
}
