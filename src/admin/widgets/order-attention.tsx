import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Alert } from "@medusajs/ui"
import { QuietLink } from "../components/common/values"
import { reasonTitle, useTexts } from "../lib/format"
import { usePaymentsOfOrder } from "../lib/queries"

/** One line for each payment of the order that needs a person, at the top of its page. */
function OrderAttention({ data: order }: { data: { id: string } }) {
  const { t } = useTexts()
  return usePaymentsOfOrder(order.id).map(
    ({ id, attention }) =>
      attention && (
        // Medusa 2.21 puts every widget below its own sections, which are in a flex column with this one.
        <Alert key={id} variant="warning" className="bg-ui-bg-base" style={{ order: -1 }}>
          <QuietLink to={`/crypto-payments/${id}`}>
            {reasonTitle(t, attention.reason, t("payment.status.attention"))}
          </QuietLink>
        </Alert>
      ),
  )
}

export const config = defineWidgetConfig({ zone: "order.details.before" })

export default OrderAttention
