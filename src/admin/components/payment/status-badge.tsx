import { StatusBadge } from "@medusajs/ui"
import type { ComponentProps } from "react"
import { useTranslation } from "react-i18next"
import type { PaymentView } from "../../../api/admin/crypto-payments/contract"

type Status = PaymentView["status"]

const COLORS: Record<Status, ComponentProps<typeof StatusBadge>["color"]> = {
  awaiting_payment: "orange",
  expired: "grey",
  completed: "blue",
  attention: "red",
  settled: "green",
  closed: "grey",
}

/** A payment's state in words. */
export const PaymentStatusBadge = ({ status }: { status: Status }) => {
  const { t } = useTranslation("cryptoPayments")
  return (
    <StatusBadge color={COLORS[status]} className="text-nowrap">
      {t(`payment.status.${status}`)}
    </StatusBadge>
  )
}
