import { CryptoPaymentError } from "../../core/text/errors"
import { holdsCapture } from "../../medusa/payment-sessions"
import { readSessionData } from "../../medusa/session-data"
import type { Context } from "../context"
import { findSessionPayment, type SessionData } from "./session-payment"

/**
 * Supersedes the payments of a session that Medusa deletes; their addresses stay watched. Data without a payment's token
 * belongs to a session that shows none.
 * @throws CryptoPaymentError if the session holds captured money: refunds and the order's ledger depend on it
 */
export async function dropSession(context: Context, connectionId: string, data: SessionData): Promise<void> {
  const { store, clock } = context
  const { sessionId } = readSessionData(data)
  const shown = sessionId && (await findSessionPayment(context, connectionId, data))
  if (!shown) return
  if (await holdsCapture(sessionId)) throw new CryptoPaymentError("payment_completed")
  await store.payments.supersedeSession(sessionId, clock(), shown.payment_collection_id)
}
