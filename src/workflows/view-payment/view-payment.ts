import { type OfferedAsset, offeredBy, providerIdOf } from "../../core/assets/choices"
import { isTestMode } from "../../core/connection/settings"
import { amountOf, currencyExponent, type FiatAmount, isSameAmount } from "../../core/money/units"
import { arrivedFor, isCurrent, isPaid, isSeen, isUnsettled } from "../../core/payment/lifecycle"
import { announcedDiscount } from "../../core/payment/promotion"
import type { Bought, ShopperView } from "../../core/payment/shopper-answer"
import {
  type AroundPayment,
  boughtView,
  type PageView,
  payUrl,
  shopperView,
  showsBought,
} from "../../core/payment/shopper-view"
import { CryptoPaymentError, isCryptoPaymentError } from "../../core/text/errors"
import { isFullyRefunded, isMadeWith, loadOrderBalance } from "../../medusa/balance"
import { readBought } from "../../medusa/bought"
import { totalOfCart } from "../../medusa/carts"
import {
  askedOn,
  asksAnother,
  type CollectionState,
  isOutOfRegion,
  loadCollection,
  medusaAmounts,
  refusalToOpen,
  refuseChangedCart,
} from "../../medusa/collection-state"
import { openSessions } from "../../medusa/collections"
import { activePromotion, codesOn } from "../../medusa/promotions"
import { rawCart } from "../../medusa/raw-reads"
import { readRegion } from "../../medusa/shop"
import type { PaymentLinkRow, PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"
import {
  accountMatch,
  asksForTestCoins,
  certainBalance,
  paidAmong,
  paymentsOnOtherCollections,
  seenAmong,
} from "../counted-money"

export type ShopperPayment = {
  payment: PaymentRow
  view: ShopperView
  /** The token to continue with: that of the newer quote if one superseded this payment. */
  token: string
}

/** 16 bytes in base64url, as the payment store creates them. */
const TOKEN = /^[A-Za-z0-9_-]{22}$/

/** Never a token: the last character of 128 bits is A, Q, g or w. */
const NO_TOKEN = "_".repeat(22)

/**
 * What the holder of a token may see, from our own row. Viewing puts the payment's lookups first and
 * makes the next one due sooner; the connection's budget says when it is sent.
 */
export async function shopperPayment(context: Context, payment: PaymentRow): Promise<ShopperPayment> {
  const { store, clock } = context
  await store.paymentQueue.markViewed(payment, clock())
  return shownFor(context, payment)
}

/**
 * What a token shows. If money arrived at another address of the same checkout or order, or is on its way there, all
 * their tokens show that payment.
 */
export async function shownFor(context: Context, payment: PaymentRow): Promise<ShopperPayment> {
  const { store } = context
  if (isPaid(payment.status) || isSeen(payment)) {
    const shown = await shownAs(context, payment, payment)
    return shown.view.state === "part" ? ((await restOnItsWay(context, payment)) ?? shown) : shown
  }
  const rows = await store.payments.byCollection(payment.payment_collection_id)
  const paid = await paidAmong(context, rows)
  // Test coins may have paid for an order in test mode, but they never count as paying a price in real money.
  const alike = paid.filter(({ test_mode }) => test_mode === payment.test_mode)
  const outstanding = await outstandingAfter(context, alike)
  const arrived =
    arrivedFor(alike, { amount: amountOf(payment), onOrder: payment.order_id !== null }, outstanding) ??
    (await seenAmong(context, rows))[0] ??
    (await paymentsOnOtherCollections(context, payment))[0]
  if (arrived) return shownAs(context, arrived, arrived)
  // An old link leads to the payment of the same collection that was paid, or else is shown now.
  return shownAs(context, payment, (payment.superseded_at ? (paid[0] ?? rows.find(isCurrent)) : undefined) ?? payment)
}

/** The payment of the order's rest whose money is on its way, or arrived and is being settled. Nobody must pay it twice. */
async function restOnItsWay(context: Context, { id, order_id }: PaymentRow): Promise<ShopperPayment | undefined> {
  if (order_id === null) return undefined
  const others = (await context.store.payments.byOrder(order_id)).filter((one) => one.id !== id)
  const arriving = others.find(({ status }) => status === "completed") ?? (await seenAmong(context, others))[0]
  return arriving && shownAs(context, arriving, arriving)
}

/** What the order of the first settled payment still owes; null if nothing, or if none is settled. */
async function outstandingAfter({ container }: Context, paid: readonly PaymentRow[]): Promise<FiatAmount | null> {
  const orderId = paid.find(({ status }) => !isUnsettled(status))?.order_id
  return (orderId && (await loadOrderBalance(container, orderId))?.outstanding) || null
}

/** @param current the payment of the same checkout to go on with, whose token the answer has */
const shownAs = async (context: Context, payment: PaymentRow, { token }: PaymentRow): Promise<ShopperPayment> => ({
  payment,
  view: await viewOf(context, payment, token !== payment.token),
  token,
})

/** The payment of a token. A malformed token runs the same statement and finds nothing. */
export const tokenRow = (context: Context, token: string): Promise<PaymentRow | undefined> =>
  context.store.payments.byToken(wellFormed(token))

export const linkRow = (context: Context, token: string): Promise<PaymentLinkRow | undefined> =>
  context.store.paymentLinks.byToken(wellFormed(token))

const wellFormed = (token: string): string => (TOKEN.test(token) ? token : NO_TOKEN)

/**
 * A payment as its shopper sees it, with the order's number.
 * @param replaced whether another payment of the same checkout is shown instead, or was paid
 */
export async function viewOf(context: Context, payment: PaymentRow, replaced = false): Promise<ShopperView> {
  const { store, clock } = context
  const now = clock()
  const [around, payouts, match] = await Promise.all([
    aroundPayment(context, payment),
    isPaid(payment.status) ? store.lists.payouts.ofPayments([payment.id]) : [],
    // Only addresses of the present account are shown, so the order's mode does not matter.
    accountMatch(context, payment, false),
  ])
  return shopperView(payment, { ...around, payouts, replaced }, now, match)
}

async function aroundPayment(context: Context, payment: PaymentRow): Promise<AroundPayment> {
  const { container } = context
  const isUnpaid = !isPaid(payment.status) && !isSeen(payment)
  const state = isUnpaid ? await loadCollection(container, payment.payment_collection_id) : undefined
  const hasNoStep = isUnpaid && (!state || openSessions(state.collection, payment.connection_id).length === 0)
  // The row gets its order's id from an event, which may be late or lost.
  const known = state?.order ?? (payment.order_id && (await loadOrderBalance(container, payment.order_id)))
  const balance = known && (await certainBalance(context, known))
  const outOfRegion = state !== undefined && isOutOfRegion(state, payment.connection_id)
  const asksNothing = isUnpaid && !(await mayAsk(context, { ...payment, order_id: balance ? balance.id : null }))
  if (!balance) {
    const isOver = state !== undefined && (state.collection.hasNoOwner || costsOtherwise(state, payment))
    // Core may have taken back the order of a cart that is still open.
    const isDeleted = payment.order_id !== null && !state?.cart
    const stepGone = isUnpaid && (isDeleted || hasNoStep || isOver || outOfRegion)
    return { orderDisplayId: null, stepGone, asksNothing }
  }
  // `outstanding` leaves out what another provider authorized, because settling could not put money for that onto the order.
  const payments = balance.collections.flatMap((collection) => collection.payments)
  const refunded = payments.some(({ refunds }) => refunds.length > 0)
  const others = payments.filter((one) => one.captures.length > 0 && !isMadeWith(payment, one))
  const paidByOther = others.some((one) => !isFullyRefunded(one))
  const { displayId: orderDisplayId, canceled: orderCanceled, outstanding } = balance
  const isChanged = outstanding !== null && state !== undefined && asksAnother(state, amountOf(payment))
  const changed = isChanged ? askedOn(state) : null
  const facts = { stepGone: hasNoStep, asksNothing, outstanding, changed, refunded, paidByOther }
  return { orderDisplayId, orderCanceled, ...facts }
}

/** Whether an open cart costs another amount now. Its order would not take the money of this quote. */
function costsOtherwise({ cart }: CollectionState, payment: PaymentRow): boolean {
  const cost = totalOfCart(cart)
  return cost !== null && !isSameAmount(amountOf(payment), cost.total)
}

/** The link to a payment's page, equal to that in its session's data. */
export async function payUrlOf(
  context: Context,
  { connection_id, token }: Pick<PaymentRow, "connection_id" | "token">,
): Promise<string> {
  const { store } = context
  return payUrl(token, (await store.connection(connection_id))?.config.backendUrl)
}

/**
 * What the holder of a token pays or paid for, if the view shows it. Medusa computes the totals in several statements,
 * so nothing that is polled calls this.
 */
export async function viewBought(
  { container }: Context,
  { state, amount }: Pick<PageView, "state" | "amount">,
  of: Pick<PaymentRow, "order_id"> & Partial<Pick<PaymentRow, "cart_id">>,
): Promise<Bought | null> {
  const facts = showsBought(state) ? await readBought(container, { cart_id: null, ...of }) : undefined
  if (!facts) return null
  const bought = boughtView(facts)
  // An open cart may have changed since, so that the money was for other things.
  return of.order_id === null && bought.total.minor !== amount?.minor ? null : bought
}

/** The open payment session that the shopper can still pay. */
export type PaymentStep = {
  sessionId: string
  amount: FiatAmount
  /** What Medusa itself has of it. */
  medusaAmounts: readonly unknown[]
  orderId: string | null
}

/**
 * The open session of a payment: its own, or the one that replaced it in the same payment collection. It never reads
 * another collection, so a token never reaches another shopper's cart.
 * @throws CryptoPaymentError if nothing is owed: the order was canceled or owes nothing, the collection was paid
 * another way, or no session is open
 */
export async function findOpenPaymentStep(context: Context, payment: PaymentRow): Promise<PaymentStep> {
  const { container } = context
  const state = await loadCollection(container, payment.payment_collection_id)
  if (!state) throw new CryptoPaymentError("session_gone")
  const { collection } = state
  const order = state.order && (await certainBalance(context, state.order))
  if (collection.hasNoOwner) throw new CryptoPaymentError("session_gone")
  const refusal = refusalToOpen(state, true)
  if (refusal) throw new CryptoPaymentError(refusal)
  // Authorized money also counts: for what the order owes, or for the whole collection of a cart.
  const isPromised = order ? !order.outstanding : collection.payments.length > 0
  if (isPromised) throw new CryptoPaymentError("already_paid")
  if (isOutOfRegion(state, payment.connection_id)) throw new CryptoPaymentError("payment_method_unavailable")

  const sessions = openSessions(collection, payment.connection_id)
  const session = sessions.find(({ id }) => id === payment.session_id) ?? sessions[0]
  if (!session) throw new CryptoPaymentError("session_gone")
  const amount = order ? askedOn(state) : session.amount
  if (!amount) throw new CryptoPaymentError("amount_not_positive")
  if (!order) refuseChangedCart(state, amount)
  return { sessionId: session.id, amount, medusaAmounts: medusaAmounts(state), orderId: collection.orderId }
}

/** A paid payment of the collection or the order, or else one whose money is on its way; `payment` itself first. */
export async function receivedAmong(
  context: Context,
  rows: PaymentRow[],
  payment: PaymentRow,
): Promise<PaymentRow | undefined> {
  const paid = await paidAmong(context, rows)
  const arrived = paid.length > 0 ? paid : await seenAmong(context, rows)
  return (
    arrived.find(({ id }) => id === payment.id) ?? arrived[0] ?? (await paymentsOnOtherCollections(context, payment))[0]
  )
}

/** Whether the payment's page can give a new price, as far as this is known without asking the service. */
export async function canRenew(context: Context, payment: PaymentRow): Promise<boolean> {
  const { store } = context
  if (!isCurrent(payment)) return false
  const rows = await store.payments.byCollection(payment.payment_collection_id)
  if (await receivedAmong(context, rows, payment)) return false
  try {
    const { orderId } = await findOpenPaymentStep(context, payment)
    return await mayAsk(context, { ...payment, order_id: orderId })
  } catch (error) {
    if (isCryptoPaymentError(error)) return false
    throw error
  }
}

/** Whether the connection can ask for this money: it is set up, and its keys are not for test coins of a live order. */
export async function mayAsk(
  context: Context,
  asked: Pick<PaymentRow, "connection_id" | "payment_collection_id" | "order_id">,
): Promise<boolean> {
  const isReady = (await context.store.settingsOf(asked.connection_id)) !== undefined
  return isReady && !(await asksForTestCoins(context, asked.connection_id, asked))
}

/**
 * The assets of a region: of every connection that the region enables as a payment provider.
 * @param token of a payment: only a discount that its cart has is announced
 * @returns undefined for an unknown region
 */
export async function offeredInRegion(
  context: Context,
  regionId: string,
  token?: string,
): Promise<OfferedAsset[] | undefined> {
  const { container, store } = context
  const region = await readRegion(container, regionId)
  if (!region) return undefined
  const { currency, providers } = region
  // Without its minor unit no amount can be asked for.
  if (currencyExponent(currency) === undefined) return []
  const cart_id = token === undefined ? null : ((await tokenRow(context, token))?.cart_id ?? null)
  const connections = store.connectionIds().filter((id) => providers.has(providerIdOf(id)))
  return (
    await Promise.all(connections.map((id) => offeredAssets(context, { connection_id: id }, { currency, cart_id })))
  ).flat()
}

/**
 * The assets that a payment may change to: all of its connection. Empty while the connection is not set up.
 * @param priced what the connection's promotion lowers the price of; with a `cart_id` only what that cart has is announced
 */
export async function offeredAssets(
  context: Context,
  { connection_id: connectionId }: Pick<PaymentRow, "connection_id">,
  priced?: Priced,
): Promise<OfferedAsset[]> {
  const { store, clock } = context
  const now = clock()
  const settings = await store.settingsOf(connectionId)
  if (!settings) return []
  // Reads the row from the database, because another instance may have marked an asset as unavailable.
  const row = await store.connections.get(connectionId)
  return offeredBy(
    {
      id: connectionId,
      assets: settings.assets,
      testMode: isTestMode(settings),
      throttledUntil: row?.throttled_until ?? null,
      refusedAt: row?.health === "keys_refused" || row?.health === "store_disabled" ? row.last_check_at : null,
      unavailableUntil: (row?.unavailable_until ?? {}) as Record<string, unknown>,
      discount: priced ? await announcedIn(context, settings.promotionCode, priced) : null,
    },
    now,
  )
}

type Priced = { currency: string; cart_id?: string | null }

async function announcedIn({ container }: Context, code: string | undefined, { currency, cart_id }: Priced) {
  if (code === undefined) return null
  const cart = cart_id ? await rawCart(container, cart_id) : undefined
  if (cart && !codesOn(cart).has(code)) return null
  const promotion = await activePromotion(container, code)
  return promotion ? announcedDiscount(promotion, currency) : null
}
