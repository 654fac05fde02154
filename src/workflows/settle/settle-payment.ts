import { isUnsettled } from "../../core/payment/lifecycle"
import {
  decideAfterFault,
  decideSettlement,
  isPartlyRefunded,
  isStep,
  startOfSettlement,
} from "../../core/payment/settlement"
import { ofPayment } from "../../core/text/log-lines"
import { errorLine } from "../../core/text/redact"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { failed, inSpan, tell } from "../../modules/crypto-payments/tracing"
import { type Context, oneStepWorkflow } from "../context"
import { loadFacts, type SettlementInput } from "./facts"
import { recordEnd, type SettleResult } from "./record"
import { runStep } from "./run-step"

/**
 * Fitting the session, holding the order, capturing and marking take a round each, and waiting for a cart takes more.
 */
const MAX_ROUNDS = 8

/**
 * Puts a completed payment onto its order, or opens an attention item that says why not. Only one worker at a time
 * holds the lease, and every attempt reads Medusa again, so calling it again is always safe.
 */
export function settlePayment(context: Context, paymentId: string): Promise<SettleResult> {
  const { store, clock } = context
  return store.drain.run(async () => {
    const payment = store.drain.isDraining ? undefined : await store.paymentLeases.claim(paymentId, clock())
    if (payment) return settle(context, payment)
    const present = await store.payments.byId(paymentId)
    if (!present) return { state: "unknown" }
    return { state: isUnsettled(present.status) ? "busy" : present.status }
  })
}

/**
 * Settles a payment that the caller has already claimed.
 * @param byPerson a person puts the money onto its order, so money that another provider authorized does not count
 */
export function settleClaimed(context: Context, payment: PaymentRow, byPerson = false): Promise<SettleResult> {
  const { store, clock } = context
  return store.drain.run(async () => {
    if (!store.drain.isDraining) return settle(context, payment, byPerson)
    // Released, so that another process, or this one after its restart, need not wait until the lease ends.
    await store.paymentLeases.release(payment, clock())
    return { state: "busy" }
  })
}

function settle(context: Context, payment: PaymentRow, byPerson = false): Promise<SettleResult> {
  const { store, clock } = context
  return inSpan("settle", ofPayment(payment), async (span) => {
    try {
      const result = await store.paymentLeases.withHeartbeat(payment, clock(), (isOurs) =>
        settleLoop(context, payment, isOurs, byPerson),
      )
      tell(span, { outcome: result.state, reason: result.reason })
      return result
    } catch (error) {
      failed(span, error)
      return afterFault(context, payment, error)
    }
  })
}

async function settleLoop(
  context: Context,
  payment: PaymentRow,
  isOurs: () => boolean,
  byPerson: boolean,
): Promise<SettleResult> {
  let progress = startOfSettlement(payment.settle_attempts)
  let known: SettlementInput | undefined
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const input: SettlementInput = known ?? (await loadFacts(context, payment, byPerson))
    if (!isOurs()) return { state: "busy" }
    const decision = decideSettlement(input.facts, progress)
    if (!isStep(decision)) return recordEnd(context, input, decision)
    const { progress: made, facts } = await runStep(context, input, decision.action)
    progress = { ...progress, ...made }
    known = facts === null ? undefined : { ...input, facts: { ...input.facts, ...facts } }
  }
  throw new Error(`not settled after ${MAX_ROUNDS} rounds`)
}

/** Logs a fault and records it, so that settling is retried. Only logs it if another worker claimed the payment. */
async function afterFault(context: Context, payment: PaymentRow, error: unknown): Promise<SettleResult> {
  const { store, clock, log } = context
  const detail = errorLine(error, store.secrets())
  const attempts = payment.settle_attempts + 1
  log("settling_failed", { ...ofPayment(payment), attempt: attempts, error })
  if (!(await store.paymentLeases.renew(payment, clock()))) return { state: "busy" }
  const end = decideAfterFault({ partlyPaidOut: isPartlyRefunded(payment) }, attempts, detail)
  return recordEnd(context, { payment }, end, detail)
}

/** Every use-case that learns about money ends here. There is no compensation, because money that arrived stays. */
export const settleCryptoPaymentWorkflow = oneStepWorkflow(
  "settle-crypto-payment",
  (context, { payment_id }: { payment_id: string }) => settlePayment(context, payment_id),
)
