import { ArrowDownRightMini } from "@medusajs/icons"
import { Badge } from "@medusajs/ui"
import type { PropsWithChildren } from "react"
import type { PaymentDetail, RefundView } from "../../../api/admin/crypto-payments/contract"
import { networkName } from "../../../core/assets/registry"
import { useTexts } from "../../lib/format"
import { OnChain } from "../common/copyable"
import { SectionText } from "../common/section"
import { When } from "../common/when"

/** What was sent back by hand, and how much still may be. */
export function Payouts({ payment: { refunds, refundable } }: { payment: PaymentDetail }) {
  const { t, fiat } = useTexts()
  return (
    <>
      {refunds.length > 0 && (
        <ul className="divide-y divide-dashed">
          {refunds.map((payout) => (
            <Payout key={payout.id} payout={payout} />
          ))}
        </ul>
      )}
      {(refunds.length === 0 || refundable) && (
        <SectionText>
          {refunds.length === 0 && `${t("payment.payouts.none")} `}
          {refundable && t("payment.payouts.rest", { rest: fiat(refundable) })}
        </SectionText>
      )}
    </>
  )
}

function Payout({ payout }: { payout: RefundView }) {
  const { t, fiat, nameOf } = useTexts()
  const { sent, chain } = payout
  return (
    <li className="flex items-start gap-x-3 px-6 py-4">
      <ArrowDownRightMini className="text-ui-fg-muted mt-0.5 shrink-0" />
      <div className="txt-compact-small text-ui-fg-subtle flex min-w-0 flex-1 flex-col gap-y-2">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span className="txt-compact-small-plus text-ui-fg-base">− {fiat(payout.amount)}</span>
          <Badge size="2xsmall" color={payout.medusa_refund_id ? "green" : "grey"}>
            {t(payout.medusa_refund_id ? "payment.payouts.inMedusa" : "payment.payouts.onlyHere")}
          </Badge>
        </div>
        <div>{t("payment.payouts.sent", { sent: `${sent.display} ${sent.asset}`, network: networkName(chain) })}</div>
        <Line label={t("payment.payouts.to")}>
          <OnChain value={payout.address} label={t("payment.facts.copy.address")} />
        </Line>
        <Line label={t("payment.payouts.transaction")}>
          <OnChain
            value={payout.transaction_id}
            label={t("payment.facts.copy.transaction")}
            explorer={{ url: payout.explorer_url, label: t("payment.payouts.explorer") }}
          />
        </Line>
        {payout.note && <p className="whitespace-pre-line text-pretty break-words">“{payout.note}”</p>}
        <div className="txt-compact-xsmall">
          <When at={payout.created_at} /> {t("payment.by", { who: nameOf(payout.created_by) })}
        </div>
      </div>
    </li>
  )
}

const Line = ({ label, children }: PropsWithChildren<{ label: string }>) => (
  <div className="flex flex-wrap items-start gap-x-2">
    <span className="leading-5">{label}</span>
    {children}
  </div>
)
