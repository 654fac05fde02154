import { Container } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { usePayment } from "../../../hooks/payments"
import { Failure } from "../../common/failure"
import { Section } from "../../common/section"
import { PaymentFacts } from "../facts"
import { PayPageRow } from "../pay-page-row"
import { Refunds } from "../refunds"
import { Timeline } from "../timeline"
import { PaymentDetails } from "./details"
import { PaymentHead } from "./head"
import { PaymentOrder } from "./order"
import { PageSkeleton } from "./skeleton"

/** Everything about one payment, in two columns as Medusa's own pages of one thing. */
export function PaymentPage({ id }: { id: string }) {
  const { t } = useTranslation("cryptoPayments")
  const { data, error, refetch, isFetching } = usePayment(id)
  if (!data) {
    if (!error) return <PageSkeleton />
    return (
      <Container className="p-0">
        <Failure title={t("payment.failed")} error={error} onRetry={() => refetch()} isRetrying={isFetching} />
      </Container>
    )
  }
  const { payment } = data
  return (
    <div className="flex w-full flex-col items-start gap-x-4 gap-y-3 xl:grid xl:grid-cols-[minmax(0,_1fr)_440px]">
      <div className="flex w-full min-w-0 flex-col gap-y-3">
        <PaymentHead payment={payment} />
        <Section title={t("payment.facts.title")}>
          <PaymentFacts payment={payment} />
          <PayPageRow url={payment.pay_url} />
        </Section>
        <Section title={t("payment.timeline.title")}>
          <Timeline entries={payment.timeline} />
        </Section>
      </div>
      <div className="flex w-full min-w-0 flex-col gap-y-3">
        <PaymentOrder order={payment.order} />
        <Section title={t("payment.refunds.title")}>
          <Refunds payment={payment} />
        </Section>
        <PaymentDetails payment={payment} />
      </div>
    </div>
  )
}
