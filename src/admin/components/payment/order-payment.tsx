import { Heading } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { PaymentView } from "../../../api/admin/crypto-payments/contract"
import { usePayment } from "../../hooks/payments"
import { PaymentActs } from "./acts"
import { AttentionBox } from "./attention"
import { PaymentBadges } from "./badges"
import { PaymentFacts } from "./facts"
import { OrderPaymentTitle } from "./order-payment-title"
import { PayPageRow } from "./pay-page-row"
import { Refunds } from "./refunds"
import { Timeline } from "./timeline"

/** One payment on its order's page; those that a newer quote replaced before anything was paid are folded. */
export function OrderPayment({ payment, canFold }: { payment: PaymentView; canFold: boolean }) {
  const { t } = useTranslation("cryptoPayments")
  const [isOpen, setOpen] = useState(!canFold || !payment.superseded || payment.completed_at !== null)
  const { data } = usePayment(payment.id, isOpen)
  const detail = data?.payment
  const shown = detail ?? payment
  const content = `payment-${payment.id}`

  return (
    <div className="divide-y">
      <div className="flex flex-col gap-y-3 px-6 py-4">
        <div className="flex items-center justify-between gap-x-4">
          <OrderPaymentTitle
            payment={shown}
            fold={canFold ? { isOpen, toggle: () => setOpen(!isOpen), controls: content } : null}
          />
          {isOpen && detail && <PaymentActs payment={detail} actions={detail.actions} />}
        </div>
        <PaymentBadges payment={shown} />
      </div>
      {isOpen && (
        <div id={content} className="divide-y">
          {shown.attention && (
            <div className="px-6 py-4">
              <AttentionBox attention={shown.attention} />
            </div>
          )}
          <div className="divide-y">
            <PaymentFacts payment={shown} />
            {detail && <PayPageRow url={detail.pay_url} />}
          </div>
          {detail && (
            <>
              <div>
                <Heading level="h3" className="px-6 pt-4">
                  {t("payment.timeline.title")}
                </Heading>
                <Timeline entries={detail.timeline} />
              </div>
              {(detail.refunds.length > 0 || detail.refundable) && (
                <div>
                  <Heading level="h3" className="px-6 pt-4">
                    {t("payment.refunds.title")}
                  </Heading>
                  <Refunds payment={detail} />
                </div>
              )}
            </>
          )}
        </div>
      )}
    </div>
  )
}
