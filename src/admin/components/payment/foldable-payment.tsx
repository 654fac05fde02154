import { TriangleRightMini } from "@medusajs/icons"
import { clx, Heading, IconButton, Text } from "@medusajs/ui"
import { type PropsWithChildren, useState } from "react"
import type { PaymentView } from "../../../api/admin/crypto-payments/contract"
import { cryptoText, useTexts } from "../../lib/format"
import { usePayment } from "../../lib/queries"
import { AttentionBox } from "../attention/attention-text"
import { QuietLink } from "../common/links"
import { AssetIcon } from "../common/values"
import { PaymentActions } from "./actions/payment-actions"
import { PaymentBadges, PaymentRows } from "./payment-rows"
import { Payouts } from "./payouts"
import { Timeline } from "./timeline"

/** One payment on its order's page. An unpaid one that a newer quote replaced is folded. */
export function FoldablePayment({ payment, canFold }: { payment: PaymentView; canFold: boolean }) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(!canFold || !payment.superseded || payment.completed_at !== null)
  const { data } = usePayment(payment.id, isOpen)
  const detail = data?.payment
  const shown = detail ?? payment
  const content = `payment-${payment.id}`
  const fold = canFold ? { isOpen, toggle: () => setOpen(!isOpen), controls: content } : null

  return (
    <div className="divide-y">
      <div className="flex flex-col gap-y-3 px-6 py-4">
        <div className="flex items-center justify-between gap-x-4">
          <Title payment={shown} fold={fold} />
          {isOpen && detail && <PaymentActions payment={detail} actions={detail.actions} />}
        </div>
        <PaymentBadges payment={shown} />
      </div>
      {isOpen && (
        <div id={content} className="divide-y">
          <AttentionBox attention={shown.attention} />
          <PaymentRows payment={shown} detail={detail} />
          {detail && (
            <Part title={t("payment.timeline.title")}>
              <Timeline entries={detail.timeline} />
            </Part>
          )}
          {detail && (detail.refunds.length > 0 || detail.refundable) && (
            <Part title={t("payment.payouts.title")}>
              <Payouts payment={detail} />
            </Part>
          )}
        </div>
      )}
    </div>
  )
}

const Part = ({ title, children }: PropsWithChildren<{ title: string }>) => (
  <div>
    <Heading level="h3" className="px-6 pt-4">
      {title}
    </Heading>
    {children}
  </div>
)

type TitleProps = { payment: PaymentView; fold: null | { isOpen: boolean; toggle: () => void; controls: string } }

function Title({ payment, fold }: TitleProps) {
  const { t, fiat } = useTexts()
  const paid = cryptoText(payment.pay_amount)
  return (
    <div className="flex min-w-0 items-center gap-x-3">
      {fold && (
        <IconButton
          size="2xsmall"
          variant="transparent"
          onClick={fold.toggle}
          aria-expanded={fold.isOpen}
          aria-controls={fold.isOpen ? fold.controls : undefined}
          aria-label={t("order.show", { paid })}
        >
          <TriangleRightMini className={clx("transition-transform", { "rotate-90": fold.isOpen })} />
        </IconButton>
      )}
      <AssetIcon asset={payment.asset} />
      <div className="min-w-0">
        <QuietLink
          to={`/crypto-payments/${payment.id}`}
          label={t("order.open", { paid })}
          className="txt-compact-small-plus"
        >
          {paid}
        </QuietLink>
        <Text size="small" leading="compact" className="text-ui-fg-subtle">
          {fiat(payment.amount)}
        </Text>
      </div>
    </div>
  )
}
