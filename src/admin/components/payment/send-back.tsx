import type { PaymentDetail } from "../../../api/admin/crypto-payments/contract"
import { cryptoText, useTexts } from "../../lib/format"
import { useMay } from "../../lib/queries"
import { CopyAmount } from "../common/values"

/** "Send back $15.50 USD = 0.19375 LTC", for a role that may record it; with a button that copies the crypto amount. */
export function SendBack({ sendBack }: { sendBack: PaymentDetail["send_back"] }) {
  const { t, fiat } = useTexts()
  const mayRecord = useMay()("crypto_payout:create")
  if (!sendBack || !mayRecord) return null
  const { amount, crypto } = sendBack
  return (
    <div className="txt-compact-small-plus text-ui-fg-base flex flex-wrap items-center gap-x-2">
      {t("attention.sendBack", { amount: fiat(amount), crypto: cryptoText(crypto) })}
      <CopyAmount amount={crypto.display} />
    </div>
  )
}
