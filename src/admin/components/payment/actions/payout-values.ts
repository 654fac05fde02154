import { z } from "zod"
import type { PaymentDetail, PaymentView, RefundBody } from "../../../../api/admin/crypto-payments/contract"
import { ASSETS } from "../../../../core/assets/registry"
import { networksOf } from "../../common/asset"

/** Digits with at most one point, as the server takes them: commas mean different numbers to different readers. */
const DECIMAL = /^\d+(\.\d+)?$/

export const payoutSchema = (t: (key: string) => string) => {
  const wanted = () => z.string().trim().min(1, t("payment.payout.wanted"))
  const decimal = () => wanted().regex(DECIMAL, t("payment.payout.decimalWanted"))
  return z.object({
    amount: decimal(),
    sent: decimal(),
    /** "<asset> <network>" */
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

/** What a payout can be sent in, as "<asset> <network>": first what was paid, as the service names it. */
export function coinsFor(payment: PaymentView): string[] {
  const known = ASSETS.flatMap((asset) => networksOf(asset).map((chain) => `${asset} ${chain}`))
  return [...new Set([`${payment.asset} ${payment.chain}`, ...known])]
}
