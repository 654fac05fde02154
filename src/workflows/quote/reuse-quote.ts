import type { AssetChoice } from "../../core/assets/choices"
import type { Account } from "../../core/connection/account"
import type { PayerIp } from "../../core/connection/payer-ip"
import { isReadable } from "../../core/money/quote-check"
import { amountOf, covers, type FiatAmount } from "../../core/money/units"
import { isPaid, isSeen } from "../../core/payment/lifecycle"
import { isPayable } from "../../core/payment/shopper-view"
import { CryptoPaymentError } from "../../core/text/errors"
import { loadOrderBalance } from "../../medusa/balance"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import { paymentsOnOtherCollections, seenRefusal, unsettledMoney } from "../counted-money"
import { lookUpShown } from "../lookups/look-up-payment"
import { hideAddressInSession } from "../review-order/review-order"

export type QuoteRequest = {
  connectionId: string
  collectionId: string
  sessionId: string
  /** The cart and the order of the collection, if they are already known. */
  cartId: string | null
  orderId: string | null
  amount: FiatAmount
  choice: AssetChoice
  /** The payer's IP for screening. Without one, the service uses this server's IP. */
  payerIp: PayerIp | undefined
  /** Milliseconds that the request to the service may take; 0 means that only a stored quote may be reused. */
  timeBudgetMs: number
  /** The shown payment was just looked up. */
  looked?: boolean
  /** The collection was just read and has no payment that could be shown again. */
  isFirst?: boolean
}

/**
 * Leaves an order one address for the same money: supersedes its other quotes, if they and the one that is shown now
 * ask for more than it owes. They stay watched, and their pages can ask again.
 */
export async function supersedeOtherQuotes(context: Context, shown: PaymentRow, orderId: string): Promise<void> {
  const { container, store, clock } = context
  const now = clock()
  const others = (await store.payments.byOrder(orderId)).filter(
    (one) => one.id !== shown.id && isPayable(one, now) && !isSeen(one),
  )
  if (others.length === 0 || isPaid(shown.status)) return
  const minor = [shown, ...others].reduce((sum, one) => sum + amountOf(one).minor, 0)
  const { outstanding = null } = (await loadOrderBalance(container, orderId)) ?? {}
  if (covers(outstanding, { ...amountOf(shown), minor })) return
  for (const other of others) {
    await store.payments.patch(other.id, { superseded_at: now }, now, other.status)
    await hideAddressInSession(context, other)
  }
}

/**
 * Shows on the session the payment whose money arrived or was seen while the service answered, instead of the quote that
 * was just stored. Settling may be done with it, and then core must not delete the session, which has the capture.
 * @returns undefined if there is none
 */
export async function attachReceived(context: Context, request: QuoteRequest, account: Account) {
  const { store, clock } = context
  const settled = (await store.payments.bySession(request.sessionId)).find(({ status }) => status === "settled")
  const found = settled ?? (await findReusable(context, request, account))
  if (!found || !(isPaid(found.status) || isSeen(found))) return undefined
  return store.payments.attachSession(found.id, request.sessionId, clock())
}

async function attachReusable(context: Context, request: QuoteRequest, account: Account) {
  const found = await findReusable(context, request, account)
  return found && context.store.payments.attachSession(found.id, request.sessionId, context.clock())
}

/** The payment that can be shown again; see `PaymentStore.findReusable`. */
async function findReusable({ store, clock }: Context, request: QuoteRequest, account: Account) {
  const key = {
    connection_id: request.connectionId,
    payment_collection_id: request.collectionId,
    amount_minor: String(request.amount.minor),
    currency: request.amount.currency,
    asset: request.choice.asset,
    asked_chain: request.choice.chain,
    // A payment of another account is never reused.
    account: account.fingerprint,
  }
  const found = await store.payments.findReusable(key, clock())
  return found && isReadable(found) ? found : undefined
}

/**
 * Finds a payment to reuse. Looks the shown one up once more before a new address replaces it.
 * @param ofCollection all payments of the collection
 * @throws CryptoPaymentError `payment_seen` or `payment_unclear` while money is or may be on its way that this session
 * cannot show
 */
export async function reuseOrRefuse(
  context: Context,
  request: QuoteRequest,
  account: Account,
  ofCollection: PaymentRow[],
) {
  const { store } = context
  const fitting = await attachReusable(context, request, account)
  if (fitting) return fitting
  if (!request.looked && (await lookUpShown(context, ofCollection, Math.floor(request.timeBudgetMs / 2)))) {
    const reused = await attachReusable(context, request, account)
    if (reused) return reused
  }
  const payments = await store.payments.byCollection(request.collectionId)
  const pending = await unsettledMoney(context, payments, request.amount, request.orderId !== null)
  if (pending.length > 0) throw new CryptoPaymentError(seenRefusal(pending))
  return undefined
}

/**
 * Asks for nothing while money for the order is on its way to another of its payment collections.
 * @throws CryptoPaymentError `payment_seen` or `payment_unclear`
 */
export async function refuseWhileSeen(context: Context, request: QuoteRequest, { testMode }: Account): Promise<void> {
  const asked = {
    payment_collection_id: request.collectionId,
    order_id: request.orderId,
    test_mode: testMode,
    amount_minor: String(request.amount.minor),
    currency: request.amount.currency,
  }
  const elsewhere = await paymentsOnOtherCollections(context, asked)
  if (elsewhere.length > 0) throw new CryptoPaymentError(seenRefusal(elsewhere))
}
