import { amountOf } from "../../core/money/units"
import { type PossibleAction, possibleActions } from "../../core/payment/attention"
import type { AttentionReason } from "../../core/payment/attention-reasons"
import { isPaid } from "../../core/payment/payment-life"
import { type FoundOrder, ordersById } from "../../medusa/orders"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { accountStanding } from "../connections/account-standing"
import type { Context } from "../context"
import { NOTHING_REFUNDABLE, type Refundable, refundablesOf } from "../record-payout/refundable"

/** A payment's order, what can be sent back of it, and what a person can do. */
export type PaymentActions = { order: FoundOrder | null; refundable: Refundable; actions: PossibleAction[] }

/** Finds these for many payments, by our ids, in a fixed number of queries of Medusa. */
export async function paymentActions(
  context: Context,
  payments: readonly PaymentRow[],
): Promise<Map<string, PaymentActions>> {
  const orderIds = payments.map(({ order_id }) => order_id)
  const [orders, refundables] = await Promise.all([
    ordersById(context.container, orderIds),
    refundablesOf(context, payments),
  ])
  const entries = payments.map(async (payment): Promise<[string, PaymentActions]> => {
    const order = (payment.order_id !== null && orders.get(payment.order_id)) || null
    const refundable = refundables.get(payment.id) ?? NOTHING_REFUNDABLE
    const actions = possibleActions({
      state: payment.status,
      amount: amountOf(payment),
      attentionReason: payment.attention_reason as AttentionReason | null,
      order: order?.facts ?? null,
      refundableMinor: refundable.rest?.minor ?? 0,
      sentBack: refundable.sentBack,
      account: await accountStanding(context, payment, payment.order_id !== null && isOpen(payment)),
    })
    return [payment.id, { order, refundable, actions }]
  })
  return new Map(await Promise.all(entries))
}

/** Only for money that is paid and not settled does it matter in which mode its order was placed. */
const isOpen = ({ status }: PaymentRow): boolean => isPaid(status) && status !== "settled"
