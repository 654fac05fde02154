import { TriangleRightMini } from "@medusajs/icons"
import { clx, IconButton, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { PaymentView } from "../../../api/admin/crypto-payments/contract"
import { AssetIcon } from "../common/asset-icon"
import { QUIET_LINK } from "../common/quiet-link"
import { useFiat } from "../common/use-fiat"

type Props = {
  payment: PaymentView
  /** How it is folded, where there are several. */
  fold: null | { isOpen: boolean; toggle: () => void; controls: string }
}

export function OrderPaymentTitle({ payment, fold }: Props) {
  const { t } = useTranslation("cryptoPayments")
  const fiat = useFiat()
  const paid = `${payment.pay_amount.display} ${payment.pay_amount.asset}`
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
        <Link
          to={`/crypto-payments/${payment.id}`}
          aria-label={t("order.open", { paid })}
          className={clx(QUIET_LINK, "txt-compact-small-plus")}
        >
          {paid}
        </Link>
        <Text size="small" leading="compact" className="text-ui-fg-subtle">
          {fiat(payment.amount)}
        </Text>
      </div>
    </div>
  )
}
