import { ArrowDownRightMini } from "@medusajs/icons"
import { Badge, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { PaymentDetail, RefundView } from "../../../api/admin/crypto-payments/contract"
import { useFiat } from "../common/use-fiat"
import { useNetworkName } from "../common/use-network-name"
import { When } from "../common/when"
import { OnChain } from "./on-chain"
import { useActorName } from "./use-actor-name"

/** What was sent back by hand, and what may still be. */
export function Refunds({ payment }: { payment: PaymentDetail }) {
  const { t } = useTranslation("cryptoPayments")
  const fiat = useFiat()
  const { refunds, refundable } = payment
  return (
    <>
      {refunds.length > 0 && (
        <ul className="divide-y divide-dashed">
          {refunds.map((refund) => (
            <Refund key={refund.id} refund={refund} />
          ))}
        </ul>
      )}
      {(refunds.length === 0 || refundable) && (
        <Text size="small" leading="compact" className="text-ui-fg-subtle px-6 py-4">
          {refunds.length === 0 && `${t("payment.refunds.none")} `}
          {refundable && t("payment.refunds.rest", { rest: fiat(refundable) })}
        </Text>
      )}
    </>
  )
}

function Refund({ refund }: { refund: RefundView }) {
  const { t } = useTranslation("cryptoPayments")
  const fiat = useFiat()
  const actorName = useActorName()
  const networkName = useNetworkName()
  const { sent } = refund
  return (
    <li className="flex items-start gap-x-3 px-6 py-4">
      <ArrowDownRightMini className="text-ui-fg-muted mt-0.5 shrink-0" />
      <div className="txt-compact-small text-ui-fg-subtle flex min-w-0 flex-1 flex-col gap-y-2">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span className="txt-compact-small-plus text-ui-fg-base">− {fiat(refund.amount)}</span>
          <Badge size="2xsmall" color={refund.medusa_refund_id ? "green" : "grey"}>
            {t(refund.medusa_refund_id ? "payment.refunds.inMedusa" : "payment.refunds.onlyHere")}
          </Badge>
        </div>
        <div>
          {t("payment.refunds.sent", {
            sent: `${sent.display} ${sent.asset}`,
            network: networkName(refund.chain),
          })}
        </div>
        <Copied label={t("payment.refunds.to")}>
          <OnChain
            value={refund.address}
            explorerUrl={null}
            copyLabel={t("payment.facts.copy.address")}
            explorerLabel=""
          />
        </Copied>
        <Copied label={t("payment.refunds.transaction")}>
          <OnChain
            value={refund.transaction_id}
            explorerUrl={refund.explorer_url}
            copyLabel={t("payment.facts.copy.transaction")}
            explorerLabel={t("payment.refunds.explorer")}
          />
        </Copied>
        {refund.note && <p className="whitespace-pre-line text-pretty break-words">“{refund.note}”</p>}
        <div className="txt-compact-xsmall">
          <When at={refund.created_at} /> {t("payment.by", { who: actorName(refund.created_by) })}
        </div>
      </div>
    </li>
  )
}

const Copied = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div className="flex flex-wrap items-start gap-x-2">
    <span className="leading-5">{label}</span>
    {children}
  </div>
)
