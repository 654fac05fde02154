import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { FiatAmount } from "../../core/money"
import { isPaid } from "../../core/payment-life"
import { minorUnitsOf } from "../../modules/crypto-payments/medusa-amount"
import type { CryptoPaymentsService } from "../../modules/crypto-payments/service"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"

export type Refundable = {
  /** What may still be recorded as sent back, in the payment's currency; null where nothing may. */
  rest: FiatAmount | null
  /** Medusa's payment that took this money, where it did: a payout is a refund of that one. */
  medusaPaymentId: string | null
  /** Something of it went back already without Medusa having booked the money. */
  sentBack: boolean
}

type Amount = { amount: unknown; raw_amount?: unknown }
type Session = {
  id: string
  payment?: { id: string; canceled_at: unknown; captures?: Amount[]; refunds?: Amount[] } | null
}

/** What of each payment may still be sent back: see `refundablesOf`. */
export async function refundableOf(
  container: MedusaContainer,
  module: CryptoPaymentsService,
  payment: PaymentRow,
): Promise<Refundable> {
  const found = (await refundablesOf(container, module, [payment])).get(payment.id)
  return found ?? { rest: null, medusaPaymentId: null, sentBack: false }
}

/**
 * What of each payment may still be sent back, by our ids, in three queries for all of them.
 *
 * Where Medusa captured the money, its own books decide: captured minus refunded. Of the payments of one session only
 * one is on those books; money that came twice was never captured, and neither was what waits for attention. Of that
 * all may go back that no recorded payout has taken. Whichever it is, nobody gets back more than this payment brought.
 */
export async function refundablesOf(
  container: MedusaContainer,
  module: CryptoPaymentsService,
  payments: readonly PaymentRow[],
): Promise<Map<string, Refundable>> {
  const paid = payments.filter(({ status }) => isPaid(status))
  const sessionIds = [...new Set(paid.map(({ session_id }) => session_id).filter((id): id is string => id !== null))]
  const [sessions, settledBySession, payouts] = await Promise.all([
    sessionsOf(container, sessionIds),
    module.lists.payments.settledBySession(sessionIds),
    module.lists.refunds.ofPayments(paid.map(({ id }) => id)),
  ])
  const refundable = (payment: PaymentRow): Refundable => {
    const session = payment.session_id === null ? undefined : sessions.get(payment.session_id)
    const owner = payment.session_id === null ? undefined : settledBySession.get(payment.session_id)
    const taken = owner === undefined || owner === payment.id ? capturedOn(session, payment.currency) : undefined
    const own = payouts.filter(({ payment_id }) => payment_id === payment.id)
    const sent = sum(own.map(({ amount_minor }) => Number(amount_minor)))
    const left = Number(payment.amount_minor) - sent
    const minor = taken === undefined ? left : Math.min(left, taken.left)
    // What is only just completed is on its way onto an order, and Medusa's books are about to change.
    const open = payment.status !== "completed" && minor > 0
    return {
      rest: open ? { minor, currency: payment.currency } : null,
      medusaPaymentId: taken?.paymentId ?? null,
      sentBack: taken === undefined && own.length > 0,
    }
  }
  return new Map(paid.map((payment) => [payment.id, refundable(payment)]))
}

async function sessionsOf(container: MedusaContainer, ids: string[]): Promise<Map<string, Session>> {
  if (ids.length === 0) return new Map()
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment_session",
    fields: ["id", "payment.id", "payment.canceled_at", "payment.captures.*", "payment.refunds.*"],
    filters: { id: ids },
  })
  return new Map((data as unknown as Session[]).map((session) => [session.id, session]))
}

/** What Medusa captured on a session and did not refund, in minor units; undefined where it captured nothing. */
function capturedOn(session: Session | undefined, currency: string): { paymentId: string; left: number } | undefined {
  const payment = session?.payment
  if (!payment || payment.canceled_at) return undefined
  const total = (amounts: Amount[] = []) => sum(amounts.map((one) => minorOf(one, currency)))
  const captured = total(payment.captures)
  return captured > 0 ? { paymentId: payment.id, left: captured - total(payment.refunds) } : undefined
}

const minorOf = ({ raw_amount, amount }: Amount, currency: string): number => {
  const parsed = minorUnitsOf(raw_amount ?? amount, currency)
  return parsed.ok ? parsed.amount.minor : 0
}

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0)
