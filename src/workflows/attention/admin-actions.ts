import { accountOf } from "../../core/connection/account"
import { CHECK_FAILURES, type CheckFailure, judgeCheck } from "../../core/connection/connection-test"
import type { ConnectionSettings } from "../../core/connection/settings"
import { amountOf, type FiatAmount } from "../../core/money/units"
import { amountToSendBack, possibleActions, possibleEventActions } from "../../core/payment/attention"
import {
  ATTENTION_WORDS,
  type AttentionReason,
  type PossibleAction,
  RETRIED_REASONS,
} from "../../core/payment/attention-reasons"
import { hasOnlyUnknownWord, isPaid, isSeen, isUnsettled } from "../../core/payment/lifecycle"
import { goesBack } from "../../core/payment/settlement"
import { type AdminError, adminError, type Result } from "../../core/text/admin-errors"
import { errorLine, ofPayment } from "../../core/text/log-lines"
import { loadOrderBalance, loadOrderBalances } from "../../medusa/balance"
import { type CollectionForOrder, collectionFor, undo } from "../../medusa/collections"
import { isMedusaError } from "../../medusa/errors"
import { type FoundOrder, ordersById } from "../../medusa/orders"
import { dropWaitingSessions, openSessionFor } from "../../medusa/session-writes"
import type { NewAction } from "../../modules/crypto-payments/stores/actions"
import type { OrderLease } from "../../modules/crypto-payments/stores/money-leases"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { withCartLock, withOrderLease } from "../concurrency"
import { type Context, oneStepWorkflow } from "../context"
import { accountMatch, isPayoutUnbooked } from "../counted-money"
import { lookUpAndSettle } from "../lookups/look-up-payment"
import {
  isCapturedOnOrder,
  isOnOrder,
  NOTHING_REFUNDABLE,
  type Refundable,
  refundablesOf,
} from "../review-order/refundable"
import type { SettleResult } from "../settle/record"
import { settleClaimed, settleOrLog, settlePayment } from "../settle/settle-payment"
import { emitAttention, removeNotices } from "../store-events/notify"
import { ingestEvent } from "../webhook/receive-event"

export type AdminAction = { id: string; actor_id: string }

export async function actionsFor(context: Context, payment: PaymentRow): Promise<ActionsOnPayment> {
  return (await paymentActions(context, [payment])).get(payment.id) as ActionsOnPayment
}

/** Refuses an action that is not possible on this payment now. */
export async function refusalOf(
  context: Context,
  payment: PaymentRow,
  action: PossibleAction,
): Promise<AdminError | undefined> {
  const { actions } = await actionsFor(context, payment)
  return actions.includes(action) ? undefined : adminError("not_possible")
}

type ActionEntry = { kind: NewAction["kind"]; actor_id: string; note?: string | null; outcome: string | null }

export const actionOn = (payment: PaymentRow, entry: ActionEntry): NewAction => ({
  connection_id: payment.connection_id,
  payment_id: payment.id,
  ...entry,
})

async function recordAction({ store, clock }: Context, payment: PaymentRow, entry: ActionEntry): Promise<void> {
  await store.actions.record(actionOn(payment, entry), clock())
}

/**
 * Records the action before running it, so a crash still shows who started it; then records the outcome. Without an
 * outcome nothing was done, so the entry is taken back.
 */
async function recordActionAround<T>(
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
export type ActionsOnPayment = {
  order: FoundOrder | null
  refundable: Refundable
  actions: PossibleAction[]
  /** What to send back, if that is what helps. */
  sendBack: FiatAmount | null
}

/**
 * Finds the possible actions of many payments, by our ids, with a fixed number of queries to Medusa, and one more for
 * each unsettled payment that Medusa captured.
 */
export async function paymentActions(
  context: Context,
  payments: readonly PaymentRow[],
): Promise<Map<string, ActionsOnPayment>> {
  const orderIds = payments.map(({ order_id }) => order_id)
  const [orders, balances, refundables] = await Promise.all([
    ordersById(context.container, orderIds),
    loadOrderBalances(context.container, orderIds),
    refundablesOf(context, payments),
  ])
  const entries = payments.map(async (payment): Promise<[string, ActionsOnPayment]> => {
    const order = (payment.order_id !== null && orders.get(payment.order_id)) || null
    const refundable = refundables.get(payment.id) ?? NOTHING_REFUNDABLE
    const balance = (order && balances.get(order.id)) ?? null
    const attentionReason = payment.attention_reason as AttentionReason | null
    const cleared = payment.completed_at !== null
    const actions = possibleActions({
      state: payment.status,
      amount: amountOf(payment),
      attentionReason,
      order: balance,
      refundableMinor: refundable.rest?.minor ?? 0,
      paidOut: refundable.paidOut,
      goesBack: goesBack(payment),
      onOrder: await isCapturedOnOrder(context, payment, refundable),
      cleared,
      ready: (await context.store.settingsOf(payment.connection_id)) !== undefined,
      account: await accountMatch(context, payment, payment.order_id !== null && isOpen(payment)),
    })
    const rest = { refundable: refundable.rest, overpaid: balance?.overpaid ?? null }
    const due = { attentionReason, cleared, actions, ...rest }
    return [payment.id, { order, refundable, actions, sendBack: amountToSendBack(due) }]
  })
  return new Map(await Promise.all(entries))
}

/** The mode in which the order was placed matters only for money that is paid and not settled. */
const isOpen = ({ status }: PaymentRow): boolean => isPaid(status) && status !== "settled"

export type SettleOutcome = { code: "settled" | "attention" | "busy"; message: string }

/** The result of settling, for the admin who asked for it. */
function settleOutcome({ state, reason }: SettleResult): SettleOutcome {
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

async function retryEvent(context: Context, { id, actor_id }: AdminAction): Promise<Result> {
  const { store, clock } = context
  const event = await store.events.byId(id)
  if (!event) return adminError("unknown_event")
  if (!possibleEventActions(event).includes("try_again")) return adminError("not_possible")
  if (!(await store.events.retryNow(id, clock()))) return adminError("not_possible")
  const action = { kind: "tried_again" as const, connection_id: event.connection_id, event_id: id, actor_id }
  const ingest = () => ingestEvent(context, id)
  const { paid } = await recordActionAround(context, action, ingest, ({ state }) => state)
  if (paid) await settleOrLog(context, paid)
  return { ok: true }
}

export const retryCryptoPaymentEventWorkflow = oneStepWorkflow("retry-crypto-payment-event", retryEvent)

/** Closes an event that an admin handled outside the store, with the admin's note. */
async function closeEvent(context: Context, { id, actor_id, note }: AdminAction & { note: string }): Promise<Result> {
  const { store, clock, log } = context
  const event = await store.events.byId(id)
  if (!event) return adminError("unknown_event")
  if (!possibleEventActions(event).includes("close")) return adminError("not_possible")
  const { connection_id, state: outcome } = event
  const closed = await store.inOneTransaction(async ({ events, actions }) => {
    if (!(await events.close(id, clock()))) return false
    await actions.record({ kind: "closed", connection_id, event_id: id, actor_id, note, outcome }, clock())
    return true
  })
  if (!closed) return adminError("not_possible")
  log("event_closed", { reason: outcome, connection_id, event_id: id })
  await removeNotices(context, { eventId: id })
  return { ok: true }
}

export const closeCryptoPaymentEventWorkflow = oneStepWorkflow("close-crypto-payment-event", closeEvent)

/** An admin waits for the answer and can try again. */
const TIME_BUDGET = { timeoutMs: 8000, attempts: 1 }

/** `failure`: why there was no answer, only with `failed`. */
export type CheckOutcome = {
  code: "paid" | "seen" | "unclear" | "not_paid" | "forgotten" | "failed"
  failure?: CheckFailure
  message: string
}

/**
 * Asks the service about a payment now, even if it is no longer watched, and settles it if it is paid. An unknown status
 * word opens its attention item at once, because a person is looking at it.
 */
async function checkPayment(
  context: Context,
  { id, actor_id }: AdminAction,
): Promise<Result<{ outcome: CheckOutcome }>> {
  const { store, clock } = context
  const payment = await store.payments.byId(id)
  if (!payment) return adminError("unknown_payment")
  const { connection_id } = payment
  const refusal = await refusalOf(context, payment, "check")
  const settings = await store.settingsOf(connection_id)
  // Only a registered connection has a page that says what its settings lack.
  const lacksSettings = !settings && !isPaid(payment.status) && (await store.connection(connection_id)) !== undefined
  if (lacksSettings) return adminError("connection_not_ready")
  if (refusal || !settings) return refusal ?? adminError("not_possible")

  const request = { wanted: 1, ceiling: settings.maxCallsPerMinute, urgent: true }
  const granted = await store.connections.takeLookups(connection_id, request, clock())
  const outcome = granted === 0 ? failed("not_asked") : await askService(context, payment)
  await recordAction(context, payment, { kind: "checked", actor_id, outcome: outcome.code })
  const found = outcome.code === "unclear" ? await store.payments.byId(id) : undefined
  const marked = found && (await store.marks.markUnpaid(found, "unknown_status", clock()))
  if (marked) await emitAttention(context, marked)
  return { ok: true, outcome }
}

const failed = (failure: CheckFailure): CheckOutcome => ({ code: "failed", failure, message: CHECK_FAILURES[failure] })

async function askService(context: Context, payment: PaymentRow): Promise<CheckOutcome> {
  const { lookup, settled } = await lookUpAndSettle(context, payment, TIME_BUDGET)
  if (!lookup.ok) return failed(judgeCheck(lookup.error))
  if (settled) return { code: "paid", message: `The service says that it is paid. ${settleOutcome(settled).message}` }
  // An event completed it during the lookup.
  if (isPaid(lookup.payment.status)) return { code: "paid", message: "The service says that it is paid." }
  const { remote_status, confirmations, status_unknown } = lookup.payment
  const said = `${remote_status}, confirmations: ${confirmations}`
  if (lookup.word !== null && (hasOnlyUnknownWord(lookup.payment) || status_unknown)) {
    const message = `The service answers with a status word that this connection does not know: ${said}. Look at the payment in the merchant dashboard, and add the word on the connection's page.`
    return { code: "unclear", message }
  }
  // Also if a person gave up this money.
  if (isSeen({ ...lookup.payment, closed_at: null })) {
    // The money was seen earlier, and the service no longer knows the payment.
    if (lookup.word === null) return failed("unknown_payment")
    return { code: "seen", message: `The service sees a payment that has not cleared yet: ${said}.` }
  }
  if (lookup.word === null) {
    return { code: "forgotten", message: "The service no longer knows this payment, so it was not paid." }
  }
  return { code: "not_paid", message: `The service says that it is not paid: ${remote_status}.` }
}

export const checkCryptoPaymentWorkflow = oneStepWorkflow("check-crypto-payment", checkPayment)

/** Tries to settle the payment now, from facts that are read now. */
async function retrySettlement(
  context: Context,
  { id, actor_id }: AdminAction,
): Promise<Result<{ outcome: SettleOutcome }>> {
  const payment = await context.store.payments.byId(id)
  if (!payment) return adminError("unknown_payment")
  const refusal = await refusalOf(context, payment, "try_again")
  if (refusal) return refusal
  const action = actionOn(payment, { kind: "tried_again", actor_id, outcome: null })
  const settle = async () => settleOutcome(await settlePayment(context, id))
  return { ok: true, outcome: await recordActionAround(context, action, settle, ({ code }) => code) }
}

export const retryCryptoSettlementWorkflow = oneStepWorkflow("retry-crypto-settlement", retrySettlement)

/** A payment's attention item, and whether its money was seen. */
type Item = { reason: string | null; detail: string | null; seen: boolean }

/** @property expected the item that the admin saw; a note about another one would hide what nobody read */
type CloseItem = AdminAction & { note: string; expected?: Item | undefined }

const isItem = ({ attention_reason, attention_detail, ...payment }: PaymentRow, item: Item): boolean =>
  attention_reason === item.reason && attention_detail === item.detail && isSeen(payment) === item.seen

/** Closes a payment that an admin handled outside the store, with the admin's note. */
async function closeAttention(context: Context, { id, actor_id, note, expected }: CloseItem): Promise<Result> {
  const { store, clock, log } = context
  const found = await store.payments.byId(id)
  if (!found) return adminError("unknown_payment")
  const close = async ({ payment }: OrderLease): Promise<Result> => {
    // A closed payment is in no review of its order, so a later cancellation would not find the money.
    if (payment.status === "attention" && (await isOnOrder(context, payment))) return adminError("payment_changed")
    const refusal = await refusalOf(context, payment, "close")
    if (refusal) return refusal
    if (expected && !isItem(payment, expected)) return adminError("item_changed")
    const { attention_reason: reason, attention_detail } = payment
    const action = actionOn(payment, { kind: "closed", actor_id, note, outcome: reason ?? "closed" })
    const mark = { attention_reason: reason, attention_detail }
    // In one transaction, so that every closed payment has its entry in the audit log.
    const closed = await store.inOneTransaction(async ({ marks, actions }) => {
      if (!(await marks.close(payment, clock(), mark))) return false
      await actions.record(action, clock())
      return true
    })
    if (!closed) return adminError("item_changed")
    log("payment_closed", { ...ofPayment(payment), reason })
    await removeNotices(context, { payments: [payment] })
    return { ok: true }
  }
  return withOrderLease<Result>(context, found, found.order_id, (lease) =>
    withCartLock(context, lease.payment, () => close(lease)),
  )
}

export const closeCryptoPaymentAttentionWorkflow = oneStepWorkflow("close-crypto-payment-attention", closeAttention)

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
    // The order seems to owe what a payout sent back, until the payout is written into it.
    const balance = await loadOrderBalance(context.container, safe.order.id)
    if (balance && (await isPayoutUnbooked(context, balance))) return adminError("busy")
    const action = actionOn(payment, { kind: KIND, actor_id, outcome: null })
    const settle = () => moveAndSettle(context, payment, safe.order, settings)
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
  const differs =
    payment.status === "attention" && order && !order.canceled && !refundable.paidOut && !goesBack(payment)
  return adminError(differs ? "order_differs" : "not_possible")
}

async function moveAndSettle(
  context: Context,
  payment: PaymentRow,
  order: FoundOrder,
  settings: ConnectionSettings,
): Promise<Settled> {
  const { container, store, clock } = context
  const collection = await collectionFor(container, payment, order.id, true)
  const moved = {
    payment_collection_id: collection.id,
    order_id: order.id,
    session_id: null,
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
    await undoMove(context, payment, target, null)
    if (!isMedusaError(error)) throw error
    return adminError("not_possible", errorLine(error, store.secrets()))
  }
  const attached = (await store.payments.byId(payment.id)) as PaymentRow
  const claimed = { ...attached, leased_until: payment.leased_until }
  const settled = await settleClaimed(context, claimed, true)
  if (settled.state === "settled") {
    await dropWaitingSessions(container, payment, payment.payment_collection_id)
  } else if (settled.reason && !RETRIED_REASONS.has(settled.reason)) {
    await undoMove(context, payment, target, sessionId)
  }
  return { ok: true, outcome: settleOutcome(settled) }
}

/**
 * Undoes the move. If settling ran, it decided when the payment is due next.
 * @param payment as it was before
 */
async function undoMove(
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
