import type { OfferedAsset } from "../../core/assets/choices"
import type { RequestOrigin } from "../../core/connection/payer-ip"
import type { FiatAmount } from "../../core/money/units"
import { arrivedFor, isCurrent, isPaid } from "../../core/payment/lifecycle"
import type { ShopperStatus } from "../../core/payment/shopper-answer"
import { type LinkView, linkView } from "../../core/payment/shopper-view"
import { adminError, type Result } from "../../core/text/admin-errors"
import { CryptoPaymentError, type RefusalCode } from "../../core/text/errors"
import { loadOrderBalance, type OrderBalance } from "../../medusa/balance"
import { collectionToAsk, openSessions } from "../../medusa/collections"
import { correctTotal } from "../../medusa/ledger"
import { connectionsOfOrder } from "../../medusa/orders"
import { type RequestContext, runInRequestContext } from "../../medusa/provider-channel"
import { openSessionOn, type SessionOptions } from "../../medusa/session-writes"
import { readSessionData } from "../../medusa/sessions"
import type { PaymentLinkRow, PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { waitForLock } from "../concurrency"
import { type Context, oneStepWorkflow } from "../context"
import { certainBalance, paidAmong, seenAmong } from "../counted-money"
import { awaitsPriceOfAnother, promotionCodes } from "../promotions/cart-promotions"
import {
  answerQuote,
  type QuoteChoice,
  type Renewal,
  type RenewedQuote,
  readChoice,
  renewPayment,
} from "../quote/renew-quote"
import {
  mayAsk,
  offeredAssets,
  payUrlOf,
  type ShopperPayment,
  shopperPayment,
  viewOf,
} from "../view-payment/view-payment"

/** `id`: the order's. Without `connection_id`, the first ready connection that the order's region enables asks. */
type PaymentLinkInput = { id: string; actor_id: string; connection_id?: string }

/** Makes the link to a page that asks for what an order owes. A second call returns the same link. */
async function createPaymentLink(
  context: Context,
  { id, actor_id, connection_id }: PaymentLinkInput,
): Promise<Result<{ link: PaymentLinkRow }>> {
  const { store, clock } = context
  const asker = await connectionToAsk(context, id, connection_id)
  if (!asker.ok) return asker
  const link = { order_id: id, connection_id: asker.connectionId, created_by: actor_id }
  return { ok: true, link: await store.paymentLinks.make(link, clock()) }
}

/**
 * Whether a payment link for an order is possible, and with which connection: the first wanted one that is ready and may
 * take the order's price. A draft is refused last, since it can be converted.
 */
async function connectionToAsk(
  context: Context,
  orderId: string,
  wanted?: string,
): Promise<Result<{ connectionId: string }>> {
  const { container, store } = context
  const order = await connectionsOfOrder(container, orderId, store.connectionIds())
  if (order) await correctTotal(container, orderId, context.clock())
  const balance = order && (await loadCertainBalance(context, orderId))
  if (!balance) return adminError("unknown_order")
  if (balance.canceled || !balance.outstanding) return adminError("nothing_owed")
  if (await arrivedOnOrder(context, await store.payments.byOrder(orderId), balance)) return adminError("money_arriving")
  const codes = await promotionCodes(context)
  for (const connectionId of order.connectionIds) {
    if (wanted !== undefined && wanted !== connectionId) continue
    if (await awaitsPriceOfAnother(context, { order: balance }, connectionId, codes)) continue
    const offered = await offeredThrough(context, { connection_id: connectionId, order_id: orderId })
    if (offered.length > 0) return order.isDraft ? adminError("order_is_draft") : { ok: true, connectionId }
  }
  return adminError("no_connection_for_order")
}

/** @returns undefined if the order is gone */
async function loadCertainBalance(context: Context, orderId: string): Promise<OrderBalance | undefined> {
  const balance = await loadOrderBalance(context.container, orderId)
  return balance && certainBalance(context, balance)
}

export const createCryptoPaymentLinkWorkflow = oneStepWorkflow("create-crypto-payment-link", createPaymentLink)

/**
 * `open`: the shopper has not chosen an asset yet, or the quote expired; `unclear`: the service's word for it is unknown.
 * `unavailable`: the link's connection cannot take the payment now, so the page of the link asks for nothing.
 */
type LinkState = "open" | "unavailable" | "unclear" | Exclude<ShopperStatus, "expired"> | "nothing_owed" | "canceled"

type LinkOfOrder = { row: PaymentLinkRow; url: string; state: LinkState }

export type LinkedOrder = {
  outstanding: FiatAmount | null
  /** The code of the refusal; null if a payment link can be made now. */
  refusal: string | null
  link: LinkOfOrder | null
}

/**
 * What an order owes, and its payment link; the newest one if the order has several.
 * @returns undefined if there is no such order
 */
export async function linkOfOrder(context: Context, orderId: string): Promise<LinkedOrder | undefined> {
  const { container, store } = context
  const asker = await connectionToAsk(context, orderId)
  const [balance, [row]] = await Promise.all([
    loadOrderBalance(container, orderId),
    store.paymentLinks.byOrder(orderId),
  ])
  if (!balance) return undefined
  const outstanding = balance.canceled ? null : balance.outstanding
  const now = row && (await linkNow(context, row))
  const refusal = asker.ok ? null : asker.code
  if (!now) return { outstanding, refusal, link: null }
  return {
    outstanding,
    refusal,
    link: { row, url: await payUrlOf(context, row), state: await stateOf(context, row, now) },
  }
}

async function stateOf(context: Context, row: PaymentLinkRow, { balance, payment }: LinkNow): Promise<LinkState> {
  if (balance.canceled) return "canceled"
  if (payment && payment.view.status !== "expired") {
    return payment.view.state === "unclear" ? "unclear" : payment.view.status
  }
  if (!balance.outstanding) return "nothing_owed"
  return (await viewOfLink(context, row, balance)).state === "notNow" ? "unavailable" : "open"
}

/** The state of a payment link now. */
type LinkNow = {
  balance: OrderBalance
  /** The payment that the link shows; without one the shopper chooses an asset. */
  payment: ShopperPayment | undefined
  /** Without a `payment`: the last one, whose price no longer holds. The shopper may have sent it nevertheless. */
  lapsed: PaymentRow | undefined
  /** Whether the order ever had a payment, so that its address is watched. */
  hadAddress: boolean
}

/** @returns undefined if the order is gone */
export async function linkNow(context: Context, link: PaymentLinkRow): Promise<LinkNow | undefined> {
  const balance = await loadCertainBalance(context, link.order_id)
  if (!balance) return undefined
  const rows = await context.store.payments.byOrder(link.order_id)
  const current = await currentPayment(context, link, balance, rows)
  const lapsed = current ? undefined : lapsedPayment(link, rows)
  const row = current ?? lapsed
  const viewed = row && (await shopperPayment(context, row))
  return { balance, payment: current && viewed, lapsed, hadAddress: rows.length > 0 }
}

/** The newest unpaid payment. If another one of its collection was paid, its price is no longer what the order owes. */
function lapsedPayment({ connection_id }: PaymentLinkRow, rows: PaymentRow[]): PaymentRow | undefined {
  const paid = new Set(
    rows.filter(({ status }) => isPaid(status)).map(({ payment_collection_id }) => payment_collection_id),
  )
  return rows.find((row) => row.connection_id === connection_id && !paid.has(row.payment_collection_id))
}

/**
 * The payment of an order whose money arrived or is on its way. While there is one, for example because a person must
 * decide about it, the link asks for nothing more.
 */
const arrivedOnOrder = async (
  context: Context,
  rows: PaymentRow[],
  { outstanding }: OrderBalance,
): Promise<PaymentRow | undefined> =>
  arrivedFor(await paidAmong(context, rows), null, outstanding) ?? (await seenAmong(context, rows))[0]

/** The payment that arrived, or is on its way, or waits for exactly what the order owes. */
async function currentPayment(context: Context, link: PaymentLinkRow, balance: OrderBalance, rows: PaymentRow[]) {
  const arrived = await arrivedOnOrder(context, rows, balance)
  if (arrived) return arrived
  for (const row of rows.filter(
    ({ connection_id, status }) => connection_id === link.connection_id && !isPaid(status),
  )) {
    const { status, amount } = await viewOf(context, row)
    if (status === "waiting" && amount.minor === balance.outstanding?.minor) return row
  }
  return undefined
}

/** What the holder of a link may see before the shopper chooses an asset. */
export async function viewOfLink(context: Context, link: PaymentLinkRow, balance: OrderBalance): Promise<LinkView> {
  const { displayId, canceled, outstanding } = balance
  const offered = await offeredThrough(context, link)
  return linkView({ connectionId: link.connection_id, displayId, canceled, outstanding, offered }, context.clock())
}

/** The link's options. Empty if the store switched to test mode after the order was placed for real money. */
const offeredThrough = async (
  context: Context,
  link: Pick<PaymentLinkRow, "connection_id" | "order_id">,
): Promise<OfferedAsset[]> =>
  (await mayAsk(context, { ...link, payment_collection_id: "" })) ? offeredAssets(context, link) : []

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
    waitForLock(renewal, context.store.paymentLinks, link.id, () => quote(renewal, link, choice)),
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
    return waitForLock(renewal, store.paymentLinks, link.id, () => quote(renewal, link, choice, paid))
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
  const price = { amount: balance.outstanding, medusaAmounts: balance.medusaAmounts }
  const options = { connectionId: link.connection_id, ...price, choice: readChoice(lapsed ?? paid, choice) }
  return openPayment(renewal, collection.id, options)
}

/** Opens a session with a new payment for the link's order. Medusa's session exists before an address is shown. */
async function openPayment(
  { container, store, origin, deadline }: Renewal,
  collectionId: string,
  options: SessionOptions,
) {
  const request: RequestContext = { origin, deadline }
  try {
    const session = await runInRequestContext(request, () => openSessionOn(container, collectionId, options))
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
