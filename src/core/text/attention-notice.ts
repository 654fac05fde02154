import { displayBaseUnits, type FiatAmount, minorToMajor } from "../money/units"
import { ATTENTION_REASONS, type AttentionReason } from "../payment/attention-reasons"

type AttentionNotice = { title: string; description: string }

type NoticedPayment = {
  amount: FiatAmount
  pay: { base: string; decimals: number; asset: string }
  /** The order's number; null if there is no order, or it has none. */
  orderNumber: number | null
  testMode: boolean
}

/** Medusa's bell shows no links. */
const WHERE = "See Crypto payments > Attention."

/**
 * The notification in Medusa's admin for a payment, or for an event that names none. It is in English, like Medusa's
 * own, short, and contains nothing about the shopper.
 */
export function attentionNotice(reason: AttentionReason, payment: NoticedPayment | null): AttentionNotice {
  const { title } = ATTENTION_REASONS[reason]
  return payment ? noticeOf(title, payment) : { title, description: WHERE }
}

/** The same of an address that a shopper entered for money to send back. */
export const addressNotice = (payment: NoticedPayment): AttentionNotice =>
  noticeOf("The shopper entered where to send money back", payment)

function noticeOf(title: string, { amount, pay, orderNumber, testMode }: NoticedPayment): AttentionNotice {
  const money = `${minorToMajor(amount)} ${amount.currency} (${displayBaseUnits(pay.base, pay.decimals)} ${pay.asset})`
  return {
    title: orderNumber === null ? title : `Order #${orderNumber}: ${title}`,
    description: `${money}${testMode ? ", test mode" : ""}. ${WHERE}`,
  }
}

/** The same of a connection that payments wait for and that medusa-config does not register. */
export const connectionNotice = (id: string, waiting: number): AttentionNotice => ({
  title: `${ATTENTION_REASONS.connection_gone.title}: ${id}`,
  description: `Payments that wait for it: ${waiting}. ${WHERE}`,
})
