import { SectionRow } from "@medusajs/dashboard/components"
import { Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { OrderRef } from "../../../../api/admin/crypto-payments/contract"
import { OrderLink } from "../../common/order-link"
import { Section } from "../../common/section"

/** The order a payment belongs to, if there is one. */
export function PaymentOrder({ order }: { order: OrderRef | null }) {
  const { t } = useTranslation("cryptoPayments")
  return (
    <Section title={t("payment.order.title")}>
      {order ? (
        <>
          <SectionRow title={t("payment.order.number")} value={<OrderLink order={order} />} />
          <SectionRow title={t("payment.order.customer")} value={order.email} />
          <SectionRow
            title={t("payment.order.status")}
            value={t(`payment.order.statuses.${order.status}`, { defaultValue: order.status })}
          />
        </>
      ) : (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("payment.order.none")}
        </Text>
      )}
    </Section>
  )
}
