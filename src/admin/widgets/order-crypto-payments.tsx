import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Container, Heading } from "@medusajs/ui"
import { OrderPayment } from "../components/payment/order-payment"
import { useTexts } from "../lib/format"
import { usePayments } from "../lib/queries"

/** Far more quotes than one order ever has. */
const LIMIT = 50

/** The crypto payments of an order, on its page; nothing for other orders. */
function OrderCryptoPayments({ data: order }: { data: { id: string } }) {
  const { t } = useTexts()
  const { data, isPlaceholderData } = usePayments({ order_id: order.id, limit: LIMIT })
  // A placeholder is the payments of the order shown before.
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

// The end of the main column is below the order's raw data, where nobody would find it.
export const config = defineWidgetConfig({ zone: "order.details.side.after" })

export default OrderCryptoPayments
