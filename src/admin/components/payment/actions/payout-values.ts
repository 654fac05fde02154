import { z } from "zod"
import type { PaymentDetail, PaymentView, RefundBody } from "../../../../api/admin/crypto-payments/contract"
import { ASSETS } from "../../../../core/assets/registry"
import { displayBaseUnits, toBaseUnits } from "../../../../core/money/units"
import { isFarFromRate, sentAtRate } from "../../../../core/payment/payout-amount"
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

const coinOf = ({ asset, chain }: PaymentView) => `${asset} ${chain}`

type Priced = Pick<PaymentView, "asset" | "amount" | "pay_amount">
type Amounts = Pick<PayoutValues, "amount" | "coin">

const minorOf = ({ amount }: Priced, typed: string) =>
  toBaseUnits(typed.trim(), amount.display.split(".")[1]?.length ?? 0)
const rateOf = ({ amount, pay_amount }: Priced) => ({ minor: amount.minor, base: pay_amount.base })
const isPaidAsset = ({ asset }: Priced, { coin }: Pick<PayoutValues, "coin">) => coin.split(" ")[0] === asset

/** What to send for an amount at the payment's rate; empty if the asset sent has no rate here. */
export function sentFor(payment: Priced, values: Amounts): string {
  const minor = minorOf(payment, values.amount)
  if (!minor || !isPaidAsset(payment, values)) return ""
  return displayBaseUnits(String(sentAtRate(minor, rateOf(payment))), payment.pay_amount.decimals)
}

/** Whether the server wants a confirmation. Numbers that it refuses need none. */
export function isUnusual(payment: Priced, values: Amounts & Pick<PayoutValues, "sent">): boolean {
  if (!isPaidAsset(payment, values)) return true
  const [minor, sent] = [minorOf(payment, values.amount), toBaseUnits(values.sent.trim(), payment.pay_amount.decimals)]
  return minor !== undefined && sent !== undefined && isFarFromRate(minor, sent, rateOf(payment))
}

export type PayoutValues = z.infer<ReturnType<typeof payoutSchema>>

export const initialPayout = (payment: PaymentDetail): PayoutValues => ({
  amount: payment.refundable?.display ?? "",
  sent: sentFor(payment, { amount: payment.refundable?.display ?? "", coin: coinOf(payment) }),
  coin: coinOf(payment),
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
  return [...new Set([coinOf(payment), ...known])]
}
