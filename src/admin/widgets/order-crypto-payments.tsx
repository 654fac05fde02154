import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Container, Heading } from "@medusajs/ui"
import { FoldablePayment } from "../components/payment/foldable-payment"
import { type AskedOrder, canBeAsked, PaymentLink } from "../components/payment/payment-link"
import { useTexts } from "../lib/format"
import { useIsNarrow } from "../lib/hooks"
import { useMay, usePaymentLink, usePaymentsOfOrder } from "../lib/queries"

/** The crypto payments of an order or draft order and its payment link, on its page. Shows nothing for other orders. */
function OrderCryptoPayments({ data: order }: { data: AskedOrder }) {
  const { t } = useTexts()
  const isNarrow = useIsNarrow()
  const view = usePaymentLink(order.id).data?.payment_link
  const found = usePaymentsOfOrder(order.id)
  const mayAsk = useMay()("crypto_payment_link:create")
  // Payments that need attention come first.
  const payments = [...found].sort((a, b) => Number(b.attention !== null) - Number(a.attention !== null))
  if (payments.length === 0 && !view?.link && !(view && mayAsk && canBeAsked(view))) return null

  return (
    <Container className="divide-y p-0">
      <Heading level="h2" className="px-6 py-4">
        {t("order.title", { count: Math.max(1, payments.length) })}
      </Heading>
      {view && <PaymentLink order={order} view={view} held={payments.find(({ status }) => status === "attention")} />}
      {payments.map((payment) => (
        <FoldablePayment
          key={payment.id}
          payment={payment}
          canFold={isNarrow || payments.length > 1}
          isNarrow={isNarrow}
        />
      ))}
    </Container>
  )
}

// In the main column the widget would be below the order's raw data, where few people look.
export const config = defineWidgetConfig({ zone: ["order.details.side.after", "draft_order.details.side.after"] })

export default OrderCryptoPayments
