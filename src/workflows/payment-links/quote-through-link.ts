import type { RequestOrigin } from "../../core/connection/payer-ip"
import { isCurrent } from "../../core/payment/lifecycle"
import { CryptoPaymentError, type RefusalCode } from "../../core/text/errors"
import { collectionToAsk, openSessions } from "../../medusa/asked-orders"
import { openSessionOn, type SessionWish } from "../../medusa/collections"
import { type RequestContext, runInRequestContext } from "../../medusa/provider-channel"
import { readSessionData } from "../../medusa/sessions"
import type { PaymentLinkRow, PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import {
  answerQuote,
  type QuoteChoice,
  type Renewal,
  type RenewedQuote,
  readChoice,
  renewPayment,
} from "../quote/renew-quote"
import { viewOf } from "../view-payment/view-payment"
import { waitForLease } from "../with-lease"
import { linkNow } from "./payment-link"

/**
 * A quote for what the order of a link owes now, in the asset that the shopper chose; one request at a time for each
 * link. If money has arrived or is on its way, the answer is that payment.
 */
export const quoteThroughLink = (
  context: Context,
  link: PaymentLinkRow,
  choice: QuoteChoice,
  origin: RequestOrigin,
): Promise<RenewedQuote> =>
  answerQuote({ ...context, origin }, (renewal) =>
    waitForLease(renewal, context.store.paymentLinks, link.id, () => quote(renewal, link, choice)),
  )

/**
 * A quote for what the order of a paid payment still owes, in the same or another asset. It is asked for through the
 * order's payment link, so that the link and every paid payment of the order lead to one address.
 */
export const quoteForRest = (
  context: Context,
  paid: PaymentRow,
  choice: QuoteChoice,
  origin: RequestOrigin,
): Promise<RenewedQuote> =>
  answerQuote({ ...context, origin }, async (renewal) => {
    const { store, clock } = renewal
    const { order_id, connection_id } = paid
    const { outstanding } = await viewOf(context, paid)
    if (order_id === null || outstanding === null) return renewPayment(renewal, paid, choice)
    if (!(await store.settingsOf(connection_id))) throw new CryptoPaymentError("payment_method_unavailable")
    const link = await store.paymentLinks.make({ order_id, connection_id, created_by: null }, clock())
    return waitForLease(renewal, store.paymentLinks, link.id, () => quote(renewal, link, choice, paid))
  })

/** @param paid the payment whose asset is used if the shopper names none */
async function quote(
  renewal: Renewal,
  link: PaymentLinkRow,
  choice: QuoteChoice,
  paid?: PaymentRow,
): Promise<PaymentRow> {
  const { container, store } = renewal
  const now = await linkNow(renewal, link)
  if (!now) throw new CryptoPaymentError("unknown_payment")
  const { balance, payment, lapsed } = now
  if (payment && payment.view.status !== "waiting") return payment.payment
  if (balance.canceled) throw new CryptoPaymentError("order_canceled")
  if (!balance.outstanding) throw new CryptoPaymentError("already_paid")
  if (!(await store.settingsOf(link.connection_id))) throw new CryptoPaymentError("payment_method_unavailable")

  const collection = await collectionToAsk(container, balance, link.connection_id, balance.outstanding)
  const rows = (await store.payments.byCollection(collection.id)).filter(
    ({ connection_id }) => connection_id === link.connection_id,
  )
  const shown = rows.find(isCurrent) ?? rows[0]
  if (shown && openSessions(collection, link.connection_id).length > 0) return renewPayment(renewal, shown, choice)
  const price = { amount: balance.outstanding, own: balance.medusaAmounts }
  const wish = { connectionId: link.connection_id, ...price, choice: readChoice(lapsed ?? paid, choice) }
  return openPayment(renewal, collection.id, wish)
}

/** Opens a session with a new payment for the link's order. Medusa's session exists before an address is shown. */
async function openPayment({ container, store, origin, deadline }: Renewal, collectionId: string, wish: SessionWish) {
  const request: RequestContext = { ...origin, deadline }
  try {
    const session = await runInRequestContext(request, () => openSessionOn(container, collectionId, wish))
    const { token } = readSessionData(session.data)
    const payment = token && (await store.payments.byToken(token))
    if (!payment) throw new Error(`session ${session.id} shows no payment`)
    return payment
  } catch (error) {
    // The provider's refusals come back as Medusa's errors, without their HTTP status and Retry-After.
    const { refusal } = request
    throw refusal ? new CryptoPaymentError(refusal.code as RefusalCode, refusal.retryAfter) : error
  }
}
