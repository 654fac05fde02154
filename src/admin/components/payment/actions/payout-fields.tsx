import { Select } from "@medusajs/ui"
import type { PaymentDetail } from "../../../../api/admin/crypto-payments/contract"
import { networkName } from "../../../../core/assets/registry"
import { cryptoText, useTexts } from "../../../lib/format"
import { Field, TextField } from "../../common/fields"
import { coinsFor, type PayoutValues } from "./payout-values"

export function PayoutFields({ payment }: { payment: PaymentDetail }) {
  const { t, fiat } = useTexts()
  const { amount, refundable } = payment
  return (
    <>
      <TextField<PayoutValues>
        name="amount"
        label={t("payment.payout.amount", { currency: amount.currency.toUpperCase() })}
        hint={t("payment.payout.amountHint", {
          rest: fiat(refundable ?? { ...amount, minor: "0", display: "0" }),
          total: fiat(amount),
        })}
        decimal
      />
      <CoinField payment={payment} />
      <TextField<PayoutValues>
        name="sent"
        label={t("payment.payout.sent")}
        hint={t("payment.payout.sentHint", { paid: cryptoText(payment), fiat: fiat(amount) })}
        decimal
      />
      <TextField<PayoutValues>
        name="address"
        label={t("payment.payout.address")}
        hint={t("payment.payout.addressHint")}
        mono
      />
      <TextField<PayoutValues> name="transaction_id" label={t("payment.payout.transactionId")} mono />
      {/* In the dark theme the contrast of Medusa's optional mark is 3.3:1; WCAG 1.4.3 requires 4.5:1. */}
      <TextField<PayoutValues> name="note" label={t("payment.payout.note")} multiline />
    </>
  )
}

function CoinField({ payment }: { payment: PaymentDetail }) {
  const { t } = useTexts()
  const nameOf = (coin: string) => {
    const [asset = "", chain = ""] = coin.split(" ")
    return t("payment.onNetwork", { asset, network: networkName(chain) })
  }
  return (
    <Field<PayoutValues> name="coin" label={t("payment.payout.coin")}>
      {({ ref, onChange, ...field }, control) => (
        <Select {...field} onValueChange={onChange}>
          <Select.Trigger ref={ref} {...control}>
            <Select.Value />
          </Select.Trigger>
          <Select.Content>
            {coinsFor(payment).map((coin) => (
              <Select.Item key={coin} value={coin}>
                {nameOf(coin)}
              </Select.Item>
            ))}
          </Select.Content>
        </Select>
      )}
    </Field>
  )
}
