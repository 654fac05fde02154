import { SectionRow } from "@medusajs/dashboard/components"
import { Badge, Copy } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { PaymentView } from "../../../api/admin/crypto-payments/contract"
import { AssetIcon } from "../common/asset-icon"
import { useFiat } from "../common/use-fiat"
import { useNetworkName } from "../common/use-network-name"
import { When } from "../common/when"
import { OnChain } from "./on-chain"

/** What was asked for, where it is paid and how far it came. */
export function PaymentFacts({ payment }: { payment: PaymentView }) {
  const { t } = useTranslation("cryptoPayments")
  const fiat = useFiat()
  const networkName = useNetworkName()
  const { asset, pay_amount: pay, amount } = payment
  const isOver = new Date(payment.quote_expires_at) <= new Date()

  return (
    <>
      <SectionRow title={t("payment.facts.amount")} value={fiat(amount)} />
      <SectionRow
        title={t("payment.facts.pay")}
        value={
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
        }
      />
      <SectionRow
        title={t("payment.facts.network")}
        value={
          <span className="flex flex-wrap items-center gap-2">
            {t("payment.onNetwork", { asset, network: networkName(payment.chain) })}
            <Badge size="2xsmall" color={payment.test_mode ? "orange" : "green"}>
              {t(payment.test_mode ? "payment.facts.testNetwork" : "payment.facts.mainNetwork")}
            </Badge>
          </span>
        }
      />
      <SectionRow
        title={t("payment.facts.address")}
        value={
          <OnChain
            value={payment.address}
            explorerUrl={payment.explorer_url}
            copyLabel={t("payment.facts.copy.address")}
            explorerLabel={t("payment.facts.explorer")}
          />
        }
      />
      <SectionRow
        title={t("payment.facts.rate")}
        value={t("payment.facts.rateValue", {
          asset,
          price: fiat({ minor: "", display: payment.rate, currency: amount.currency }),
        })}
      />
      <SectionRow
        title={t(isOver ? "payment.facts.quoteOver" : "payment.facts.quote")}
        value={<When at={payment.quote_expires_at} />}
      />
      <SectionRow title={t("payment.facts.confirmations")} value={String(payment.confirmations)} />
    </>
  )
}
