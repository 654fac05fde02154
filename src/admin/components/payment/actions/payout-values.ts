import { z } from "zod"
import type { PaymentDetail, PaymentView, RefundBody } from "../../../../api/admin/crypto-payments/contract"
import { canonicalTransactionId, isAddress } from "../../../../core/assets/addresses"
import { ASSETS } from "../../../../core/assets/registry"
import { displayBaseUnits, toBaseUnits } from "../../../../core/money/units"
import { isFarFromRate, sentAtRate } from "../../../../core/payment/payout-amount"
import { type AdminRefusalCode, adminRefusal, refusalMessage } from "../../../../core/text/admin-refusals"
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

/** The form, with what the server would refuse besides: so a field left empty hides no other mistake. */
export const payoutFormSchema = (t: (key: string) => string, payment: PaymentDetail) =>
  payoutSchema(t).superRefine((values, context) => {
    const minor = minorOf(payment, values.amount)
    const rest = payment.refundable?.minor
    const { asset = "", chain = "" } = toRefundBody(values)
    const on = { asset, chain, testMode: payment.test_mode }
    const { address, transaction_id: id } = values
    const refuse = (field: keyof PayoutValues, code: AdminRefusalCode) =>
      context.addIssue({ code: "custom", path: [field], message: refusalMessage(adminRefusal(code)) })
    if (minor && rest !== undefined && minor > BigInt(rest)) refuse("amount", "refund_exceeds_rest")
    if (address && !isAddress(on, address)) refuse("address", "address_invalid")
    if (id && canonicalTransactionId(on, id) === undefined) refuse("transaction_id", "transaction_id_invalid")
  })

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
