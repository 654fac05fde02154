import type { MedusaContainer } from "@medusajs/framework/types"
import { providerIdOf } from "../core/assets/offered-assets"
import type { FiatAmount } from "../core/money/units"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"
import { minorUnitsOf, signedMinorUnitsOf } from "./amounts"
import { graph } from "./query"

type Amount = { amount: unknown; raw_amount?: unknown }

export type RawPayment = Amount & {
  id: string
  provider_id: string
  currency_code: string
  canceled_at: unknown
  /** What the provider answered when it authorized the session. */
  data?: { payment_id?: unknown } | null
  payment_session_id: string
  captures?: (Amount & { id: string })[]
  refunds?: (Amount & { id: string })[]
}

/**
 * The fields that make a `MedusaPayment`. Of the session only its id: if asked for more, Medusa leaves out the payments
 * whose session was deleted.
 */
export const PAYMENT_FIELDS = [
  ...["id", "provider_id", "amount", "raw_amount", "currency_code", "canceled_at", "data", "payment_session_id"],
  ...["captures.id", "captures.amount", "captures.raw_amount", "refunds.id"],
  ...["refunds.amount", "refunds.raw_amount"],
]

/** A payment in Medusa's books that is not canceled. Amounts in minor units of its currency. */
export type MedusaPayment = {
  id: string
  providerId: string
  /** Medusa may have deleted it: payments outlive their session. */
  sessionId: string
  minor: number
  captures: { id: string; minor: number }[]
  refunds: { id: string; minor: number }[]
  /** The service's payment id that our provider wrote into it. */
  madeWith: string | null
}

/** Medusa's amount in minor units; null if it is no price that we could have asked for. */
export function fiat({ amount, raw_amount }: Amount, currency: string): FiatAmount | null {
  const parsed = minorUnitsOf(raw_amount ?? amount, currency)
  return parsed.ok ? parsed.amount : null
}

export function medusaPayments(payments: readonly (RawPayment | null)[] = []): MedusaPayment[] {
  return payments.flatMap((payment) => (payment && !payment.canceled_at ? [medusaPayment(payment)] : []))
}

function medusaPayment(payment: RawPayment): MedusaPayment {
  const { id, provider_id, currency_code, data, payment_session_id, captures = [], refunds = [] } = payment
  const minorOf = ({ amount, raw_amount }: Amount) => signedMinorUnitsOf(raw_amount ?? amount, currency_code) ?? 0
  const madeWith = data?.payment_id
  return {
    id,
    providerId: provider_id,
    sessionId: payment_session_id,
    minor: minorOf(payment),
    captures: captures.map((one) => ({ id: one.id, minor: minorOf(one) })),
    refunds: refunds.map((one) => ({ id: one.id, minor: minorOf(one) })),
    madeWith: typeof madeWith === "string" ? madeWith : null,
  }
}

/** Whether Medusa made it with this payment of ours: our provider writes the id when it authorizes. */
export const isMadeWith = (
  { connection_id, external_id }: Pick<PaymentRow, "connection_id" | "external_id">,
  { providerId, madeWith }: Pick<MedusaPayment, "providerId" | "madeWith">,
): boolean => providerId === providerIdOf(connection_id) && madeWith === external_id

/** Medusa's payments on these collections that captured something. */
export async function capturesOn(
  container: MedusaContainer,
  collectionIds: readonly string[],
): Promise<MedusaPayment[]> {
  if (collectionIds.length === 0) return []
  const filters = { payment_collection_id: [...new Set(collectionIds)] }
  const payments = medusaPayments(await graph<RawPayment>(container, "payment", PAYMENT_FIELDS, filters))
  return payments.filter(({ captures }) => captures.length > 0)
}

type Owned = { provider_id: string; payment_collection?: { order_link?: { order?: { id: string } | null } | null } }

/** The order of Medusa's payment, null without one, and the provider that made it. */
export async function ownerOfPayment(
  container: MedusaContainer,
  medusaPaymentId: string,
): Promise<{ providerId: string; orderId: string | null } | undefined> {
  const fields = ["id", "provider_id", "payment_collection.order_link.order.id"]
  const [payment] = await graph<Owned>(container, "payment", fields, { id: medusaPaymentId })
  const orderId = payment?.payment_collection?.order_link?.order?.id ?? null
  return payment && { providerId: payment.provider_id, orderId }
}
