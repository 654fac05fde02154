import type { MedusaContainer } from "@medusajs/framework/types"
import { type AttentionReason, RETRIED_REASONS } from "../../core/payment/attention-reasons"
import { nextAttemptIn } from "../../core/payment/retry-policy"
import { decideSettlement, type Settlement } from "../../core/payment/settlement"
import { ofPayment } from "../../core/text/log-lines"
import { errorLine } from "../../core/text/redact"
import { CartLocks } from "../../medusa/cart-locks"
import { databaseOf } from "../../medusa/database"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../modules/crypto-payments/service"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { failed, inSpan, tell } from "../../modules/crypto-payments/tracing"
import { tellStore } from "../notify-store/notify-store"
import { PAYMENT_EVENT_NAMES } from "../notify-store/store-events"
import { reviewOrder } from "../review-order/review-order"
import { act, dropSessions } from "./carry-out"
import { type Gathered, gatherFacts } from "./facts"
import { keepLease } from "./keep-lease"

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
export async function settlePayment(container: MedusaContainer, paymentId: string, now: Date): Promise<SettleResult> {
  const module: CryptoPaymentsService = container.resolve(CRYPTO_PAYMENTS_MODULE)
  return module.underWay.keep(async () => {
    const payment = module.underWay.isEnding ? undefined : await module.paymentLeases.claim(paymentId, now)
    if (payment) return settle(container, module, payment, now)
    const present = await module.payments.byId(paymentId)
    if (!present) return { state: "unknown" }
    return { state: present.status === "completed" || present.status === "attention" ? "busy" : present.status }
  })
}

/** The same for a payment that the caller has already claimed. */
export function settleClaimed(
  container: MedusaContainer,
  module: CryptoPaymentsService,
  payment: PaymentRow,
  now: Date,
  options: SettleOptions = {},
): Promise<SettleResult> {
  return module.underWay.keep(async () => {
    if (!module.underWay.isEnding) return settle(container, module, payment, now, options)
    // Another process, or this one when it is back, need not wait until the lease is over.
    await module.paymentLeases.release(payment, now)
    return { state: "busy" }
  })
}

function settle(
  container: MedusaContainer,
  module: CryptoPaymentsService,
  payment: PaymentRow,
  now: Date,
  options: SettleOptions = {},
): Promise<SettleResult> {
  return inSpan("settle", ofPayment(payment), async (span) => {
    try {
      const result = await keepLease(module.paymentLeases, payment, now, (isOurs) =>
        rounds(container, module, payment, now, isOurs, options),
      )
      tell(span, { outcome: result.state, reason: result.reason })
      return result
    } catch (error) {
      failed(span, error)
      return fault(container, module, payment, error, now)
    }
  })
}

async function rounds(
  container: MedusaContainer,
  module: CryptoPaymentsService,
  payment: PaymentRow,
  now: Date,
  isOurs: () => boolean,
  options: SettleOptions,
): Promise<SettleResult> {
  let booked = false
  let holdsOrder = false
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const gathered = await gatherFacts(container, module, payment, now, options)
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
        await module.paymentLeases.release(payment, null)
        return { state: payment.status }
      case "mark_settled":
        // What another tab left open would show an address that is paid.
        await dropSessions(container, gathered.spareSessionIds)
        return markSettled(container, module, payment, gathered, now)
      case "attention":
        return attention(container, module, payment, gathered, decision.reason, null, now)
      default: {
        if (decision.action === "drop_spare_sessions" && payment.settle_attempts === 0) {
          // The payment step may be opening this moment, and core then drops the old session itself.
          return postpone(module, payment, now)
        }
        if (decision.action === "capture" && !holdsOrder) {
          // Two payments of one order take turns, so that the second one is judged by what the first one left.
          const hold = await module.orderLeases.hold(payment, gathered.orderId as string, now)
          if (hold === "busy") return postpone(module, payment, now)
          holdsOrder = true
          if (hold === "shared") continue
        }
        const outcome = await act(container, module, decision.action, payment, gathered, now)
        if (outcome.ok) {
          booked = decision.action === "capture" || decision.action === "complete_cart"
          continue
        }
        if (outcome.kind === "broken") throw outcome.error
        // The cart may have become an order while Medusa refused to make it one: look again before judging.
        const after = decideSettlement((await gatherFacts(container, module, payment, now, options)).facts)
        if (after.action !== decision.action) continue
        const reason = decision.action === "complete_cart" ? "cart_will_not_complete" : "settling_failed"
        return attention(container, module, payment, gathered, reason, errorLine(outcome.error, module.secrets()), now)
      }
    }
  }
  throw new Error(`not settled after ${MAX_ROUNDS} rounds`)
}

/** Tries again soon, and tells nobody: nothing is wrong yet. */
async function postpone(module: CryptoPaymentsService, payment: PaymentRow, now: Date): Promise<SettleResult> {
  await module.payments.patch(payment.id, { settle_attempts: 1 }, now)
  await module.paymentLeases.release(payment, new Date(now.getTime() + nextAttemptIn(1)))
  return { state: payment.status }
}

async function markSettled(
  container: MedusaContainer,
  module: CryptoPaymentsService,
  payment: PaymentRow,
  gathered: Gathered,
  now: Date,
): Promise<SettleResult> {
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
    const settled = await module.payments.move(payment.id, "captured", patch, now)
    if (settled) {
      module.log("payment_settled", ofPayment(settled))
      await tellStore(container, PAYMENT_EVENT_NAMES.settled, settled)
    }
    const present = settled ?? (await module.payments.byId(payment.id))
    // Our own capture went through, and meanwhile a person put the payment aside: the books say so, and somebody must know.
    if (present && present.status !== "settled") {
      module.log("captured_though_closed", { ...ofPayment(present), order_id: gathered.orderId })
      return { state: present.status }
    }
    if (settled && owed) {
      module.log("payment_needs_attention", { ...ofPayment(settled), reason: settled.attention_reason })
      await tellStore(container, PAYMENT_EVENT_NAMES.needsAttention, settled)
    }
    // Canceled or paid otherwise in the very moment of the capture: their own events found no settled row yet.
    if (gathered.orderId) await reviewOrder(container, gathered.orderId, now)
    return { state: "settled" }
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error
    return attention(container, module, payment, gathered, "order_paid_otherwise", null, now)
  }
}

async function attention(
  container: MedusaContainer,
  module: CryptoPaymentsService,
  payment: PaymentRow,
  gathered: Pick<Gathered, "cartId" | "orderId">,
  reason: AttentionReason,
  detail: string | null,
  now: Date,
): Promise<SettleResult> {
  // Another reason is another trouble, and is tried again from the beginning.
  const attempts = payment.attention_reason === reason ? payment.settle_attempts + 1 : 1
  const moved = await module.payments.move(
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
    module.log("payment_needs_attention", { ...ofPayment(moved), reason, detail })
    await tellStore(container, PAYMENT_EVENT_NAMES.needsAttention, moved)
  }
  return { state: "attention", reason }
}

/** A fault of ours or of Medusa's: the money stays where the books have it, and it is tried again. */
async function fault(
  container: MedusaContainer,
  module: CryptoPaymentsService,
  payment: PaymentRow,
  error: unknown,
  now: Date,
): Promise<SettleResult> {
  const line = errorLine(error, module.secrets())
  const attempts = payment.settle_attempts + 1
  module.log("settling_failed", { ...ofPayment(payment), attempt: attempts, error })
  if (!(await module.paymentLeases.renew(payment, now))) return { state: "busy" }
  if (attempts >= FAULTS_BEFORE_ATTENTION) {
    return attention(container, module, payment, { cartId: null, orderId: null }, "settling_failed", line, now)
  }
  await module.payments.patch(payment.id, { settle_attempts: attempts, attention_detail: line }, now)
  await module.paymentLeases.release(payment, new Date(now.getTime() + nextAttemptIn(attempts)))
  return { state: payment.status }
}
