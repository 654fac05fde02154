import { z } from "zod"
import type { PaymentDetail, RefundBody } from "../../../../api/admin/crypto-payments/contract"

/** Digits with a point or none: what the server takes, so that no number is ever read as another by its commas. */
const DECIMAL = /^\d+(\.\d+)?$/

export const payoutSchema = (t: (key: string) => string) => {
  const wanted = () => z.string().trim().min(1, t("payment.payout.wanted"))
  const decimal = () => wanted().regex(DECIMAL, t("payment.payout.decimalWanted"))
  return z.object({
    amount: decimal(),
    sent: decimal(),
    /** Asset and network with a space between. */
    coin: wanted(),
    address: wanted(),
    transaction_id: wanted(),
    note: z.string().trim(),
  })
}

export type PayoutValues = z.infer<ReturnType<typeof payoutSchema>>

export const initialPayout = (payment: PaymentDetail): PayoutValues => ({
  amount: payment.refundable?.display ?? "",
  sent: "",
  coin: `${payment.asset} ${payment.chain}`,
  address: "",
  transaction_id: "",
  note: "",
})

export function toRefundBody({ coin, note, ...values }: PayoutValues): RefundBody {
  const [asset, chain] = coin.split(" ")
  return { ...values, asset, chain, ...(note ? { note } : {}) }
}

/** The field that a refusal is about, by its code. */
export const FIELD_OF: Record<string, keyof PayoutValues> = {
  amount_invalid: "amount",
  refund_exceeds_rest: "amount",
  sent_invalid: "sent",
  asset_invalid: "coin",
  address_invalid: "address",
  transaction_id_invalid: "transaction_id",
  payout_recorded_already: "transaction_id",
}
