import type { IOrderModuleService, MedusaContainer } from "@medusajs/framework/types"
import { BigNumber, createRawPropertiesFromBigNumber, MathBN } from "@medusajs/framework/utils"
import { orderModule } from "./query"

type Totals = Record<string, unknown> & { current_order_total: number }
type Summary = { id: string; totals: Totals }

/** Methods that Medusa generates for a model, which its types leave out. */
type Summaries = {
  listOrderSummaries: (filters: { order_id: string; version: number }) => Promise<Summary[]>
  updateOrderSummaries: (data: Summary) => Promise<unknown>
}

/** Corrects an order's ledger after a cancellation that sent nothing back. Safe to repeat. */
export async function correctSummary(
  container: MedusaContainer,
  orderId: string,
  medusaPaymentIds: readonly string[],
): Promise<void> {
  const orders = orderModule(container)
  for (const id of medusaPaymentIds) await dropUnsentRefund(orders, orderId, id)
  await recountSummary(orders, orderId)
}

/**
 * Removes the refund of the whole payment that Medusa writes into the ledger when a paid order is canceled, even though
 * the provider refused it and nothing was sent. Call `recountSummary` afterwards.
 */
export async function dropUnsentRefund(
  orders: IOrderModuleService,
  orderId: string,
  medusaPaymentId: string,
): Promise<void> {
  const entry = { order_id: orderId, reference: "refund", reference_id: medusaPaymentId }
  const unsent = (await orders.listOrderTransactions(entry, { select: ["id"] })).map(({ id }) => id)
  if (unsent.length > 0) await orders.deleteOrderTransactions(unsent)
}

/**
 * Recomputes an order's summary from its ledger. Medusa updates the summary of the version at which an entry was made,
 * so it misses removals after an order change; two changes at once leave two summaries of one version, and both count.
 */
export async function recountSummary(orders: IOrderModuleService, orderId: string): Promise<void> {
  const { version } = await orders.retrieveOrder(orderId, { select: ["id", "version"] })
  const own = orders as IOrderModuleService & Summaries
  const summaries = await own.listOrderSummaries({ order_id: orderId, version })
  const entries = (await orders.listOrderTransactions({ order_id: orderId })).map(({ amount }) =>
    MathBN.convert(amount),
  )
  const total = (of: typeof entries) => of.reduce((sum, one) => MathBN.add(sum, one), MathBN.convert(0))
  const sum = total(entries)
  const ofOrder = summaries.length > 1 ? await orders.retrieveOrder(orderId, { select: ["id", "total"] }) : undefined
  for (const summary of summaries) {
    const current = MathBN.convert(ofOrder?.total ?? summary.totals.current_order_total)
    const counted = {
      paid_total: total(entries.filter((one) => one.gt(0))),
      refunded_total: total(entries.filter((one) => one.lt(0))).negated(),
      transaction_total: sum,
      current_order_total: current,
      pending_difference: MathBN.sub(current, sum),
    }
    const isRight = Object.entries(counted).every(([name, is]) => MathBN.eq(is, summary.totals[name] as number))
    if (isRight) continue
    const numbers = Object.fromEntries(Object.entries(counted).map(([name, is]) => [name, new BigNumber(is)]))
    const totals = { ...summary.totals, ...numbers }
    createRawPropertiesFromBigNumber(totals)
    await own.updateOrderSummaries({ id: summary.id, totals: totals as unknown as Totals })
  }
}
