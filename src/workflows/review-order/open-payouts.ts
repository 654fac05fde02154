import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { ofPayment } from "../../core/text/log-lines"
import { dropUnsentRefund, recountSummary } from "../../medusa/order-summary"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../modules/crypto-payments/service"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { underLease } from "../attention/admin-actions"
import { tellStore } from "../notify-store/notify-store"
import { PAYMENT_EVENT_NAMES } from "../notify-store/store-events"
import { refundablesOf } from "../record-payout/refundable"

/**
 * A paid order was canceled. Core swallows what a provider says to that, so without this the money would be kept with
 * nothing to show for it, and the order's ledger would say that it went back. Settled stays settled: the reason is a
 * mark on the row.
 * @returns how many payouts were opened
 */
export async function openPayouts(container: MedusaContainer, orderId: string, now: Date): Promise<number> {
  const module: CryptoPaymentsService = container.resolve(CRYPTO_PAYMENTS_MODULE)
  const settled = await settledOf(module, orderId)
  await correctLedger(container, module, orderId, settled, now)
  let opened = 0
  for (const payment of settled) {
    const marked = await module.payments.openPayout(payment.id, "payout_due", now)
    if (!marked) continue
    opened++
    module.log("payment_needs_attention", { ...ofPayment(marked), reason: marked.attention_reason })
    await tellStore(container, PAYMENT_EVENT_NAMES.needsAttention, marked)
  }
  return opened
}

const settledOf = async (module: CryptoPaymentsService, orderId: string): Promise<PaymentRow[]> =>
  (await module.payments.byOrder(orderId)).filter((payment) => payment.status === "settled")

/** What fails here keeps no payout from being opened: recording one, or the next look, corrects the ledger too. */
async function correctLedger(
  container: MedusaContainer,
  module: CryptoPaymentsService,
  orderId: string,
  settled: PaymentRow[],
  now: Date,
): Promise<void> {
  const [first] = settled
  if (!first) return
  const orders = container.resolve(Modules.ORDER)
  try {
    await underLease(module, first, orderId, now, async () => {
      for (const { medusaPaymentId } of (await refundablesOf(container, module, settled)).values()) {
        if (medusaPaymentId) await dropUnsentRefund(orders, orderId, medusaPaymentId)
      }
      await recountSummary(orders, orderId)
    })
  } catch (error) {
    module.log("ledger_failed", { ...ofPayment(first), order_id: orderId, error })
  }
}

/** How far back canceled orders are gone through: longer than a bus or a server is ever down. */
const LOOK_BACK_MS = 7 * 24 * 3_600_000

/** Opens the payouts of orders canceled lately whose event was lost with a bus or a process. */
export async function findCanceledOrders(container: MedusaContainer, now: Date): Promise<number> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: orders } = await query.graph({
    entity: "order",
    fields: ["id"],
    filters: { canceled_at: { $gte: new Date(now.getTime() - LOOK_BACK_MS) } },
  })
  let opened = 0
  for (const { id } of orders) opened += await openPayouts(container, id, now)
  return opened
}

/** Longer than a canceling takes, and than the look for canceled orders is apart. */
const RECOUNTED_FOR_MS = 3_600_000

/**
 * Puts the ledgers of orders right that had a payout recorded lately. A canceling at the same moment finds the order being
 * changed by the payout, is refused, and takes back what it wrote, but not what it added to the summary meanwhile: the
 * order would ask for the money again for ever.
 */
export async function correctPaidOut(container: MedusaContainer, now: Date): Promise<void> {
  const module: CryptoPaymentsService = container.resolve(CRYPTO_PAYMENTS_MODULE)
  for (const orderId of await module.refunds.ordersSince(new Date(now.getTime() - RECOUNTED_FOR_MS))) {
    await correctLedger(container, module, orderId, await settledOf(module, orderId), now)
  }
}

const openPayoutsStep = createStep("open-crypto-payouts-step", async (input: { order_id: string }, { container }) => {
  return new StepResponse<number, number>(await openPayouts(container, input.order_id, new Date()))
})

export const openCryptoPayoutsWorkflow = createWorkflow("open-crypto-payouts", (input: { order_id: string }) => {
  return new WorkflowResponse(openPayoutsStep(input))
})

// biome-ignore lint/suspicious/noConfusingVoidType: a step that is called without input has it as void
const findCanceledOrdersStep = createStep("find-canceled-orders-step", async (_: void, { container }) => {
  const opened = await findCanceledOrders(container, new Date())
  await correctPaidOut(container, new Date())
  return new StepResponse<number, number>(opened)
})

export const findCanceledOrdersWorkflow = createWorkflow(
  "find-canceled-orders-of-crypto-payments",
  () => new WorkflowResponse(findCanceledOrdersStep()),
)
