import type { CreateOrderTransactionDTO, IOrderModuleService, MedusaContainer } from "@medusajs/framework/types"
import { BigNumber, ChangeActionType, createRawPropertiesFromBigNumber, MathBN } from "@medusajs/framework/utils"
import type { Knex } from "../modules/crypto-payments/stores/rows"
import { loadOrderBalance } from "./balance"
import { pendingOf, readOrders } from "./orders"
import { databaseOf, entryIdOf, orderModule } from "./query"

/** @property amount in major units, as a plain decimal */
type BookedRefund = { id: string; medusaPaymentId: string; amount: string; currency: string; createdBy: string }

type NewEntry = CreateOrderTransactionDTO & { id: string }
type Amount = ConstructorParameters<typeof BigNumber>[0]
type CreditLine = { reference?: string | null; reference_id?: string | null }
type Change = { id: string; change_type?: string | null; description?: string | null; actions?: unknown[] }

/**
 * Writes a refund into an order's ledger, idempotently: a transaction, and a credit line for what was not overpaid, so
 * that Medusa does not ask for it again. Medusa's own refund flow refuses the credit line on a canceled order, books
 * every missing refund with the amount of the newest one, and does not recover from a crash.
 */
export async function bookRefund(
  container: MedusaContainer,
  orderId: string,
  refund: BookedRefund,
  now: Date,
): Promise<void> {
  const orders = orderModule(container)
  const entry = { order_id: orderId, reference: "refund", reference_id: refund.id }
  const [transaction] = await orders.listOrderTransactions(entry, { select: ["id"] })
  await dropUnsentRefund(orders, orderId, refund.medusaPaymentId)
  // booksOf reads the order's balance from the summary.
  await recountSummary(container, orderId, now)
  const { pending, credited } = await booksOf(container, orderId)
  const before = transaction ? MathBN.sub(pending, refund.amount) : pending
  if (!transaction) {
    const amount = MathBN.mult(refund.amount, -1)
    const currency_code = refund.currency.toLowerCase()
    await orders.addOrderTransactions({ id: entryIdOf(refund.id), ...entry, amount, currency_code } as NewEntry)
  }
  const credit = creditFor(refund.amount, before)
  if (MathBN.gt(credit, 0) && !credited(refund.id)) await addCreditLine(orders, orderId, refund, credit)
  await recountSummary(container, orderId, now)
}

/**
 * Whether a refund can be written into an order's ledger: an open order edit blocks a credit line.
 * @param amount in major units, as a plain decimal
 */
export async function canBook(container: MedusaContainer, orderId: string, amount: string): Promise<boolean> {
  if (!MathBN.gt(creditFor(amount, (await booksOf(container, orderId)).pending), 0)) return true
  return (await openChanges(orderModule(container), orderId)).every(isOurs)
}

/** The part of a refund beyond what the order owes the shopper (`pending` is negative then). */
const creditFor = (amount: string, pending: Amount) => {
  const owed = MathBN.lt(pending, 0) ? MathBN.mult(pending, -1) : MathBN.convert(0)
  return MathBN.gt(amount, owed) ? MathBN.sub(amount, owed) : MathBN.convert(0)
}

async function booksOf(container: MedusaContainer, orderId: string) {
  const also = ["credit_lines.id", "credit_lines.reference", "credit_lines.reference_id"]
  const [order] = await readOrders<{ credit_lines?: CreditLine[] }>(container, [orderId], also)
  const lines = order?.credit_lines ?? []
  // As Medusa's own refund flow: the order owes the shopper the goods on their way back, and costs less when they are.
  const { returning = "0" } = (await loadOrderBalance(container, orderId)) ?? {}
  return {
    pending: MathBN.sub((pendingOf(order ?? {}) ?? 0) as Amount, returning),
    credited: (refundId: string) => lines.some((one) => one.reference === "refund" && one.reference_id === refundId),
  }
}

const MARK = "Refund of a crypto payment: "
const isOurs = ({ change_type, description }: Change): boolean =>
  change_type === "credit_line" && Boolean(description?.startsWith(MARK))

/** An order change takes three writes, so this continues a change that a crash left unfinished. */
async function addCreditLine(orders: IOrderModuleService, orderId: string, refund: BookedRefund, amount: Amount) {
  const description = MARK + refund.id
  const left = (await openChanges(orders, orderId)).find((change) => change.description === description)
  const change: Change =
    left ??
    (await orders.createOrderChange({
      order_id: orderId,
      change_type: "credit_line",
      description,
      created_by: refund.createdBy,
    }))
  if (!left?.actions?.length) {
    const action = { action: ChangeActionType.CREDIT_LINE_ADD, reference: "refund", reference_id: refund.id }
    await orders.addOrderAction({ ...action, order_change_id: change.id, order_id: orderId, amount: amount as number })
  }
  await orders.confirmOrderChange({ id: change.id, confirmed_by: refund.createdBy })
}

async function openChanges(orders: IOrderModuleService, orderId: string): Promise<Change[]> {
  const changes = await orders.listOrderChanges({ order_id: orderId, status: ["pending", "requested"] } as never, {
    relations: ["actions"],
  })
  return changes as unknown as Change[]
}

/** Removes refunds of which nothing was sent, and recomputes the summary. Idempotent. */
export async function correctSummary(
  container: MedusaContainer,
  orderId: string,
  medusaPaymentIds: readonly string[],
  now: Date,
): Promise<void> {
  const orders = orderModule(container)
  for (const id of medusaPaymentIds) await dropUnsentRefund(orders, orderId, id)
  await recountSummary(container, orderId, now)
}

/**
 * Brings the total in an order's summary up to date with its lines, if nothing was booked on the order. Medusa (2.21.2)
 * writes the summary of a draft order before the draft's taxes and promotions, and then only with the next order change.
 */
export const correctTotal = (container: MedusaContainer, orderId: string, now: Date): Promise<void> =>
  recountSummary(container, orderId, now, true)

/**
 * Removes the full refund that Medusa writes into the ledger when a paid order is canceled, although the provider
 * refused it and no money was sent. Call `recountSummary` afterwards.
 */
async function dropUnsentRefund(orders: IOrderModuleService, orderId: string, medusaPaymentId: string): Promise<void> {
  const entry = { order_id: orderId, reference: "refund", reference_id: medusaPaymentId }
  const unsent = (await orders.listOrderTransactions(entry, { select: ["id"] })).map(({ id }) => id)
  if (unsent.length > 0) await orders.deleteOrderTransactions(unsent)
}

type Totals = Record<string, unknown> & { current_order_total: number }
type Summary = { id: string; totals: Totals }

/** Methods that Medusa generates for a model, and that its types lack. */
type Summaries = {
  listOrderSummaries: (filters: { order_id: string; version: number }) => Promise<Summary[]>
  updateOrderSummaries: (data: Summary) => Promise<unknown>
}

/**
 * Recomputes an order's summary from its ledger. Medusa updates the summary of the order version at which an entry was
 * made, so it misses removals after an order change; two concurrent changes even leave two summaries of one version.
 * @param fromLines computes the order's total anew; changes nothing if anything was booked on it
 */
async function recountSummary(
  container: MedusaContainer,
  orderId: string,
  now: Date,
  fromLines = false,
): Promise<void> {
  const orders = orderModule(container)
  const { version } = await orders.retrieveOrder(orderId, { select: ["id", "version"] })
  const own = orders as IOrderModuleService & Summaries
  const summaries = await own.listOrderSummaries({ order_id: orderId, version })
  const entries = (await orders.listOrderTransactions({ order_id: orderId })).map(({ amount }) =>
    MathBN.convert(amount),
  )
  const total = (of: typeof entries) => of.reduce((sum, one) => MathBN.add(sum, one), MathBN.convert(0))
  const sum = total(entries)
  if (fromLines && entries.length > 0) return
  if (summaries.length > 1) await dropDoubledRows(databaseOf(container), orderId, version, now)
  const isUnsure = fromLines || summaries.length > 1
  const ofOrder = isUnsure ? await orders.retrieveOrder(orderId, { select: ["id", "total"] }) : undefined
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

/**
 * Tables whose rows exist once in each version of an order: the table, a condition for the order's rows, and the
 * columns that are equal in a duplicate.
 */
const ONCE = [
  ["order_item", "order_id = :orderId", "item_id"],
  ["order_shipping", "order_id = :orderId", "shipping_method_id"],
  // Medusa writes into the metadata in which version a line was new, so two equal ones are no duplicates.
  ["order_credit_line", "order_id = :orderId", "reference, reference_id, amount, metadata"],
  [
    "order_line_item_adjustment",
    "promotion_id IS NOT NULL AND item_id IN (SELECT item_id FROM order_item WHERE order_id = :orderId)",
    "item_id, promotion_id",
  ],
  [
    "order_shipping_method_adjustment",
    `promotion_id IS NOT NULL
       AND shipping_method_id IN (SELECT shipping_method_id FROM order_shipping WHERE order_id = :orderId)`,
    "shipping_method_id, promotion_id",
  ],
] as const

/**
 * Deletes duplicate rows of an order's version, which would count its items twice. They appear if Medusa (2.17.2 to
 * 2.21.2) confirms two order changes at once, because each copies the rows and canceling takes no lock.
 */
async function dropDoubledRows(knex: Knex, orderId: string, version: number, now: Date): Promise<void> {
  for (const [table, ofOrder, copied] of ONCE) {
    await knex.raw(
      `UPDATE ${table} AS doubled SET deleted_at = :now
         FROM (SELECT id, row_number() OVER (PARTITION BY ${copied} ORDER BY created_at, id) AS nth
                 FROM ${table} WHERE ${ofOrder} AND version = :version AND deleted_at IS NULL) AS copies
        WHERE copies.id = doubled.id AND copies.nth > 1`,
      { orderId, version, now },
    )
  }
}
