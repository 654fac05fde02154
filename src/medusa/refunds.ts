import type { IEventBusModuleService, IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types"
import { MathBN, Modules, PaymentEvents } from "@medusajs/framework/utils"
import { minorToMajor } from "../core/money/units"
import type { CryptoPaymentsService } from "../modules/crypto-payments/service"
import type { PaymentRow, PayoutRow } from "../modules/crypto-payments/stores/rows"
import { bookRefund, orderOfPayment } from "./order-ledger"
import { PAYOUT_MARK } from "./payout-mark"

type Raw = { raw_amount?: unknown }
type Refund = { id: string; metadata?: Record<string, unknown> | null }

/** The payout's worth in major units, as Medusa takes it. */
export const majorOf = ({ amount_minor, currency }: Pick<PayoutRow, "amount_minor" | "currency">): string =>
  minorToMajor({ minor: Number(amount_minor), currency })

/** The refund in Medusa that stands for a recorded payout. */
export async function refundOf(
  container: MedusaContainer,
  medusaPaymentId: string,
  payoutId: string,
): Promise<Refund | undefined> {
  const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
  const refunds = (await payments.listRefunds({ payment_id: medusaPaymentId } as never, {
    select: ["id", "metadata"],
  })) as unknown as Refund[]
  return refunds.find(({ metadata }) => metadata?.[PAYOUT_MARK] === payoutId)
}

/** Medusa counts a collection's refunds after it has written one, so a crash in between leaves that one out. */
async function recountCollection(payments: IPaymentModuleService, medusaPaymentId: string): Promise<void> {
  const [payment] = await payments.listPayments({ id: medusaPaymentId }, { relations: ["payment_collection"] })
  const collectionId = (payment as { payment_collection?: { id: string } } | undefined)?.payment_collection?.id
  if (!collectionId) return
  const all = await payments.listPayments({ payment_collection_id: collectionId } as never, { relations: ["refunds"] })
  const amounts = all.flatMap(({ refunds = [] }) => refunds.map((one) => (one as Raw).raw_amount ?? one.amount))
  const refunded_amount = MathBN.sum(0, ...(amounts as number[]))
  await payments.updatePaymentCollections(collectionId, { refunded_amount } as never)
}

/**
 * Makes the refund of a recorded payout in Medusa's books, the payment's and the order's. To be called again after a
 * crash or a fault: what is there is found, and what is missing is added.
 *
 * @param medusaPaymentId Medusa's payment that captured the money
 * @throws MedusaError where Medusa refuses; nothing is then left in its books
 */
export async function refundInMedusa(
  container: MedusaContainer,
  module: CryptoPaymentsService,
  payment: PaymentRow,
  payout: PayoutRow,
  medusaPaymentId: string,
  now: Date,
): Promise<void> {
  const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
  const createdBy = payout.created_by ?? ""
  let refund = await refundOf(container, medusaPaymentId, payout.id)
  if (refund) {
    // The process died between Medusa's refund and our word to it.
    await module.payouts.claimPayout(payout.id, payment.id, payout.amount_minor, refund.id, now)
    await recountCollection(payments, medusaPaymentId)
  } else {
    // Medusa takes a refund back where its own last write fails, and what we had said to it with it.
    if (payout.medusa_refund_id) await module.payouts.unclaim(payout.id, payout.medusa_refund_id, now)
    await payments.refundPayment({
      payment_id: medusaPaymentId,
      amount: majorOf(payout) as unknown as number,
      created_by: createdBy,
      note: payout.note ?? `Sent back by hand, transaction ${payout.transaction_id}`,
      metadata: { [PAYOUT_MARK]: payout.id },
    })
    refund = await refundOf(container, medusaPaymentId, payout.id)
  }
  if (!refund) throw new Error(`Medusa keeps no refund of payout ${payout.id}`)

  const orderId = await orderOfPayment(container, medusaPaymentId)
  const booked = {
    id: refund.id,
    paymentId: medusaPaymentId,
    amount: majorOf(payout),
    currency: payout.currency,
    createdBy,
  }
  if (orderId) await bookRefund(container, orderId, booked)

  const bus: IEventBusModuleService = container.resolve(Modules.EVENT_BUS)
  await bus.emit({ name: PaymentEvents.REFUNDED, data: { id: medusaPaymentId } }).catch(() => undefined)
}
