import type { PossibleAction } from "../../core/payment/attention"
import { type AdminRefusal, adminRefusal } from "../../core/text/admin-refusals"
import type { ActionKind } from "../../modules/crypto-payments/models/action"
import type { NewAction } from "../../modules/crypto-payments/stores/actions"
import type { OrderLease } from "../../modules/crypto-payments/stores/order-leases"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { type PaymentFacts, paymentFacts } from "./possible-actions"

/** Who does something to what. */
export type Act = { id: string; actor_id: string }

/** What a person can do about a payment, read afresh. */
export async function factsOf(context: Context, payment: PaymentRow): Promise<PaymentFacts> {
  return (await paymentFacts(context, [payment])).get(payment.id) as PaymentFacts
}

/** Refuses what cannot be done to this payment now. */
export async function refusalOf(
  context: Context,
  payment: PaymentRow,
  action: PossibleAction,
): Promise<AdminRefusal | undefined> {
  const { actions } = await factsOf(context, payment)
  return actions.includes(action) ? undefined : adminRefusal("not_possible")
}

/** Works on a payment while nobody else does, nor on the others of its order. */
export async function underLease<T>(
  context: Context,
  payment: PaymentRow,
  orderId: string | null,
  work: (lease: OrderLease) => Promise<T>,
): Promise<T | { ok: false; code: "busy" }> {
  const { store, clock } = context
  const now = clock()
  const lease = await store.orderLeases.take(payment.id, orderId, now)
  if (!lease) return { ok: false, code: "busy" }
  try {
    return await work(lease)
  } finally {
    await store.orderLeases.free(lease)
  }
}

type WhoAndWhat = { kind: ActionKind; actor_id: string; note?: string | null; outcome: string | null }

/** Who did what to a payment, and what came of it, as it is kept. */
export const actOn = (payment: PaymentRow, act: WhoAndWhat): NewAction => ({
  connection_id: payment.connection_id,
  payment_id: payment.id,
  ...act,
})

/** Keeps an act that changes nothing which must not stand without it. */
export async function keepAct(context: Context, payment: PaymentRow, act: WhoAndWhat): Promise<void> {
  const { store, clock } = context
  const now = clock()
  await store.actions.record(actOn(payment, act), now)
}

/** Keeps who begins what before it is done, so that a crash on the way leaves their name; then what came of it. */
export async function keepingAct<T>(
  context: Context,
  act: NewAction,
  work: () => Promise<T>,
  outcomeOf: (done: T) => string,
): Promise<T> {
  const { store, clock } = context
  const now = clock()
  const { id } = await store.actions.record(act, now)
  const done = await work()
  await store.actions.cameOf(id, outcomeOf(done))
  return done
}
