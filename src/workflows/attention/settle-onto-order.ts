import { accountOf } from "../../core/connection/account"
import type { ConnectionSettings } from "../../core/connection/settings"
import { RETRIED_REASONS } from "../../core/payment/attention-reasons"
import { isUnsettled } from "../../core/payment/lifecycle"
import { adminError, type Result } from "../../core/text/admin-errors"
import { errorLine } from "../../core/text/redact"
import {
  type CollectionForOrder,
  collectionFor,
  dropWaitingSessions,
  openSessionFor,
  undo,
} from "../../medusa/collections"
import { isMedusaError } from "../../medusa/errors"
import type { FoundOrder } from "../../medusa/orders"
import type { OrderLease } from "../../modules/crypto-payments/stores/payment-queue"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { withOrderLease } from "../concurrency"
import { type Context, oneStepWorkflow } from "../context"
import { settleClaimed } from "../settle/settle-payment"
import {
  type AdminAction,
  actionOn,
  actionsFor,
  recordAction,
  recordActionAround,
  type SettleOutcome,
  settleOutcome,
} from "./admin-actions"

type Settled = Result<{ outcome: SettleOutcome }>

const KIND = "settled_onto_order"

/**
 * Puts money that needs attention onto its order: opens a payment session for it and then settles it as usual. A lease
 * holds every paid payment of the order meanwhile, so nothing is captured twice.
 */
async function settleOntoOrder(context: Context, { id, actor_id }: AdminAction): Promise<Settled> {
  const { store } = context
  const found = await store.payments.byId(id)
  if (!found) return adminError("unknown_payment")
  const before = await safeOrder(context, found)
  if (!before.ok) return before
  const settings = await store.settingsOf(found.connection_id)
  if (!settings) return adminError("connection_not_ready")

  const work = async ({ payment }: OrderLease): Promise<Settled> => {
    const safe = await safeOrder(context, payment)
    if (!safe.ok) return safe
    const action = actionOn(payment, { kind: KIND, actor_id, outcome: null })
    const settle = () => settleOnto(context, payment, safe.order, settings)
    return recordActionAround(context, action, settle, (done) => (done.ok ? done.outcome.code : null))
  }
  const result = await withOrderLease<Settled>(context, found, before.order.id, work)
  if (result.ok || result.code !== "busy") return result
  const outcome = settleOutcome({ state: "busy" })
  await recordAction(context, found, { kind: KIND, actor_id, outcome: outcome.code })
  return { ok: true, outcome }
}

async function safeOrder(context: Context, payment: PaymentRow): Promise<Result<{ order: FoundOrder }>> {
  const { actions, order, refundable } = await actionsFor(context, payment)
  if (order && actions.includes("settle_onto_order")) return { ok: true, order }
  const differs = payment.status === "attention" && order && !order.canceled && !refundable.paidOut
  return adminError(differs ? "order_differs" : "not_possible")
}

async function settleOnto(
  context: Context,
  payment: PaymentRow,
  order: FoundOrder,
  settings: ConnectionSettings,
): Promise<Settled> {
  const { container, store, clock } = context
  const collection = await collectionFor(container, payment, order.id, true)
  const moved = {
    ...{ payment_collection_id: collection.id, order_id: order.id, session_id: null },
    // The sweep continues if this process dies.
    next_check_at: payment.leased_until,
    // A person who settles another account's money accepts it for the present account.
    account: accountOf(settings).fingerprint,
  }
  await store.payments.patch(payment.id, moved, clock())
  const target = { orderId: order.id, collection }
  let sessionId: string
  try {
    sessionId = await openSessionFor(container, payment, collection.id)
  } catch (error) {
    await putBack(context, payment, target, null)
    if (!isMedusaError(error)) throw error
    return adminError("not_possible", errorLine(error, store.secrets()))
  }
  const attached = (await store.payments.byId(payment.id)) as PaymentRow
  const claimed = { ...attached, leased_until: payment.leased_until }
  const settled = await settleClaimed(context, claimed, true)
  if (settled.state === "settled") {
    await dropWaitingSessions(container, payment, payment.payment_collection_id)
  } else if (settled.reason && !RETRIED_REASONS.has(settled.reason)) {
    await putBack(context, payment, target, sessionId)
  }
  return { ok: true, outcome: settleOutcome(settled) }
}

/**
 * Undoes the move. If settling ran, it decided when the payment is due next.
 * @param payment as it was before
 */
async function putBack(
  { container, store, clock }: Context,
  payment: PaymentRow,
  { orderId, collection }: { orderId: string; collection: CollectionForOrder },
  sessionId: string | null,
): Promise<void> {
  const present = await store.payments.byId(payment.id)
  if (!present || !isUnsettled(present.status)) return
  const { payment_collection_id, session_id, account, next_check_at } = payment
  const former = sessionId === null ? { next_check_at } : {}
  await store.payments.patch(payment.id, { payment_collection_id, session_id, account, ...former }, clock())
  await undo(container, orderId, collection, sessionId)
}

export const settleCryptoPaymentOntoOrderWorkflow = oneStepWorkflow("settle-crypto-payment-onto-order", settleOntoOrder)
