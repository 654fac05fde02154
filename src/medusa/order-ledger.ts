import type { IOrderModuleService, MedusaContainer } from "@medusajs/framework/types"
import { type BigNumber, ChangeActionType, ContainerRegistrationKeys, MathBN, Modules } from "@medusajs/framework/utils"
import { dropUnsentRefund, recountSummary } from "./order-summary"

/** A refund as the order's books take it: its id and its payment's in Medusa, and the amount in major units as a plain decimal. */
export type BookedRefund = { id: string; paymentId: string; amount: string; currency: string; createdBy: string }

type Amount = ConstructorParameters<typeof BigNumber>[0]
type CreditLine = { reference?: string | null; reference_id?: string | null }
type Summary = { pending_difference?: Amount; raw_pending_difference?: Amount }
type Change = { id: string; change_type?: string | null; description?: string | null; actions?: unknown[] }

/** The order that Medusa's payment is of; null where there is none, or none any more. */
export async function orderOfPayment(container: MedusaContainer, medusaPaymentId: string): Promise<string | null> {
  const payment = (await container.resolve(Modules.PAYMENT).retrievePayment(medusaPaymentId, {
    select: ["id", "payment_collection_id"],
  })) as unknown as { payment_collection_id?: string }
  const collectionId = payment.payment_collection_id
  if (!collectionId) return null
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_payment_collection",
    fields: ["order.id"],
    filters: { payment_collection_id: collectionId },
  })
  return (data[0] as { order?: { id: string } | null } | undefined)?.order?.id ?? null
}

/**
 * Writes a refund into an order's own books: the transaction, and a credit line for what the order did not owe, so
 * that what was sent back is not asked for again. These are the entries that Medusa's refund flow makes; that flow
 * refuses the credit line on a canceled order when the refund is already made, gives every refund it finds unbooked
 * the newest one's amount, and mends nothing that a crash left. Here each entry is made once, whenever it is asked for.
 */
export async function bookRefund(container: MedusaContainer, orderId: string, refund: BookedRefund): Promise<void> {
  const orders: IOrderModuleService = container.resolve(Modules.ORDER)
  const entry = { order_id: orderId, reference: "refund", reference_id: refund.id }
  const [transaction] = await orders.listOrderTransactions(entry, { select: ["id"] })
  await dropUnsentRefund(orders, orderId, refund.paymentId)
  // What the order owes is read from it below.
  await recountSummary(orders, orderId)
  const { pending, credited } = await booksOf(container, orderId)
  const before = transaction ? MathBN.sub(pending, refund.amount) : pending
  if (!transaction) {
    const amount = MathBN.mult(refund.amount, -1)
    await orders.addOrderTransactions({ ...entry, amount, currency_code: refund.currency.toLowerCase() })
  }
  const credit = creditFor(refund.amount, before)
  if (MathBN.gt(credit, 0) && !credited(refund.id)) await addCreditLine(orders, orderId, refund, credit)
  await recountSummary(orders, orderId)
}

/**
 * Whether an order's books can take a refund: an edit that is open keeps a credit line out.
 * @param amount in major units, as a plain decimal
 */
export async function canBook(container: MedusaContainer, orderId: string, amount: string): Promise<boolean> {
  if (!MathBN.gt(creditFor(amount, (await booksOf(container, orderId)).pending), 0)) return true
  const open = await openChanges(container.resolve(Modules.ORDER), orderId)
  return open.every(isOurs)
}

/** What goes back beyond what the order owes the shopper (`pending` below zero). */
const creditFor = (amount: string, pending: Amount) => {
  const owed = MathBN.lt(pending, 0) ? MathBN.mult(pending, -1) : MathBN.convert(0)
  return MathBN.gt(amount, owed) ? MathBN.sub(amount, owed) : MathBN.convert(0)
}

type Books = { pending: ReturnType<typeof MathBN.convert>; credited: (refundId: string) => boolean }

async function booksOf(container: MedusaContainer, orderId: string): Promise<Books> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["id", "summary.*", "credit_lines.id", "credit_lines.reference", "credit_lines.reference_id"],
    filters: { id: orderId },
  })
  const order = data[0] as { summary?: Summary; credit_lines?: CreditLine[] } | undefined
  return {
    pending: MathBN.convert(order?.summary?.raw_pending_difference ?? order?.summary?.pending_difference ?? 0),
    credited: (refundId) =>
      (order?.credit_lines ?? []).some((line) => line.reference === "refund" && line.reference_id === refundId),
  }
}

const MARK = "Refund of a crypto payment: "
const isOurs = ({ change_type, description }: Change): boolean =>
  change_type === "credit_line" && Boolean(description?.startsWith(MARK))

/** A change of an order takes three writes; one that a crash left half-way is taken up where it stopped. */
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
