import type { PossibleAction } from "../../core/payment/attention"
import { type AdminRefusal, adminRefusal } from "../../core/text/admin-refusals"
import type { ActionKind } from "../../modules/crypto-payments/models/action"
import type { NewAction } from "../../modules/crypto-payments/stores/actions"
import type { OrderLease } from "../../modules/crypto-payments/stores/order-leases"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { type PaymentActions, paymentActions } from "./possible-actions"

/** An admin's command: the payment or event, and who acts. */
export type AdminAction = { id: string; actor_id: string }

/** What a person can do about a payment, read afresh. */
export async function actionsFor(context: Context, payment: PaymentRow): Promise<PaymentActions> {
  return (await paymentActions(context, [payment])).get(payment.id) as PaymentActions
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

/** Works on a payment and the others of its order while nobody else does. */
export async function underLease<T>(
  { store, clock }: Context,
  payment: PaymentRow,
  orderId: string | null,
  work: (lease: OrderLease) => Promise<T>,
): Promise<T | { ok: false; code: "busy" }> {
  const lease = await store.orderLeases.take(payment.id, orderId, clock())
  if (!lease) return { ok: false, code: "busy" }
  try {
    return await work(lease)
  } finally {
    await store.orderLeases.free(lease)
  }
}

type ActionEntry = { kind: ActionKind; actor_id: string; note?: string | null; outcome: string | null }

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

/** Records the action before running it, so a crash still shows who started it; then records the outcome. */
export async function recordActionAround<T>(
  { store, clock }: Context,
  action: NewAction,
  work: () => Promise<T>,
  outcomeOf: (done: T) => string,
): Promise<T> {
  const { id } = await store.actions.record(action, clock())
  const done = await work()
  await store.actions.cameOf(id, outcomeOf(done))
  return done
}
