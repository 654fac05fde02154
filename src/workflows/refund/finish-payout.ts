import type { MedusaContainer } from "@medusajs/framework/types"
import { type AdminRefusal, adminRefusal } from "../../core/admin-refusals"
import { errorLine } from "../../core/redact"
import type { CryptoPaymentsService } from "../../modules/crypto-payments/service"
import type { PaymentRow, RefundRow } from "../../modules/crypto-payments/stores/rows"
import { putAside } from "./put-aside"
import { refundInMedusa, refundOf } from "./refund-in-medusa"
import { refundableOf } from "./refundable"

/**
 * Takes a recorded payout into every book: Medusa's, where it captured the money, and the payment's own row. Each part
 * may have been done before.
 * @param payment as it is under the lease
 */
export async function finishPayout(
  container: MedusaContainer,
  module: CryptoPaymentsService,
  payment: PaymentRow,
  payout: RefundRow,
  now: Date,
): Promise<{ ok: true } | AdminRefusal> {
  const { medusaPaymentId } = await refundableOf(container, module, payment)
  if (medusaPaymentId) {
    try {
      await refundInMedusa(container, module, payment, payout, medusaPaymentId, now)
    } catch (error) {
      const refusal = await refusedBy(container, module, payout, medusaPaymentId, error)
      if (refusal) return refusal
      throw error
    }
  }
  const { rest } = await refundableOf(container, module, payment)
  if (rest === null && payment.status !== "closed") await putAside(module, payment, now)
  await module.refunds.booked(payout.id, now)
  return { ok: true }
}

/** Medusa's own word, with nothing left behind. Where its refund stands all the same, the payout stays to be finished. */
async function refusedBy(
  container: MedusaContainer,
  module: CryptoPaymentsService,
  payout: RefundRow,
  medusaPaymentId: string,
  error: unknown,
): Promise<AdminRefusal | undefined> {
  if (await refundOf(container, medusaPaymentId, payout.id)) return undefined
  const { medusa_refund_id } = (await module.refunds.byId(payout.id)) ?? payout
  if (medusa_refund_id) await module.refunds.unclaim(payout.id, medusa_refund_id, new Date())
  await module.refunds.remove(payout.id)
  const isMedusas = (error as { __isMedusaError?: unknown } | null)?.__isMedusaError === true
  return isMedusas ? adminRefusal("refund_refused", errorLine(error, module.secrets())) : undefined
}
