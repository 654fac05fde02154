import { Badge, Copy } from "@medusajs/ui"
import type { PaymentDetail, PaymentView } from "../../../api/admin/crypto-payments/contract"
import { networkName } from "../../../core/assets/registry"
import { useTexts } from "../../lib/format"
import { PaymentStatusBadge, SentBackBadge, SupersededBadge, TestBadge } from "../common/badges"
import { PayPageLink } from "../common/links"
import { SectionRows } from "../common/section"
import { AssetIcon, OnChain, When } from "../common/values"

/** Badges for a payment's status, test mode and a newer quote. */
export const PaymentBadges = ({ payment }: { payment: PaymentView }) => (
  <div className="flex flex-wrap items-center gap-2">
    {payment.test_mode && <TestBadge />}
    <SupersededBadge payment={payment} />
    <SentBackBadge payment={payment} />
    <PaymentStatusBadge payment={payment} />
  </div>
)

/** The quote, the address and the confirmations of a payment, and with its detail what its order still owes. */
export function PaymentRows({ payment, detail }: { payment: PaymentView; detail?: PaymentDetail }) {
  const { t, fiat } = useTexts()
  const { asset, amount, rate, quote_expires_at } = payment
  const isOver = new Date(quote_expires_at) <= new Date()
  const price = fiat({ minor: "", display: rate, currency: amount.currency })
  const network = (
    <span className="flex flex-wrap items-center gap-2">
      {t("payment.onNetwork", { asset, network: networkName(payment.chain) })}
      <Badge size="2xsmall" color={payment.test_mode ? "orange" : "green"}>
        {t(payment.test_mode ? "payment.facts.testNetwork" : "payment.facts.mainNetwork")}
      </Badge>
    </span>
  )
  const explorer = { url: payment.explorer_url, label: t("payment.facts.explorer") }
  return (
    <div className="divide-y">
      <SectionRows
        rows={{
          "payments.fields.amount": fiat(amount),
          "payment.facts.outstanding": payment.completed_at !== null && detail?.outstanding && fiat(detail.outstanding),
          "payment.facts.pay": <ExactAmount payment={payment} />,
          "payment.facts.network": network,
          "payment.facts.address": (
            <OnChain value={payment.address} label={t("payment.facts.copy.address")} explorer={explorer} />
          ),
          "payment.facts.rate": t("payment.facts.rateValue", { asset, price }),
          [isOver ? "payment.facts.quoteOver" : "payment.facts.quote"]: <When at={quote_expires_at} />,
          "payment.facts.seen": payment.seen && payment.seen_at !== null && <When at={payment.seen_at} />,
          "payment.facts.confirmations": String(payment.confirmations),
          "payment.facts.payPage": detail && <PayPageLink url={detail.pay_url} />,
        }}
      />
    </div>
  )
}

function ExactAmount({ payment: { asset, pay_amount: pay } }: { payment: PaymentView }) {
  const { t } = useTexts()
  return (
    <span className="flex items-center gap-x-2">
      <AssetIcon asset={asset} />
      <span>
        <span className="text-ui-fg-base">{pay.display}</span> {pay.asset}
      </span>
      <Copy
        content={pay.display}
        variant="mini"
        aria-label={t("payment.facts.copy.amount")}
        className="text-ui-fg-subtle rounded"
      />
    </span>
  )
}
