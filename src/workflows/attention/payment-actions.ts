import { CHECK_FAILURES, type CheckFailure, judgeCheck } from "../../core/connection/connection-test"
import { isSeen } from "../../core/payment/payment-life"
import { adminRefusal, type Done } from "../../core/text/admin-refusals"
import { ofPayment } from "../../core/text/log-lines"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { lookAndSettle } from "../look-up/look-up-payment"
import { oneStepWorkflow } from "../one-step-workflow"
import { settlePayment } from "../settle/settle-payment"
import { underLease } from "../under-lease"
import {
  type AdminAction,
  actionOn,
  recordAction,
  recordActionAround,
  refusalOf,
  type SettleOutcome,
  settleOutcome,
} from "./admin-actions"

/** An admin waits for the answer and can try again. */
const PATIENCE = { deadlineMs: 8000, attempts: 1 }

/** `failure`: why there was no answer, only with `failed`. */
export type CheckOutcome = { code: "paid" | "seen" | "not_paid" | "failed"; failure?: CheckFailure; message: string }

/** Asks the service about a payment now, even if it is no longer watched, and settles it if it is paid. */
async function checkPayment(context: Context, { id, actor_id }: AdminAction): Promise<Done<{ outcome: CheckOutcome }>> {
  const { store, clock } = context
  const payment = await store.payments.byId(id)
  if (!payment) return adminRefusal("unknown_payment")
  const refusal = await refusalOf(context, payment, "check")
  if (refusal) return refusal
  const { connection_id } = payment
  const settings = await store.settingsOf(connection_id)
  if (!settings) return adminRefusal("connection_not_ready")

  const wish = { wanted: 1, ceiling: settings.lookupsPerMinute, urgent: true }
  const granted = await store.connections.takeLookups(connection_id, wish, clock())
  const outcome = granted === 0 ? failed("not_asked") : await ask(context, payment)
  await recordAction(context, payment, { kind: "checked", actor_id, outcome: outcome.code })
  return { ok: true, outcome }
}

const failed = (failure: CheckFailure): CheckOutcome => ({ code: "failed", failure, message: CHECK_FAILURES[failure] })

async function ask(context: Context, payment: PaymentRow): Promise<CheckOutcome> {
  const { look, settled } = await lookAndSettle(context, payment, PATIENCE)
  if (!look.ok) return failed(judgeCheck(look.error))
  if (settled) return { code: "paid", message: `The service says that it is paid. ${settleOutcome(settled).message}` }
  const { remote_status, confirmations } = look.payment
  if (isSeen(look.payment)) {
    const message = `The service sees a payment that has not cleared yet: ${remote_status}, ${confirmations} confirmations.`
    return { code: "seen", message }
  }
  const says =
    look.word === null ? "no longer knows it, so it was not paid" : `says that it is not paid: ${remote_status}`
  return { code: "not_paid", message: `The service ${says}.` }
}

export const checkCryptoPaymentWorkflow = oneStepWorkflow("check-crypto-payment", checkPayment)

/** Tries to settle the payment now, from facts that are read now. */
async function retrySettlement(
  context: Context,
  { id, actor_id }: AdminAction,
): Promise<Done<{ outcome: SettleOutcome }>> {
  const payment = await context.store.payments.byId(id)
  if (!payment) return adminRefusal("unknown_payment")
  const refusal = await refusalOf(context, payment, "try_again")
  if (refusal) return refusal
  const action = actionOn(payment, { kind: "tried_again", actor_id, outcome: null })
  const settle = async () => settleOutcome(await settlePayment(context, id))
  return { ok: true, outcome: await recordActionAround(context, action, settle, ({ code }) => code) }
}

export const retryCryptoSettlementWorkflow = oneStepWorkflow("retry-crypto-settlement", retrySettlement)

/** Closes a payment that an admin handled outside the store, with the admin's note. */
async function closeAttention(context: Context, { id, actor_id, note }: AdminAction & { note: string }): Promise<Done> {
  const { store, clock, log } = context
  const found = await store.payments.byId(id)
  if (!found) return adminRefusal("unknown_payment")
  return underLease<Done>(context, found, found.order_id, async ({ payment }) => {
    const refusal = await refusalOf(context, payment, "close")
    if (refusal) return refusal
    const reason = payment.attention_reason
    const action = actionOn(payment, { kind: "closed", actor_id, note, outcome: reason ?? "closed" })
    // In one transaction, so that every closed payment has its entry in the audit log.
    const closed = await store.inOneTransaction(async ({ payments, actions }) => {
      if (!(await payments.close(payment, clock()))) return false
      await actions.record(action, clock())
      return true
    })
    if (!closed) return adminRefusal("not_possible")
    log("payment_closed", { ...ofPayment(payment), reason })
    return { ok: true }
  })
}

export const closeCryptoPaymentAttentionWorkflow = oneStepWorkflow("close-crypto-payment-attention", closeAttention)
