import { z } from "zod"
import type { PaymentDetail, PaymentView, RefundBody, RefundView } from "../../../../api/admin/crypto-payments/contract"
import { canonicalTransactionId, isAddress, type OnNetwork } from "../../../../core/assets/addresses"
import { ASSETS } from "../../../../core/assets/registry"
import { displayBaseUnits, toBaseUnits } from "../../../../core/money/units"
import { isFarFromRate, sentAtRate } from "../../../../core/payment/payout-amount"
import { type AdminRefusalCode, adminRefusal, refusalMessage } from "../../../../core/text/admin-refusals"
import { networksOf } from "../../common/asset"

/** Digits with at most one point, as the server takes them: commas mean different numbers to different readers. */
const DECIMAL = /^\d+(\.\d+)?$/

const payoutSchema = (t: (key: string) => string) => {
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

type Went = Pick<PayoutValues, "address" | "transaction_id">
type Refuse = (field: keyof PayoutValues, code: AdminRefusalCode) => void

const refusing =
  (context: z.core.$RefinementCtx): Refuse =>
  (field, code) =>
    context.addIssue({ code: "custom", path: [field], message: refusalMessage(adminRefusal(code)) })

/** Refuses what the server would, unless it is empty or stays: so an empty field hides no other mistake. */
function checkWent(on: OnNetwork, { address, transaction_id: id }: Went, refuse: Refuse, before?: Went) {
  if (address && address !== before?.address && !isAddress(on, address)) refuse("address", "address_invalid")
  if (id && id !== before?.transaction_id && canonicalTransactionId(on, id) === undefined)
    refuse("transaction_id", "transaction_id_invalid")
}

/** The form of a payout of a payment. */
export const payoutFormSchema = (t: (key: string) => string, payment: PaymentDetail) =>
  payoutSchema(t).superRefine((values, context) => {
    const refuse = refusing(context)
    const minor = minorOf(payment, values.amount)
    const rest = payment.refundable?.minor
    if (minor && rest !== undefined && minor > BigInt(rest)) refuse("amount", "refund_exceeds_rest")
    const { asset = "", chain = "" } = toRefundBody(values)
    checkWent({ asset, chain, testMode: payment.test_mode }, values, refuse)
  })

/** The form of a correction of a payout. */
export const correctionSchema = (
  t: (key: string) => string,
  { sent, chain, ...before }: RefundView,
  testMode: boolean,
) =>
  payoutSchema(t)
    .pick({ address: true, transaction_id: true, note: true })
    .superRefine((values, context) =>
      checkWent({ asset: sent.asset, chain, testMode }, values, refusing(context), before),
    )

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
