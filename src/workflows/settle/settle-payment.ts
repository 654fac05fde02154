import { type AttentionReason, RETRIED_REASONS } from "../../core/payment/attention-reasons"
import { nextAttemptIn } from "../../core/payment/retry-policy"
import { decideSettlement, type Settlement } from "../../core/payment/settlement"
import { ofPayment } from "../../core/text/log-lines"
import { errorLine } from "../../core/text/redact"
import { CartLocks } from "../../medusa/cart-locks"
import { databaseOf } from "../../medusa/database"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { failed, inSpan, tell } from "../../modules/crypto-payments/tracing"
import type { Context } from "../context"
import { tellStore } from "../notify-store/notify-store"
import { PAYMENT_EVENT_NAMES } from "../notify-store/store-events"
import { reviewOrder } from "../review-order/review-order"
import { act, dropSessions } from "./carry-out"
import { type Gathered, gatherFacts } from "./facts"

export type SettleResult = { state: PaymentRow["status"] | "busy" | "unknown"; reason?: AttentionReason }

/** `byPerson`: a person puts the money onto its order, whatever another provider has promised. */
type SettleOptions = { byPerson?: boolean }

/** A session made to fit, the order held, captured, and marked: each may take a round of its own. */
const MAX_ROUNDS = 6

/** Faults in a row before a person is told; until then the payment stays `completed` and is retried. */
const FAULTS_BEFORE_ATTENTION = 3

/** PostgreSQL's SQLSTATE for a unique violation: another payment of the same session was settled meanwhile. */
const UNIQUE_VIOLATION = "23505"

/**
 * Puts a completed payment onto its order, or opens an attention item that says why not. Under a lease,
 * so one worker at a time; from fresh facts each round, so that being called again is always safe.
 */
export async function settlePayment(context: Context, paymentId: string): Promise<SettleResult> {
  const { store, clock } = context
  const now = clock()
  return store.underWay.keep(async () => {
    const payment = store.underWay.isEnding ? undefined : await store.paymentLeases.claim(paymentId, now)
    if (payment) return settle(context, payment)
    const present = await store.payments.byId(paymentId)
    if (!present) return { state: "unknown" }
    return { state: present.status === "completed" || present.status === "attention" ? "busy" : present.status }
  })
}

/** The same for a payment that the caller has already claimed. */
export function settleClaimed(
  context: Context,
  payment: PaymentRow,
  options: SettleOptions = {},
): Promise<SettleResult> {
  const { store, clock } = context
  const now = clock()
  return store.underWay.keep(async () => {
    if (!store.underWay.isEnding) return settle(context, payment, options)
    // Another process, or this one when it is back, need not wait until the lease is over.
    await store.paymentLeases.release(payment, now)
    return { state: "busy" }
  })
}

function settle(context: Context, payment: PaymentRow, options: SettleOptions = {}): Promise<SettleResult> {
  const { store, clock } = context
  const now = clock()
  return inSpan("settle", ofPayment(payment), async (span) => {
    try {
      const result = await store.paymentLeases.keep(payment, now, (isOurs) => rounds(context, payment, isOurs, options))
      tell(span, { outcome: result.state, reason: result.reason })
      return result
    } catch (error) {
      failed(span, error)
      return fault(context, payment, error)
    }
  })
}

async function rounds(
  context: Context,
  payment: PaymentRow,
  isOurs: () => boolean,
  options: SettleOptions,
): Promise<SettleResult> {
  const { container, store, clock } = context
  const now = clock()
  let booked = false
  let holdsOrder = false
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const gathered = await gatherFacts(context, payment, options)
    if (!isOurs()) return { state: "busy" }
    // What broke before may have met the lock of a process that was killed.
    if (round === 1 && payment.settle_attempts > 0 && gathered.cartId) {
      await new CartLocks(databaseOf(container)).freeExpired(gathered.cartId)
    }
    const decided = decideSettlement(gathered.facts)
    // What is found captured may lack its entry in the order's ledger: Medusa writes that later, and may have
    // been killed in between, or be at it this moment under the cart's lock. Capturing again waits for the lock,
    // takes nothing twice, and writes what is missing.
    const decision: Settlement = decided.action === "mark_settled" && !booked ? { action: "capture" } : decided
    switch (decision.action) {
      case "done":
        await store.paymentLeases.release(payment, null)
        return { state: payment.status }
      case "mark_settled":
        // What another tab left open would show an address that is paid.
        await dropSessions(context, gathered.spareSessionIds)
        return markSettled(context, payment, gathered)
      case "attention":
        return attention(context, payment, gathered, decision.reason, null)
      default: {
        if (decision.action === "drop_spare_sessions" && payment.settle_attempts === 0) {
          // The payment step may be opening this moment, and core then drops the old session itself.
          return postpone(context, payment)
        }
        if (decision.action === "capture" && !holdsOrder) {
          // Two payments of one order take turns, so that the second one is judged by what the first one left.
          const hold = await store.orderLeases.hold(payment, gathered.orderId as string, now)
          if (hold === "busy") return postpone(context, payment)
          holdsOrder = true
          if (hold === "shared") continue
        }
        const outcome = await act(context, decision.action, payment, gathered)
        if (outcome.ok) {
          booked = decision.action === "capture" || decision.action === "complete_cart"
          continue
        }
        if (outcome.kind === "broken") throw outcome.error
        // The cart may have become an order while Medusa refused to make it one: look again before judging.
        const after = decideSettlement((await gatherFacts(context, payment, options)).facts)
        if (after.action !== decision.action) continue
        const reason = decision.action === "complete_cart" ? "cart_will_not_complete" : "settling_failed"
        return attention(context, payment, gathered, reason, errorLine(outcome.error, store.secrets()))
      }
    }
  }
  throw new Error(`not settled after ${MAX_ROUNDS} rounds`)
}

/** Tries again soon, and tells nobody: nothing is wrong yet. */
async function postpone(context: Context, payment: PaymentRow): Promise<SettleResult> {
  const { store, clock } = context
  const now = clock()
  await store.payments.patch(payment.id, { settle_attempts: 1 }, now)
  await store.paymentLeases.release(payment, new Date(now.getTime() + nextAttemptIn(1)))
  return { state: payment.status }
}

async function markSettled(context: Context, payment: PaymentRow, gathered: Gathered): Promise<SettleResult> {
  const { store, clock, log } = context
  const now = clock()
  const owed = gathered.facts.order?.canceled === true
  const patch = {
    settled_at: now,
    cart_id: gathered.cartId,
    order_id: gathered.orderId,
    next_check_at: null,
    leased_until: null,
    attention_reason: owed ? ("payout_due" satisfies AttentionReason) : null,
    attention_detail: null,
    attention_at: owed ? now : null,
  }
  try {
    const settled = await store.payments.move(payment.id, "captured", patch, now)
    if (settled) {
      log("payment_settled", ofPayment(settled))
      await tellStore(context, PAYMENT_EVENT_NAMES.settled, settled)
    }
    const present = settled ?? (await store.payments.byId(payment.id))
    // Our own capture went through, and meanwhile a person put the payment aside: the books say so, and somebody must know.
    if (present && present.status !== "settled") {
      log("captured_though_closed", { ...ofPayment(present), order_id: gathered.orderId })
      return { state: present.status }
    }
    if (settled && owed) {
      log("payment_needs_attention", { ...ofPayment(settled), reason: settled.attention_reason })
      await tellStore(context, PAYMENT_EVENT_NAMES.needsAttention, settled)
    }
    // Canceled or paid otherwise in the very moment of the capture: their own events found no settled row yet.
    if (gathered.orderId) await reviewOrder(context, gathered.orderId)
    return { state: "settled" }
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error
    return attention(context, payment, gathered, "order_paid_otherwise", null)
  }
}

async function attention(
  context: Context,
  payment: PaymentRow,
  gathered: Pick<Gathered, "cartId" | "orderId">,
  reason: AttentionReason,
  detail: string | null,
): Promise<SettleResult> {
  const { store, clock, log } = context
  const now = clock()
  // Another reason is another trouble, and is tried again from the beginning.
  const attempts = payment.attention_reason === reason ? payment.settle_attempts + 1 : 1
  const moved = await store.payments.move(
    payment.id,
    "cannot_settle",
    {
      cart_id: gathered.cartId ?? payment.cart_id,
      order_id: gathered.orderId ?? payment.order_id,
      attention_reason: reason,
      attention_detail: detail,
      attention_at: payment.attention_at ?? now,
      settle_attempts: attempts,
      leased_until: null,
      // What waits for its connection comes up once more for the sweep to park it.
      next_check_at:
        RETRIED_REASONS.has(reason) || reason === "connection_gone"
          ? new Date(now.getTime() + nextAttemptIn(attempts))
          : null,
    },
    now,
    payment,
  )
  if (!moved) return { state: "busy" }
  if (payment.attention_reason !== reason) {
    log("payment_needs_attention", { ...ofPayment(moved), reason, detail })
    await tellStore(context, PAYMENT_EVENT_NAMES.needsAttention, moved)
  }
  return { state: "attention", reason }
}

/** A fault of ours or of Medusa's: the money stays where the books have it, and it is tried again. */
async function fault(context: Context, payment: PaymentRow, error: unknown): Promise<SettleResult> {
  const { store, clock, log } = context
  const now = clock()
  const line = errorLine(error, store.secrets())
  const attempts = payment.settle_attempts + 1
  log("settling_failed", { ...ofPayment(payment), attempt: attempts, error })
  if (!(await store.paymentLeases.renew(payment, now))) return { state: "busy" }
  if (attempts >= FAULTS_BEFORE_ATTENTION) {
    return attention(context, payment, { cartId: null, orderId: null }, "settling_failed", line)
  }
  await store.payments.patch(payment.id, { settle_attempts: attempts, attention_detail: line }, now)
  await store.paymentLeases.release(payment, new Date(now.getTime() + nextAttemptIn(attempts)))
  return { state: payment.status }
}
