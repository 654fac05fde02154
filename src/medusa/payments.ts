import type { MedusaContainer } from "@medusajs/framework/types"
import { providerIdOf } from "../core/assets/offered-assets"
import type { FiatAmount } from "../core/money/units"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"
import { minorUnitsOf, signedMinorUnitsOf } from "./amounts"
import { type Amount, type RawPayment, rawOwner, rawPayments } from "./books-query"

/** A payment in Medusa that is not canceled. Amounts are in minor units of its currency. */
export type MedusaPayment = {
  id: string
  providerId: string
  /** Medusa may have deleted the session, because payments outlive their sessions. */
  sessionId: string
  minor: number
  captures: { id: string; minor: number }[]
  refunds: { id: string; minor: number }[]
  /** The service's payment id, which our provider stored in the payment. */
  madeWith: string | null
}

/** Medusa's amount in minor units; null if a quote cannot have this amount. */
export function fiat({ raw_amount }: Amount, currency: string): FiatAmount | null {
  const parsed = minorUnitsOf(raw_amount, currency)
  return parsed.ok ? parsed.amount : null
}

export function medusaPayment(payment: RawPayment): MedusaPayment {
  const { id, provider_id, currency_code, payment_session_id, captures, refunds, made_with } = payment
  const minorOf = ({ raw_amount }: Amount) => signedMinorUnitsOf(raw_amount, currency_code) ?? 0
  return {
    id,
    providerId: provider_id,
    sessionId: payment_session_id,
    minor: minorOf(payment),
    captures: captures.map((one) => ({ id: one.id, minor: minorOf(one) })),
    refunds: refunds.map((one) => ({ id: one.id, minor: minorOf(one) })),
    madeWith: made_with,
  }
}

/** Whether a payment in Medusa was made with this payment of ours. Our provider stores the id when it authorizes. */
export const isMadeWith = (
  { connection_id, external_id }: Pick<PaymentRow, "connection_id" | "external_id">,
  { providerId, madeWith }: Pick<MedusaPayment, "providerId" | "madeWith">,
): boolean => providerId === providerIdOf(connection_id) && madeWith === external_id

/** The payments in Medusa on these collections that have a capture. */
export async function capturesOn(
  container: MedusaContainer,
  collectionIds: readonly string[],
): Promise<MedusaPayment[]> {
  if (collectionIds.length === 0) return []
  const payments = await rawPayments(container, collectionIds)
  return payments.map(medusaPayment).filter(({ captures }) => captures.length > 0)
}

/** The order of a payment in Medusa, or null, and the provider that made the payment. */
export async function ownerOfPayment(
  container: MedusaContainer,
  medusaPaymentId: string,
): Promise<{ providerId: string; orderId: string | null } | undefined> {
  const owner = await rawOwner(container, medusaPaymentId)
  return owner && { providerId: owner.provider_id, orderId: owner.order_id }
}
