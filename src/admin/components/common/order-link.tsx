import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { OrderRef } from "../../../api/admin/crypto-payments/contract"
import { QUIET_LINK } from "./quiet-link"

/** An order's number, leading to its page. */
export function OrderLink({ order }: { order: OrderRef }) {
  const { t } = useTranslation("cryptoPayments")
  const number = order.display_id === null ? order.id : `#${order.display_id}`
  return (
    <Link
      to={`/orders/${order.id}`}
      onClick={(event) => event.stopPropagation()}
      aria-label={t("payments.openOrder", { order: number })}
      className={QUIET_LINK}
    >
      {number}
    </Link>
  )
}
