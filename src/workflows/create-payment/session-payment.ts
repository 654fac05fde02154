import { CryptoPaymentError } from "../../core/text/errors"
import { holdsCapture } from "../../medusa/payment-sessions"
import { readSessionData } from "../../medusa/session-data"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"

/** The data that Medusa stores with a payment session and passes back to the provider. */
export type SessionData = Record<string, unknown> | undefined

/** The payment of the token in the session's data. An id alone proves nothing, because anybody can write one. */
export async function findSessionPayment(
  { store }: Context,
  connectionId: string,
  data: SessionData,
): Promise<PaymentRow | undefined> {
  const { token } = readSessionData(data)
  const found = token === undefined ? undefined : await store.payments.byToken(token)
  return found?.connection_id === connectionId ? found : undefined
}

/** @throws CryptoPaymentError `unknown_payment` */
export async function sessionPayment(context: Context, connectionId: string, data: SessionData): Promise<PaymentRow> {
  const found = await findSessionPayment(context, connectionId, data)
  if (!found) throw new CryptoPaymentError("unknown_payment")
  return found
}

/**
 * Supersedes the payments of a session that Medusa deletes; their addresses stay watched. A session without a payment's
 * token in its data shows no payment.
 * @throws CryptoPaymentError if the session has captured money, because refunds and the order's ledger need it
 */
export async function supersedeDeletedSession(
  context: Context,
  connectionId: string,
  data: SessionData,
): Promise<void> {
  const { store, clock } = context
  const { sessionId } = readSessionData(data)
  const shown = sessionId && (await findSessionPayment(context, connectionId, data))
  if (!shown) return
  if (await holdsCapture(sessionId)) throw new CryptoPaymentError("payment_completed")
  await store.payments.supersedeSession(sessionId, clock(), shown.payment_collection_id)
}
