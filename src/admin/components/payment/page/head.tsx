import { Container, Heading, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { PaymentDetail } from "../../../../api/admin/crypto-payments/contract"
import { useFiat } from "../../common/use-fiat"
import { When } from "../../common/when"
import { PaymentActs } from "../acts"
import { AttentionBox } from "../attention"
import { PaymentBadges } from "../badges"

/** What the payment is, where it stands, and what can be done. */
export function PaymentHead({ payment }: { payment: PaymentDetail }) {
  const { t } = useTranslation("cryptoPayments")
  const fiat = useFiat()
  return (
    <Container className="divide-y p-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-6 py-4">
        <div>
          <Heading>{t("payment.title", { amount: fiat(payment.amount) })}</Heading>
          <Text size="small" className="text-ui-fg-subtle">
            <When at={payment.created_at} />
          </Text>
        </div>
        <div className="ml-auto flex items-center gap-x-3">
          <PaymentBadges payment={payment} />
          <PaymentActs payment={payment} actions={payment.actions} />
        </div>
      </div>
      {payment.attention && (
        <div className="px-6 py-4">
          <AttentionBox attention={payment.attention} />
        </div>
      )}
    </Container>
  )
}
