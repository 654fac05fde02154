import type { IEventBusModuleService, MedusaContainer } from "@medusajs/framework/types"
import { MathBN, Modules, PaymentEvents } from "@medusajs/framework/utils"
import { amountOf, exactToMajor } from "../core/money/units"
import { capturedTotal, refundedTotal } from "../core/payment/outstanding"
import type { PayoutStore } from "../modules/crypto-payments/stores/payouts"
import type { PayoutRow } from "../modules/crypto-payments/stores/rows"
import { amountInMedusa, exactAmountOf } from "./amounts"
import { type MedusaPayment, medusaPayment } from "./balance"
import { bookRefund } from "./ledger"
import { graph, paymentModule } from "./query"
import { ownerOfPayment, PAYOUT_MARK, rawPayment, rawPayments } from "./raw-reads"

/** The part of a use-case's context that is needed to record a refund. */
type RefundContext = { container: MedusaContainer; store: { payouts: PayoutStore }; clock: () => Date }

type Refund = { id: string; metadata?: Record<string, unknown> | null; raw_amount: unknown }

/** The payments in Medusa on these collections that have a capture. */
export async function capturedPaymentsOn(
  container: MedusaContainer,
  collectionIds: readonly string[],
): Promise<MedusaPayment[]> {
  if (collectionIds.length === 0) return []
  const payments = await rawPayments(container, collectionIds)
  return payments.map(medusaPayment).filter(({ captures }) => captures.length > 0)
}

/**
 * The amount of a payout's refund in Medusa, in major units as a decimal: all that is left of the capture, with its
 * fraction, if that is the payout's value in minor units.
 */
export async function refundAmount(
  container: MedusaContainer,
  payout: Pick<PayoutRow, "amount_minor" | "currency">,
  medusaPaymentId: string,
): Promise<string> {
  const raw = await rawPayment(container, medusaPaymentId)
  const payment = raw && medusaPayment(raw)
  const left = payment && exactToMajor(capturedTotal(payment) - refundedTotal(payment), payout.currency)
  return String(amountInMedusa(amountOf(payout), [left]))
}

export async function refundOf(
  container: MedusaContainer,
  medusaPaymentId: string,
  payoutId: string,
): Promise<Refund | undefined> {
  const filters = { payment_id: medusaPaymentId } as never
  const refunds = await paymentModule(container).listRefunds(filters, { select: ["id", "metadata", "raw_amount"] })
  return (refunds as unknown as Refund[]).find(({ metadata }) => metadata?.[PAYOUT_MARK] === payoutId)
}

/**
 * The id of the recorded payout that a refund was made for. Medusa's own refund button does not set this mark, so it
 * uses up no payout.
 * @param refundId the refund's id; Medusa stores the refund before it calls the provider
 */
export async function payoutBehind(container: MedusaContainer, refundId: string): Promise<string | undefined> {
  const [refund] = await paymentModule(container).listRefunds({ id: refundId }, { select: ["id", "metadata"] })
  const mark = (refund as unknown as Refund | undefined)?.metadata?.[PAYOUT_MARK]
  return typeof mark === "string" ? mark : undefined
}

type Refunded = { payment_collection_id: string; refunds?: { amount: number; raw_amount?: number }[] }

/** Deletes refunds without a payout, which a killed process left: Medusa would refuse to refund the same money again. */
export async function dropUnsentRefunds(container: MedusaContainer, medusaPaymentId: string): Promise<void> {
  const filters = { payment_id: medusaPaymentId } as never
  const refunds = await paymentModule(container).listRefunds(filters, { select: ["id", "metadata"] })
  const unsent = (refunds as unknown as Refund[]).filter(({ metadata }) => !metadata?.[PAYOUT_MARK])
  if (unsent.length === 0) return
  const payments = paymentModule(container) as unknown as { deleteRefunds: (ids: string[]) => Promise<void> }
  await payments.deleteRefunds(unsent.map(({ id }) => id))
  await recountCollection(container, medusaPaymentId)
}

/** Sets a collection's refunded amount again. Medusa does this after it stores a refund, so a crash can prevent it. */
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
 * Makes the refund of a recorded payout in Medusa's payment and in the order's ledger. Idempotent: it keeps what exists
 * and adds what is missing.
 * @param medusaPaymentId the payment in Medusa that captured the money
 * @throws MedusaError if Medusa refuses; payment and ledger are then unchanged
 */
export async function refundInMedusa(
  context: RefundContext,
  payout: PayoutRow,
  medusaPaymentId: string,
): Promise<void> {
  const { container, clock } = context
  const { id, raw_amount } = await makeRefund(context, payout, medusaPaymentId)
  const orderId = (await ownerOfPayment(container, medusaPaymentId))?.orderId
  if (orderId) {
    const { currency, created_by } = payout
    const amount = exactToMajor(exactAmountOf(raw_amount, currency) ?? 0n, currency)
    const about = { medusaPaymentId, amount, currency, createdBy: created_by ?? "" }
    await bookRefund(container, orderId, { id, ...about }, clock())
  }
  const bus: IEventBusModuleService = container.resolve(Modules.EVENT_BUS)
  await bus.emit({ name: PaymentEvents.REFUNDED, data: { id: medusaPaymentId } }).catch(() => undefined)
}

async function makeRefund(
  { container, store: { payouts }, clock }: RefundContext,
  payout: PayoutRow,
  medusaPaymentId: string,
): Promise<Refund> {
  const made = await refundOf(container, medusaPaymentId, payout.id)
  if (made) {
    // A crash may have prevented our claim, or Medusa's update of the collection.
    await payouts.claimPayout(payout, made.id, clock())
    await recountCollection(container, medusaPaymentId)
    return made
  }
  await dropUnsentRefunds(container, medusaPaymentId)
  // A claim without a refund: Medusa deleted the refund because its last write failed.
  if (payout.medusa_refund_id) await payouts.unclaim(payout.id, payout.medusa_refund_id, clock())
  await paymentModule(container).refundPayment({
    payment_id: medusaPaymentId,
    amount: (await refundAmount(container, payout, medusaPaymentId)) as unknown as number,
    created_by: payout.created_by ?? "",
    // Contains nothing that a person may correct later, because a refund in Medusa cannot be changed.
    note: `Sent back by hand. Payout ${payout.id} of the crypto payment has the address, the note and any corrections.`,
    metadata: { [PAYOUT_MARK]: payout.id },
  })
  const refund = await refundOf(container, medusaPaymentId, payout.id)
  if (!refund) throw new Error(`Medusa keeps no refund of payout ${payout.id}`)
  return refund
}
