import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Container, Heading } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { OrderPayment } from "../components/payment/order-payment"
import { usePayments } from "../hooks/payments"

/** More than anybody renews a quote. */
const MOST = 50

/** The crypto payments of an order, on its page; nothing on all other orders. */
function OrderCryptoPayments({ data: order }: { data: { id: string } }) {
  const { t } = useTranslation("cryptoPayments")
  const { data, isPlaceholderData } = usePayments({ order_id: order.id, limit: MOST })
  // What the order seen before had stays for a moment while another order's is on its way.
  if (!data || isPlaceholderData || data.payments.length === 0) return null

  const { payments } = data
  return (
    <Container className="divide-y p-0">
      <Heading level="h2" className="px-6 py-4">
        {t("order.title", { count: payments.length })}
      </Heading>
      {payments.map((payment) => (
        <OrderPayment key={payment.id} payment={payment} canFold={payments.length > 1} />
      ))}
    </Container>
  )
}

// The main column ends below the order's raw data, where nobody would find it.
export const config = defineWidgetConfig({ zone: "order.details.side.after" })

export default OrderCryptoPayments
