import { Badge, Tooltip } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { PaymentView } from "../../../api/admin/crypto-payments/contract"
import { TestBadge } from "../common/test-badge"
import { PaymentStatusBadge } from "./status-badge"

/** A payment's state, and what is particular about it. */
export function PaymentBadges({ payment }: { payment: PaymentView }) {
  const { t } = useTranslation("cryptoPayments")
  return (
    <div className="flex flex-wrap items-center gap-2">
      {payment.test_mode && <TestBadge />}
      {payment.superseded && (
        <Tooltip content={t("payments.supersededHint")}>
          <Badge size="2xsmall">{t("payments.superseded")}</Badge>
        </Tooltip>
      )}
      <PaymentStatusBadge status={payment.status} />
    </div>
  )
}
