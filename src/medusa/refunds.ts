import type { IEventBusModuleService, MedusaContainer } from "@medusajs/framework/types"
import { MathBN, Modules, PaymentEvents } from "@medusajs/framework/utils"
import { amountOf, minorToMajor } from "../core/money/units"
import type { PayoutStore } from "../modules/crypto-payments/stores/payouts"
import type { PayoutRow } from "../modules/crypto-payments/stores/rows"
import { ownerOfPayment } from "./books"
import { bookRefund } from "./order-ledger"
import { graph, paymentModule } from "./query"

/** Where a refund in Medusa names, in its metadata, the recorded payout that it stands for. */
export const PAYOUT_MARK = "crypto_refund_id"

/** What recording a refund needs of a use-case's context. */
type Books = { container: MedusaContainer; store: { payouts: PayoutStore }; clock: () => Date }

/** Repeats nothing that a person may correct later, because Medusa changes no refund. */
const noteOn = ({ id }: PayoutRow): string =>
  `Sent back by hand. Payout ${id} of the crypto payment says where to, with its note and any corrections.`

type Refund = { id: string; metadata?: Record<string, unknown> | null }

/** The payout's worth in major units, as Medusa takes it. */
export const majorOf = (payout: Pick<PayoutRow, "amount_minor" | "currency">): string => minorToMajor(amountOf(payout))

/** The refund in Medusa that stands for a recorded payout. */
export async function refundOf(
  container: MedusaContainer,
  medusaPaymentId: string,
  payoutId: string,
): Promise<Refund | undefined> {
  const filters = { payment_id: medusaPaymentId } as never
  const refunds = await paymentModule(container).listRefunds(filters, { select: ["id", "metadata"] })
  return (refunds as unknown as Refund[]).find(({ metadata }) => metadata?.[PAYOUT_MARK] === payoutId)
}

type Refunded = { payment_collection_id: string; refunds?: { amount: number; raw_amount?: number }[] }

/** Recounts a collection's refunds: Medusa does so after it has written one, so a crash in between leaves that out. */
async function recountCollection(container: MedusaContainer, medusaPaymentId: string): Promise<void> {
  const fields = ["id", "payment_collection_id", "refunds.amount", "refunds.raw_amount"]
  const [payment] = await graph<Refunded>(container, "payment", fields, { id: medusaPaymentId })
  if (!payment?.payment_collection_id) return
  const { payment_collection_id } = payment
  const all = await graph<Refunded>(container, "payment", fields, { payment_collection_id })
  const amounts = all.flatMap(({ refunds = [] }) => refunds.map((one) => one.raw_amount ?? one.amount))
  const refunded = { refunded_amount: MathBN.sum(0, ...amounts) } as never
  await paymentModule(container).updatePaymentCollections(payment_collection_id, refunded)
}

/**
 * Makes the refund of a recorded payout in the payment's and the order's books. Safe to repeat after a crash: it keeps
 * what exists and adds what is missing.
 *
 * @param medusaPaymentId Medusa's payment that captured the money
 * @throws MedusaError if Medusa refuses; its books are then unchanged
 */
export async function refundInMedusa(books: Books, payout: PayoutRow, medusaPaymentId: string): Promise<void> {
  const { container } = books
  const refundId = await makeRefund(books, payout, medusaPaymentId)
  const orderId = (await ownerOfPayment(container, medusaPaymentId))?.orderId
  if (orderId) {
    const { currency, created_by } = payout
    const about = { paymentId: medusaPaymentId, amount: majorOf(payout), currency, createdBy: created_by ?? "" }
    await bookRefund(container, orderId, { id: refundId, ...about })
  }
  const bus: IEventBusModuleService = container.resolve(Modules.EVENT_BUS)
  await bus.emit({ name: PaymentEvents.REFUNDED, data: { id: medusaPaymentId } }).catch(() => undefined)
}

async function makeRefund(
  { container, store: { payouts }, clock }: Books,
  payout: PayoutRow,
  medusaPaymentId: string,
): Promise<string> {
  const made = await refundOf(container, medusaPaymentId, payout.id)
  if (made) {
    // A crash may have come between Medusa's refund and our claim, or Medusa's own recount.
    await payouts.claimPayout(payout, made.id, clock())
    await recountCollection(container, medusaPaymentId)
    return made.id
  }
  // A claim without a refund: Medusa took the refund back because its last write failed.
  if (payout.medusa_refund_id) await payouts.unclaim(payout.id, payout.medusa_refund_id, clock())
  await paymentModule(container).refundPayment({
    payment_id: medusaPaymentId,
    amount: majorOf(payout) as unknown as number,
    created_by: payout.created_by ?? "",
    note: noteOn(payout),
    metadata: { [PAYOUT_MARK]: payout.id },
  })
  const refund = await refundOf(container, medusaPaymentId, payout.id)
  if (!refund) throw new Error(`Medusa keeps no refund of payout ${payout.id}`)
  return refund.id
}
