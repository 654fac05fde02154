import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { ofPayment } from "../../core/text/log-lines"
import { dropUnsentRefund, recountSummary } from "../../medusa/order-summary"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { underLease } from "../attention/admin-actions"
import { type Context, contextOf } from "../context"
import { tellStore } from "../notify-store/notify-store"
import { PAYMENT_EVENT_NAMES } from "../notify-store/store-events"
import { refundablesOf } from "../record-payout/refundable"

/**
 * A paid order was canceled. Core swallows what a provider says to that, so without this the money would be kept with
 * nothing to show for it, and the order's ledger would say that it went back. Settled stays settled: the reason is a
 * mark on the row.
 * @returns how many payouts were opened
 */
export async function openPayouts(context: Context, orderId: string): Promise<number> {
  const { store, clock, log } = context
  const now = clock()
  const settled = await settledOf(context, orderId)
  await correctLedger(context, orderId, settled)
  let opened = 0
  for (const payment of settled) {
    const marked = await store.payments.openPayout(payment.id, "payout_due", now)
    if (!marked) continue
    opened++
    log("payment_needs_attention", { ...ofPayment(marked), reason: marked.attention_reason })
    await tellStore(context, PAYMENT_EVENT_NAMES.needsAttention, marked)
  }
  return opened
}

const settledOf = async (context: Context, orderId: string): Promise<PaymentRow[]> =>
  (await context.store.payments.byOrder(orderId)).filter((payment) => payment.status === "settled")

/** What fails here keeps no payout from being opened: recording one, or the next look, corrects the ledger too. */
async function correctLedger(context: Context, orderId: string, settled: PaymentRow[]): Promise<void> {
  const { container, log } = context
  const [first] = settled
  if (!first) return
  const orders = container.resolve(Modules.ORDER)
  try {
    await underLease(context, first, orderId, async () => {
      for (const { medusaPaymentId } of (await refundablesOf(context, settled)).values()) {
        if (medusaPaymentId) await dropUnsentRefund(orders, orderId, medusaPaymentId)
      }
      await recountSummary(orders, orderId)
    })
  } catch (error) {
    log("ledger_failed", { ...ofPayment(first), order_id: orderId, error })
  }
}

/** How far back canceled orders are gone through: longer than a bus or a server is ever down. */
const LOOK_BACK_MS = 7 * 24 * 3_600_000

/** Opens the payouts of orders canceled lately whose event was lost with a bus or a process. */
export async function findCanceledOrders(context: Context): Promise<number> {
  const { container, clock } = context
  const now = clock()
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: orders } = await query.graph({
    entity: "order",
    fields: ["id"],
    filters: { canceled_at: { $gte: new Date(now.getTime() - LOOK_BACK_MS) } },
  })
  let opened = 0
  for (const { id } of orders) opened += await openPayouts(context, id)
  return opened
}

/** Longer than a canceling takes, and than the look for canceled orders is apart. */
const RECOUNTED_FOR_MS = 3_600_000

/**
 * Puts the ledgers of orders right that had a payout recorded lately. A canceling at the same moment finds the order being
 * changed by the payout, is refused, and takes back what it wrote, but not what it added to the summary meanwhile: the
 * order would ask for the money again for ever.
 */
export async function correctPaidOut(context: Context): Promise<void> {
  const { store, clock } = context
  const now = clock()
  for (const orderId of await store.payouts.ordersSince(new Date(now.getTime() - RECOUNTED_FOR_MS))) {
    await correctLedger(context, orderId, await settledOf(context, orderId))
  }
}

const openPayoutsStep = createStep("open-crypto-payouts-step", async (input: { order_id: string }, { container }) => {
  return new StepResponse<number, number>(await openPayouts(contextOf(container), input.order_id))
})

export const openCryptoPayoutsWorkflow = createWorkflow("open-crypto-payouts", (input: { order_id: string }) => {
  return new WorkflowResponse(openPayoutsStep(input))
})

// biome-ignore lint/suspicious/noConfusingVoidType: a step that is called without input has it as void
const findCanceledOrdersStep = createStep("find-canceled-orders-step", async (_: void, { container }) => {
  const opened = await findCanceledOrders(contextOf(container))
  await correctPaidOut(contextOf(container))
  return new StepResponse<number, number>(opened)
})

export const findCanceledOrdersWorkflow = createWorkflow(
  "find-canceled-orders-of-crypto-payments",
  () => new WorkflowResponse(findCanceledOrdersStep()),
)
