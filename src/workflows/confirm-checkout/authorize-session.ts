import type { ConnectionSettings } from "../../core/connection/settings"
import { noteAfter } from "../../core/payment/retry-policy"
import { CryptoPaymentError } from "../../core/text/errors"
import { isJudged } from "../../medusa/capture-on-order"
import { refuseCapture } from "../../medusa/payable"
import { sessionFacts, storeSessionData } from "../../medusa/payment-sessions"
import { sessionData } from "../../medusa/session-data"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { tellStore } from "../notify-store/notify-store"
import { PAYMENT_EVENT_NAMES } from "../notify-store/store-events"
import { payerIp } from "../request-context"
import { confirmSession } from "./confirm-session"

export type AuthorizeRequest = {
  connectionId: string
  sessionId: string | undefined
  payerIp: ConnectionSettings["payerIp"]
  backendUrl: string | undefined
}

export type Authorization = {
  payment: PaymentRow
  /** `placed`: the order is placed now and waits for the money. `unpaid`: it is placed once the money arrives. */
  state: "paid" | "placed" | "unpaid"
}

/**
 * Confirms a checkout. Only our own verified row can say `paid`; nothing in the session's data can.
 * @throws CryptoPaymentError with the shopper's message
 */
export async function authorizeSession(context: Context, request: AuthorizeRequest): Promise<Authorization> {
  const { container, store, clock } = context
  const session = await sessionFacts(container, request.sessionId)
  const found = await confirmSession(context, {
    ...session,
    connectionId: request.connectionId,
    payerIp: payerIp(request.payerIp),
  })
  const { payment, paid } = found
  // Scheduled before there is an order, so a crash from here on is still made good. An order that is settled now asked
  // for its note when it was placed.
  const isNoted = session.orderWaits && isJudged(session.id, payment.external_id)
  if (!isNoted) await store.notes.askFor(payment.id, new Date(noteAfter(clock().getTime())))
  if (paid) await refuseCapture(container, payment, session.id, session.amount)
  if (found.justCompleted) await tellStore(context, PAYMENT_EVENT_NAMES.completed, payment)

  const settings = await store.settingsOf(request.connectionId)
  if (!paid && !settings) throw new CryptoPaymentError("payment_method_unavailable")
  const places = paid || settings?.orderPlacement === "checkout"
  // The payment that places the order decides whether the order is in test mode.
  if (places && !session.orderWaits) await store.payments.patch(payment.id, { confirmed_at: clock() }, clock())
  if (!places && !paid && found.renewed) {
    await storeSessionData(session, { ...sessionData(payment, request.backendUrl) })
  }
  return { payment, state: paid ? "paid" : places ? "placed" : "unpaid" }
}
