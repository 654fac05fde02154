import type { IOrderModuleService } from "@medusajs/framework/types"
import { BigNumber, createRawPropertiesFromBigNumber, MathBN } from "@medusajs/framework/utils"

type Totals = Record<string, unknown> & { current_order_total: number }
type Summary = { id: string; totals: Totals }

/** Methods that Medusa generates for a model, which its types leave out. */
type Summaries = {
  listOrderSummaries: (filters: { order_id: string; version: number }) => Promise<Summary[]>
  updateOrderSummaries: (data: Summary) => Promise<unknown>
}

/**
 * Canceling a paid order makes Medusa write a refund of the whole payment into the order's ledger even where the
 * payment's provider refused it and nothing was sent. Takes that entry away, where there is one; the summary is to be
 * counted anew.
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
 * Counts an order's summary from its ledger. Medusa adds to and takes from the summary of the version that an entry was
 * made at, so what is taken away after a change of the order, or beside one, is missed. Two changes at once, such as a
 * canceling and a payout, make one version with two summaries, of which Medusa then shows either: both are put right.
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
