import { displayBaseUnits, type FiatAmount, minorToMajor } from "../money/units"
import { ATTENTION_WORDS, type AttentionReason } from "../payment/attention-reasons"

export type AttentionNotice = { title: string; description: string }

type NoticedPayment = {
  amount: FiatAmount
  pay: { base: string; decimals: number; asset: string }
  /** The order's number; null if there is no order, or it has none. */
  orderNumber: number | null
  testMode: boolean
}

const WHERE = "Open Crypto payments > Attention to act on it."

/**
 * The notification in Medusa's admin for a payment, or for an event that names none. It is in English, like Medusa's
 * own, and contains nothing about the shopper.
 */
export function attentionNotice(reason: AttentionReason, payment: NoticedPayment | null): AttentionNotice {
  if (!payment) return { title: "A payment event needs attention", description: `${ATTENTION_WORDS[reason]}\n${WHERE}` }
  const { amount, pay, orderNumber, testMode } = payment
  const money = `${minorToMajor(amount)} ${amount.currency} (${displayBaseUnits(pay.base, pay.decimals)} ${pay.asset})`
  return {
    title: `${orderNumber === null ? "A crypto payment" : `Crypto payment of order #${orderNumber}`} needs attention`,
    description: `${money}${testMode ? ", test mode" : ""}. ${ATTENTION_WORDS[reason]}\n${WHERE}`,
  }
}

/** The same of a connection that payments wait for and that medusa-config does not register. */
export const connectionNotice = (id: string, waiting: number): AttentionNotice => ({
  title: `The crypto payment connection "${id}" needs attention`,
  description: `Payments that wait for it: ${waiting}. ${ATTENTION_WORDS.connection_gone}\n${WHERE}`,
})
