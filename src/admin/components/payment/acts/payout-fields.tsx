import { Form } from "@medusajs/dashboard/components"
import { Select, Textarea } from "@medusajs/ui"
import { useFormContext } from "react-hook-form"
import { useTranslation } from "react-i18next"
import type { PaymentDetail } from "../../../../api/admin/crypto-payments/contract"
import { TextField } from "../../common/text-field"
import { useFiat } from "../../common/use-fiat"
import { coinsFor, useCoinName } from "./coins"
import type { PayoutValues } from "./payout-schema"

/** What is written down of a payout. */
export function PayoutFields({ payment }: { payment: PaymentDetail }) {
  const { t } = useTranslation("cryptoPayments")
  const { control } = useFormContext<PayoutValues>()
  const coinName = useCoinName()
  const fiat = useFiat()
  const paid = `${payment.pay_amount.display} ${payment.pay_amount.asset}`

  return (
    <>
      <TextField<PayoutValues>
        name="amount"
        label={t("payment.payout.amount", { currency: payment.amount.currency.toUpperCase() })}
        hint={t("payment.payout.amountHint", {
          rest: payment.refundable ? fiat(payment.refundable) : fiat({ ...payment.amount, minor: "0", display: "0" }),
          total: fiat(payment.amount),
        })}
        decimal
      />
      <Form.Field
        control={control}
        name="coin"
        render={({ field: { ref, onChange, ...field } }) => (
          <Form.Item>
            <Form.Label>{t("payment.payout.coin")}</Form.Label>
            <Select {...field} onValueChange={onChange}>
              <Form.Control>
                <Select.Trigger ref={ref}>
                  <Select.Value />
                </Select.Trigger>
              </Form.Control>
              <Select.Content>
                {coinsFor(payment).map((coin) => (
                  <Select.Item key={coin} value={coin}>
                    {coinName(coin)}
                  </Select.Item>
                ))}
              </Select.Content>
            </Select>
            <Form.ErrorMessage />
          </Form.Item>
        )}
      />
      <TextField<PayoutValues>
        name="sent"
        label={t("payment.payout.sent")}
        hint={t("payment.payout.sentHint", { paid, fiat: fiat(payment.amount) })}
        decimal
      />
      <TextField<PayoutValues>
        name="address"
        label={t("payment.payout.address")}
        hint={t("payment.payout.addressHint")}
        mono
      />
      <TextField<PayoutValues> name="transaction_id" label={t("payment.payout.transactionId")} mono />
      <Form.Field
        control={control}
        name="note"
        render={({ field }) => (
          <Form.Item>
            <Form.Label>{t("payment.payout.note")}</Form.Label>
            <Form.Control>
              <Textarea {...field} />
            </Form.Control>
            <Form.ErrorMessage />
          </Form.Item>
        )}
      />
    </>
  )
}
