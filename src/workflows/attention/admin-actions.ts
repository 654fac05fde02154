import type { MedusaContainer } from "@medusajs/framework/types"
import type { PossibleAction } from "../../core/payment/attention"
import { type AdminRefusal, adminRefusal } from "../../core/text/admin-refusals"
import type { ActionKind } from "../../modules/crypto-payments/models/action"
import type { CryptoPaymentsService } from "../../modules/crypto-payments/service"
import type { NewAction } from "../../modules/crypto-payments/stores/actions"
import type { OrderLease } from "../../modules/crypto-payments/stores/order-leases"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { type PaymentFacts, paymentFacts } from "./possible-actions"

/** Who does something to what. */
export type Act = { id: string; actor_id: string }

/** What a person can do about a payment, read afresh. */
export async function factsOf(
  container: MedusaContainer,
  module: CryptoPaymentsService,
  payment: PaymentRow,
): Promise<PaymentFacts> {
  return (await paymentFacts(container, module, [payment])).get(payment.id) as PaymentFacts
}

/** Refuses what cannot be done to this payment now. */
export async function refusalOf(
  container: MedusaContainer,
  module: CryptoPaymentsService,
  payment: PaymentRow,
  action: PossibleAction,
): Promise<AdminRefusal | undefined> {
  const { actions } = await factsOf(container, module, payment)
  return actions.includes(action) ? undefined : adminRefusal("not_possible")
}

/** Works on a payment while nobody else does, nor on the others of its order. */
export async function underLease<T>(
  module: CryptoPaymentsService,
  payment: PaymentRow,
  orderId: string | null,
  now: Date,
  work: (lease: OrderLease) => Promise<T>,
): Promise<T | { ok: false; code: "busy" }> {
  const lease = await module.orderLeases.take(payment.id, orderId, now)
  if (!lease) return { ok: false, code: "busy" }
  try {
    return await work(lease)
  } finally {
    await module.orderLeases.free(lease)
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
export async function keepAct(
  module: CryptoPaymentsService,
  payment: PaymentRow,
  act: WhoAndWhat,
  now: Date,
): Promise<void> {
  await module.actions.record(actOn(payment, act), now)
}

/** Keeps who begins what before it is done, so that a crash on the way leaves their name; then what came of it. */
export async function keepingAct<T>(
  module: CryptoPaymentsService,
  act: NewAction,
  now: Date,
  work: () => Promise<T>,
  outcomeOf: (done: T) => string,
): Promise<T> {
  const { id } = await module.actions.record(act, now)
  const done = await work()
  await module.actions.cameOf(id, outcomeOf(done))
  return done
}
