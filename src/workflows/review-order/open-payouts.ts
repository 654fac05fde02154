import { ofPayment } from "../../core/text/log-lines"
import { correctSummary } from "../../medusa/order-summary"
import { ordersCanceledSince } from "../../medusa/orders"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { underLease } from "../attention/admin-actions"
import type { Context } from "../context"
import { tellStore } from "../notify-store/notify-store"
import { PAYMENT_EVENT_NAMES } from "../notify-store/store-events"
import { oneStepWorkflow } from "../one-step-workflow"
import { refundablesOf } from "../record-payout/refundable"

/**
 * Opens a payout-due item for each settled payment of a canceled order. Core swallows the provider's refusal to refund, so
 * without this the store would keep the money while the order's ledger says that it went back.
 * @returns how many payouts were opened
 */
export async function openPayouts(context: Context, orderId: string): Promise<number> {
  const settled = await settledOf(context, orderId)
  await correctLedger(context, orderId, settled)
  let opened = 0
  for (const { id } of settled) if (await markForPerson(context, id, "payout_due")) opened++
  return opened
}

/**
 * Marks a settled payment for a person to act on and tells the store, unless it is marked already.
 * @param reopen marks it again even if a person closed an earlier item
 */
export async function markForPerson(
  context: Context,
  id: string,
  reason: "payout_due" | "order_overpaid",
  more: { detail?: string; reopen?: boolean } = {},
): Promise<boolean> {
  const { store, clock, log } = context
  const marked = await store.payments.openPayout(id, reason, clock(), more)
  if (!marked) return false
  const { detail } = more
  log("payment_needs_attention", { ...ofPayment(marked), reason: marked.attention_reason, ...(detail && { detail }) })
  await tellStore(context, PAYMENT_EVENT_NAMES.needsAttention, marked)
  return true
}

const settledOf = async ({ store }: Context, orderId: string): Promise<PaymentRow[]> =>
  (await store.payments.byOrder(orderId)).filter(({ status }) => status === "settled")

/** Logs a failure instead of throwing: recording a payout, or the next look, corrects the ledger too. */
async function correctLedger(context: Context, orderId: string, settled: PaymentRow[]): Promise<void> {
  const [first] = settled
  if (!first) return
  try {
    await underLease(context, first, orderId, async () => {
      const refundables = [...(await refundablesOf(context, settled)).values()]
      const captured = refundables.flatMap(({ medusaPaymentId }) => medusaPaymentId ?? [])
      await correctSummary(context.container, orderId, captured)
    })
  } catch (error) {
    context.log("ledger_failed", { ...ofPayment(first), order_id: orderId, error })
  }
}

/** How far back to look for canceled orders: longer than a bus or a server is ever down. */
const LOOK_BACK_MS = 7 * 24 * 3_600_000

/** Opens the payouts of recently canceled orders whose event was lost. */
export async function findCanceledOrders(context: Context): Promise<number> {
  const since = new Date(context.clock().getTime() - LOOK_BACK_MS)
  let opened = 0
  for (const id of await ordersCanceledSince(context.container, since)) opened += await openPayouts(context, id)
  return opened
}

/** Longer than a cancellation takes, and than the time between two looks for canceled orders. */
const RECOUNTED_FOR_MS = 3_600_000

/**
 * Corrects the ledgers of orders with a recent payout. A cancellation that the payout interrupts takes back its entries,
 * but not what it added to the summary meanwhile, so the order would ask for the money again.
 */
export async function correctPaidOut(context: Context): Promise<void> {
  const since = new Date(context.clock().getTime() - RECOUNTED_FOR_MS)
  for (const orderId of await context.store.payouts.ordersSince(since)) {
    await correctLedger(context, orderId, await settledOf(context, orderId))
  }
}

export const openCryptoPayoutsWorkflow = oneStepWorkflow(
  "open-crypto-payouts",
  (context, { order_id }: { order_id: string }) => openPayouts(context, order_id),
)

export const findCanceledOrdersWorkflow = oneStepWorkflow(
  "find-canceled-orders-of-crypto-payments",
  async (context: Context) => {
    const opened = await findCanceledOrders(context)
    await correctPaidOut(context)
    return opened
  },
)
