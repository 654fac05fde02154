import { z } from "zod"
import type { PaymentDetail, PaymentView, PayoutBody, PayoutView } from "../../../../api/admin/crypto-payments/contract"
import { addressProblem, canonicalTransactionId, type OnNetwork } from "../../../../core/assets/addresses"
import { ASSETS, decimalsOf } from "../../../../core/assets/registry"
import { payoutUri } from "../../../../core/money/payment-uri"
import { displayBaseUnits, toBaseUnits } from "../../../../core/money/units"
import { isFarAboveOverpaid, isFarFromRate, sentAtRate } from "../../../../core/payment/payout"
import type { AdminErrorCode } from "../../../../core/text/admin-errors"
import { refusalText, type Translate } from "../../../lib/server"
import { networksOf } from "../../common/values"

/** Digits with at most one point, as on the server. A comma is refused: its meaning differs between countries. */
const DECIMAL = /^\d+(\.\d+)?$/

const payoutSchema = (t: Translate) => {
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

type Transfer = Pick<PayoutValues, "address" | "transaction_id">
type Refuse = (field: keyof PayoutValues, code: AdminErrorCode) => void

const refusing =
  (t: Translate, context: z.core.$RefinementCtx): Refuse =>
  (field, code) =>
    context.addIssue({ code: "custom", path: [field], message: refusalText(t, code) })

/** Checks address and transaction id as the server does, except unchanged values and empty ones (the schema reports those). */
function checkTransfer(on: OnNetwork, { address, transaction_id: id }: Transfer, refuse: Refuse, before?: Transfer) {
  const problem = addressProblem(on, address)
  if (problem && address && address !== before?.address) refuse("address", problem)
  if (id && id !== before?.transaction_id && canonicalTransactionId(on, id) === undefined)
    refuse("transaction_id", "transaction_id_invalid")
}

export const payoutFormSchema = (t: Translate, payment: PaymentDetail) =>
  payoutSchema(t).superRefine((values, context) => {
    const refuse = refusing(t, context)
    const minor = minorOf(payment, values.amount)
    const rest = payment.refundable?.minor
    if (minor && rest !== undefined && minor > BigInt(rest)) refuse("amount", "payout_exceeds_rest")
    const { asset = "", chain = "" } = toPayoutBody(values)
    checkTransfer({ asset, chain, testMode: payment.test_mode }, values, refuse)
  })

export const correctionSchema = (
  t: (key: string) => string,
  { sent, chain, ...before }: PayoutView,
  testMode: boolean,
) =>
  payoutSchema(t)
    .pick({ address: true, transaction_id: true, note: true })
    .superRefine((values, context) =>
      checkTransfer({ asset: sent.asset, chain, testMode }, values, refusing(t, context), before),
    )

const coinOf = ({ asset, chain }: PaymentView) => `${asset} ${chain}`

const minorOf = ({ amount }: PaymentView, typed: string) =>
  toBaseUnits(typed.trim(), amount.display.split(".")[1]?.length ?? 0)
const rateOf = ({ amount, pay_amount }: PaymentView) => ({ minor: amount.minor, base: pay_amount.base })
const isPaidAsset = ({ asset }: PaymentView, { coin }: Pick<PayoutValues, "coin">) => coin.split(" ")[0] === asset

/** The amount of crypto for an amount of money at the payment's rate; empty if the chosen asset has no rate here. */
export function sentFor(payment: PaymentView, values: Pick<PayoutValues, "amount" | "coin">): string {
  const minor = minorOf(payment, values.amount)
  if (!minor || !isPaidAsset(payment, values)) return ""
  return displayBaseUnits(String(sentAtRate(minor, rateOf(payment))), payment.pay_amount.decimals)
}

/** Why the server requires a confirmation; the names of the texts that say it. */
export type Doubt = "far" | "noRate" | "overpaid"

/** @returns `noRate` whatever the numbers are; the others only for valid numbers above zero */
export function doubtsAbout(payment: PaymentDetail, values: PayoutValues): Doubt[] {
  const [minor, sent] = [minorOf(payment, values.amount), toBaseUnits(values.sent.trim(), payment.pay_amount.decimals)]
  const { overpaid } = payment
  const doubts: Doubt[] = []
  if (!isPaidAsset(payment, values)) doubts.push("noRate")
  else if (minor && sent && isFarFromRate(minor, sent, rateOf(payment))) doubts.push("far")
  if (minor && overpaid && isFarAboveOverpaid(minor, BigInt(overpaid.minor))) doubts.push("overpaid")
  return doubts
}

export type PayoutValues = z.infer<ReturnType<typeof payoutSchema>>

/**
 * Starts with all that can still be sent back, or with what the order was overpaid, and with the shopper's address. Without
 * an amount if the service never reported the payment as paid, since nobody knows how much came.
 */
export function initialPayout(payment: PaymentDetail): PayoutValues {
  const { overpaid, refundable, completed_at, payout_request: asked } = payment
  const isPart = overpaid && refundable && BigInt(overpaid.minor) < BigInt(refundable.minor)
  const amount = (completed_at !== null && (isPart ? overpaid : refundable)?.display) || ""
  const isOtherChain = asked?.chain && asked.chain !== payment.chain.toLowerCase()
  const coin = isOtherChain ? `${payment.asset} ${asked.chain}` : coinOf(payment)
  const address = asked?.address ?? ""
  return { amount, sent: sentFor(payment, { amount, coin }), coin, address, transaction_id: "", note: "" }
}

/** What to send from the store's wallet; null until amount and address are right. `uri` is null if none can say it. */
export function sendingOf(payment: PaymentView, values: Pick<PayoutValues, "coin" | "sent" | "address">) {
  const { asset = "", chain = "" } = toPayoutBody(values as PayoutValues)
  const on = { asset, chain, testMode: payment.test_mode }
  const [sent, address] = [values.sent.trim(), values.address.trim()]
  const base = toBaseUnits(sent, decimalsOf(asset, payment.pay_amount))
  if (!base || addressProblem(on, address)) return null
  return { sent, asset, address, uri: payoutUri(on, address, base) ?? null }
}

/** What the admin saw when the form opened. The server records nothing if an order took the money since. */
export const expectedOf = ({ status, payout_request }: PaymentDetail) => ({
  expected_status: status,
  expected_address: payout_request?.address ?? null,
})

export function toPayoutBody({ coin, note, ...values }: PayoutValues): PayoutBody {
  const [asset, chain] = coin.split(" ")
  return { ...values, asset, chain, ...(note ? { note } : {}) }
}

/** The choices for a payout as "<asset> <network>": first the payment's own, with the service's name of the network. */
export function coinsFor(payment: PaymentView): string[] {
  const known = ASSETS.flatMap((asset) => networksOf(asset).map((chain) => `${asset} ${chain}`))
  return [...new Set([coinOf(payment), ...known])]
}
