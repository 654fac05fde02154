import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Container, Heading } from "@medusajs/ui"
import { OrderPayment } from "../components/payment/order-payment"
import { type AskedOrder, canBeAsked, PaymentLink } from "../components/payment/payment-link"
import { useTexts } from "../lib/format"
import { usePaymentLink, usePayments } from "../lib/queries"

/** Far more quotes than one order ever has. */
const LIMIT = 50

/** The crypto payments of an order or a draft, on its page, and the link that asks for one; nothing for other orders. */
function OrderCryptoPayments({ data: order }: { data: AskedOrder }) {
  const { t } = useTexts()
  const { data, isPlaceholderData } = usePayments({ order_id: order.id, limit: LIMIT })
  const debt = usePaymentLink(order.id).data?.payment_link
  // A placeholder is the payments of the order shown before.
  const found = data && !isPlaceholderData ? data.payments : []
  // What needs a person comes first, for example money that came twice.
  const payments = [...found].sort((a, b) => Number(b.attention !== null) - Number(a.attention !== null))
  if (payments.length === 0 && !debt?.link && !(debt && canBeAsked(debt))) return null

  return (
    <Container className="divide-y p-0">
      <Heading level="h2" className="px-6 py-4">
        {t("order.title", { count: Math.max(1, payments.length) })}
      </Heading>
      {debt && <PaymentLink order={order} debt={debt} />}
      {payments.map((payment) => (
        <OrderPayment key={payment.id} payment={payment} canFold={payments.length > 1} />
      ))}
    </Container>
  )
}

// The end of the main column is below the order's raw data, where nobody would find it.
export const config = defineWidgetConfig({ zone: ["order.details.side.after", "draft_order.details.side.after"] })

export default OrderCryptoPayments
