import type { MedusaContainer, PaymentSessionDTO, UpdatePaymentSessionDTO } from "@medusajs/framework/types"
import { PaymentSessionStatus } from "@medusajs/framework/utils"
import { providerIdOf } from "../core/assets/choices"
import { amountOf, type FiatAmount } from "../core/money/units"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"
import { amountInMedusa, priceOf } from "./amounts"
import { loadCollection, medusaAmounts } from "./collection-state"
import { duringOwnCall } from "./provider-channel"
import { graph, paymentModule } from "./query"
import { rawSession } from "./raw-reads"
import { deleteSessions, type SessionFacts } from "./sessions"

/** Stores new data on an open session, because Medusa's own flow keeps the old data. */
export async function storeSessionData(
  container: MedusaContainer,
  session: SessionFacts,
  data: Record<string, unknown>,
): Promise<void> {
  const { id, medusaAmount, amount } = session
  await update(container, { id, data, amount: medusaAmount, currency_code: amount.currency })
}

/**
 * Sets a session's amount and data. Medusa then calls our provider, which trusts only the token in `data`.
 * @param medusaAmounts what Medusa itself has of the amount, besides the session
 */
export async function writeSession(
  container: MedusaContainer,
  id: string,
  { amount, medusaAmounts }: { amount: FiatAmount; medusaAmounts: readonly unknown[] },
  data: Record<string, unknown>,
): Promise<void> {
  const present = await rawSession(container, id)
  const inMedusa = amountInMedusa(amount, [present?.raw_amount, ...medusaAmounts])
  await update(container, { id, data, amount: inMedusa, currency_code: amount.currency })
}

/** Our provider, which Medusa calls, reads `writing` from `ownCall`. @param hidesAddress nobody must pay to it now */
async function update(
  container: MedusaContainer,
  session: UpdatePaymentSessionDTO,
  hidesAddress = false,
): Promise<void> {
  const writing = { sessionId: session.id, hidesAddress }
  await duringOwnCall({ writing }, () => paymentModule(container).updatePaymentSession(session))
}

/** Hides the payment's address in a session's data and keeps its amount. */
export async function hideAddress(
  container: MedusaContainer,
  session: PaymentSessionDTO,
  { token }: Pick<PaymentRow, "token">,
): Promise<void> {
  const amount = (session as { raw_amount?: unknown }).raw_amount as number
  const { id, currency_code } = session
  await update(container, { id, data: { token }, amount, currency_code }, true)
}

/**
 * Opens a session on the collection that shows this payment: our provider, which Medusa calls, attaches it instead of
 * asking for a quote.
 * @returns the session's id
 */
export async function openSessionFor(
  container: MedusaContainer,
  payment: PaymentRow,
  collectionId: string,
): Promise<string> {
  const { connection_id: connectionId, asset, asked_chain: chain } = payment
  const state = await loadCollection(container, collectionId, payment)
  const price = { amount: amountOf(payment), medusaAmounts: state ? medusaAmounts(state) : [] }
  const options = { connectionId, ...price, choice: { asset, chain } }
  return (await duringOwnCall({ givingSessionTo: payment.id }, () => openSessionOn(container, collectionId, options)))
    .id
}

export type SessionOptions = {
  connectionId: string
  amount: FiatAmount
  /** What Medusa itself has of the amount. */
  medusaAmounts: readonly unknown[]
  choice: { asset: string; chain: string | null }
}

/** Opens a session of our provider on a collection, and keeps the collection's other sessions. */
export async function openSessionOn(
  container: MedusaContainer,
  collectionId: string,
  { connectionId, amount, medusaAmounts, choice }: SessionOptions,
): Promise<PaymentSessionDTO> {
  const data = { asset: choice.asset, ...(choice.chain ? { chain: choice.chain } : {}) }
  const values = { provider_id: providerIdOf(connectionId), ...priceOf(amount, medusaAmounts), data }
  return paymentModule(container).createPaymentSession(collectionId, values as never)
}

/**
 * Deletes the sessions that still wait for money on a collection that was paid another way, because Medusa's admin
 * would show them as awaited. Their addresses stay watched.
 */
export async function dropWaitingSessions(
  container: MedusaContainer,
  payment: PaymentRow,
  collectionId: string,
): Promise<void> {
  const waiting = await graph<{ id: string }>(container, "payment_session", ["id"], {
    payment_collection_id: collectionId,
    provider_id: providerIdOf(payment.connection_id),
    status: [PaymentSessionStatus.PENDING_AUTHORIZATION, PaymentSessionStatus.PENDING],
  })
  const ids = waiting.map(({ id }) => id)
  await deleteSessions(container, ids)
}
