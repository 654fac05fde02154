import { amountOf } from "../../core/money/units"
import { type PossibleAction, possibleActions } from "../../core/payment/attention"
import { ATTENTION_WORDS, type AttentionReason } from "../../core/payment/attention-reasons"
import { isPaid } from "../../core/payment/payment-life"
import { type AdminRefusal, adminRefusal } from "../../core/text/admin-refusals"
import { booksOfOrders } from "../../medusa/books"
import { type FoundOrder, ordersById } from "../../medusa/orders"
import type { NewAction } from "../../modules/crypto-payments/stores/actions"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { accountStanding } from "../connections/account-standing"
import type { Context } from "../context"
import { NOTHING_REFUNDABLE, type Refundable, refundablesOf } from "../review-order/refundable"
import type { SettleResult } from "../settle/record"

/** An admin's command: the payment or event, and who acts. */
export type AdminAction = { id: string; actor_id: string }

/** What an admin can do about a payment, from facts that are read now. */
export async function actionsFor(context: Context, payment: PaymentRow): Promise<ActionsOnPayment> {
  return (await paymentActions(context, [payment])).get(payment.id) as ActionsOnPayment
}

/** Refuses an action that is not possible on this payment now. */
export async function refusalOf(
  context: Context,
  payment: PaymentRow,
  action: PossibleAction,
): Promise<AdminRefusal | undefined> {
  const { actions } = await actionsFor(context, payment)
  return actions.includes(action) ? undefined : adminRefusal("not_possible")
}

type ActionEntry = { kind: NewAction["kind"]; actor_id: string; note?: string | null; outcome: string | null }

/** An entry of the audit log about a payment. */
export const actionOn = (payment: PaymentRow, entry: ActionEntry): NewAction => ({
  connection_id: payment.connection_id,
  payment_id: payment.id,
  ...entry,
})

/** Records an action in the audit log. */
export async function recordAction({ store, clock }: Context, payment: PaymentRow, entry: ActionEntry): Promise<void> {
  await store.actions.record(actionOn(payment, entry), clock())
}

/**
 * Records the action before running it, so a crash still shows who started it; then records the outcome. Without an
 * outcome nothing was done, so the entry is taken back.
 */
export async function recordActionAround<T>(
  { store, clock }: Context,
  action: NewAction,
  work: () => Promise<T>,
  outcomeOf: (done: T) => string | null,
): Promise<T> {
  const { id } = await store.actions.record(action, clock())
  const done = await work()
  const outcome = outcomeOf(done)
  await (outcome === null ? store.actions.remove(id) : store.actions.addOutcome(id, outcome))
  return done
}

/** A payment's order, what can be sent back, and what an admin can do. */
export type ActionsOnPayment = { order: FoundOrder | null; refundable: Refundable; actions: PossibleAction[] }

/** Finds the possible actions of many payments, by our ids, with a fixed number of queries to Medusa. */
export async function paymentActions(
  context: Context,
  payments: readonly PaymentRow[],
): Promise<Map<string, ActionsOnPayment>> {
  const orderIds = payments.map(({ order_id }) => order_id)
  const [orders, books, refundables] = await Promise.all([
    ordersById(context.container, orderIds),
    booksOfOrders(context.container, orderIds),
    refundablesOf(context, payments),
  ])
  const entries = payments.map(async (payment): Promise<[string, ActionsOnPayment]> => {
    const order = (payment.order_id !== null && orders.get(payment.order_id)) || null
    const refundable = refundables.get(payment.id) ?? NOTHING_REFUNDABLE
    const actions = possibleActions({
      state: payment.status,
      amount: amountOf(payment),
      attentionReason: payment.attention_reason as AttentionReason | null,
      order: (order && books.get(order.id)) ?? null,
      refundableMinor: refundable.rest?.minor ?? 0,
      sentBack: refundable.sentBack,
      account: await accountStanding(context, payment, payment.order_id !== null && isOpen(payment)),
    })
    return [payment.id, { order, refundable, actions }]
  })
  return new Map(await Promise.all(entries))
}

/** The mode in which the order was placed matters only for money that is paid and not settled. */
const isOpen = ({ status }: PaymentRow): boolean => isPaid(status) && status !== "settled"

export type SettleOutcome = { code: "settled" | "attention" | "busy"; message: string }

/** The result of settling, for the admin who asked for it. */
export function settleOutcome({ state, reason }: SettleResult): SettleOutcome {
  if (state === "settled") return { code: "settled", message: "The money is on its order." }
  if (state === "attention") {
    const why = reason ? ATTENTION_WORDS[reason] : "It still needs attention."
    return { code: "attention", message: why }
  }
  return {
    code: "busy",
    message: "It is being settled now, or will be retried automatically soon. Look again in a minute.",
  }
}
