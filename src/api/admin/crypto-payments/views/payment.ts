import { addressUrl, decimalsOf, transactionUrl } from "../../../../core/assets/registry"
import { cryptoAmount, type FiatAmount } from "../../../../core/money/units"
import { type AttentionReason, attentionWords } from "../../../../core/payment/attention-reasons"
import { isCurrent, isSeen, replacementsOf } from "../../../../core/payment/lifecycle"
import { cryptoToSendBack } from "../../../../core/payment/payout"
import { type Actor, actorsOf } from "../../../../medusa/admins"
import { cartEmails } from "../../../../medusa/carts"
import { type FoundOrder, ordersById } from "../../../../medusa/orders"
import { formerOf } from "../../../../modules/crypto-payments/stores/payouts"
import type { PaymentRow, PayoutRequestRow, PayoutRow } from "../../../../modules/crypto-payments/stores/rows"
import type { Context } from "../../../../workflows/context"
import { type LinkedOrder, linkOfOrder } from "../../../../workflows/payment-links/payment-link"
import { type Fields, fiatView, iso, isoOrNull, serialize, type ViewOf } from "./values"

export type OrderRef = Pick<FoundOrder, "id" | "display_id" | "email" | "status">

export type AttentionView = {
  reason: AttentionReason
  /** What happened and what can be done. */
  message: string
  /** The words of Medusa or the service, if known. */
  detail: string | null
  since: string
}

export type PaymentSource = { row: PaymentRow; order: FoundOrder | null; more: PaymentMore }

/** Without the shopper's token, so lists do not contain it. Only the detail has it, in `pay_url`. */
export const PAYMENT = {
  id: ({ row }) => row.id,
  connection_id: ({ row }) => row.connection_id,
  /** The service's id. */
  external_id: ({ row }) => row.external_id,
  status: ({ row }) => row.status,
  test_mode: ({ row }) => row.test_mode,
  asset: ({ row }) => row.asset,
  /** The chain as the service named it. */
  chain: ({ row }) => row.chain,
  address: ({ row }) => row.address,
  /** URL of the address in a block explorer of its network, main or test; null if there is no explorer. */
  explorer_url: ({ row }) => addressUrl({ chain: row.chain, testMode: row.test_mode }, row.address),
  pay_amount: ({ row }) => cryptoAmount(row.pay_amount_base, row.asset, row.decimals),
  amount: ({ row }) => fiatView(row.amount_minor, row.currency),
  /** The price of one whole unit of the asset in `amount.currency`, as the service wrote it. */
  rate: ({ row }) => row.rate,
  quote_expires_at: ({ row }) => iso(row.quote_expires_at),
  /** The service's last status word. */
  remote_status: ({ row }) => row.remote_status,
  confirmations: ({ row }) => row.confirmations,
  /** The service sees money that has not cleared, so the shopper is not asked to pay again. */
  seen: ({ row }) => isSeen(row),
  /** Money is or may be on its way, and the service's last word is unknown: it may be paid, or of a wrong amount. */
  unclear: ({ row }) => row.status_unknown && isSeen(row),
  /** When a lookup first found money on its way; null if none was found, or the last lookup no longer found it. */
  seen_at: ({ row }) => isoOrNull(row.seen_at),
  /** Shoppers no longer see this quote. Its address is still watched. */
  superseded: ({ row }) => row.superseded_at !== null,
  /** No other quote replaced it, and nobody paid it: the cart or order changed, or another way to pay was chosen. */
  withdrawn: ({ row, more }) => row.superseded_at !== null && row.completed_at === null && !more.isReplaced,
  /** What recorded payouts sent back; null if nothing. */
  paid_out: ({ row, more }) => (more.paidOut === "0" ? null : fiatView(more.paidOut, row.currency)),
  order: ({ order }) => order && orderRef(order),
  /** The order's e-mail address, or the cart's while there is no order. */
  email: ({ order, more }) => (order ? order.email : more.cartEmail),
  cart_id: ({ row }) => row.cart_id,
  payment_collection_id: ({ row }) => row.payment_collection_id,
  attention: ({ row }) => paymentAttention(row),
  created_at: ({ row }) => iso(row.created_at),
  completed_at: ({ row }) => isoOrNull(row.completed_at),
  settled_at: ({ row }) => isoOrNull(row.settled_at),
  closed_at: ({ row }) => isoOrNull(row.closed_at),
} satisfies Fields<PaymentSource>

export type PaymentView = ViewOf<typeof PAYMENT>

export const paymentView = (source: PaymentSource): PaymentView => serialize(PAYMENT, source)

/** What to send back, in the payment's currency, and in its asset at its rate; null if nothing. */
export const sendBackView = (row: PaymentRow, sendBack: FiatAmount | null) =>
  sendBack && { amount: fiatView(sendBack.minor, sendBack.currency), crypto: cryptoToSendBack(row, sendBack) }

const orderRef = ({ id, display_id, email, status }: FoundOrder): OrderRef => ({ id, display_id, email, status })

export function paymentAttention(row: PaymentRow): AttentionView | null {
  if (row.attention_reason === null) return null
  const { attention_reason: reason, attention_detail: detail, attention_at, completed_at } = row
  return attentionView(reason, detail, attention_at ?? row.updated_at, completed_at === null)
}

export function attentionView(reason: string, detail: string | null, since: Date, isUncleared = false): AttentionView {
  return { reason: reason as AttentionReason, message: attentionWords(reason, isUncleared), detail, since: iso(since) }
}

/** What a payment's view shows in addition to its row. */
export type PaymentMore = {
  /** The cart's e-mail address, while the payment has no order. */
  cartEmail: string | null
  /** What recorded payouts sent back, in minor units as text. */
  paidOut: string
  /** Another quote was shown in its place. */
  isReplaced: boolean
}

/** Reads this for many payments with three queries. */
export async function moreOf(
  { container, store }: Context,
  rows: readonly PaymentRow[],
): Promise<(row: PaymentRow) => PaymentMore> {
  const carts = rows.flatMap(({ order_id, cart_id }) => (order_id === null && cart_id !== null ? [cart_id] : []))
  const collections = rows.flatMap((row) => (isCurrent(row) ? [] : [row.payment_collection_id]))
  const [siblings, emails, paidOut] = await Promise.all([
    store.lists.payments.byCollections(collections),
    cartEmails(container, carts),
    store.lists.payouts.paidOut(rows.map(({ id }) => id)),
  ])
  return (row) => ({
    cartEmail: (row.cart_id !== null && emails.get(row.cart_id)) || null,
    paidOut: paidOut.get(row.id)?.minor ?? "0",
    isReplaced: replacementsOf(row, siblings).length > 0,
  })
}

/** Reads the orders of many payments too. */
export async function sourcesOf(
  ctx: Context,
  rows: readonly PaymentRow[],
): Promise<(row: PaymentRow) => PaymentSource> {
  const orderIds = rows.map(({ order_id }) => order_id)
  const [orders, more] = await Promise.all([ordersById(ctx.container, orderIds), moreOf(ctx, rows)])
  return (row) => ({ row, order: orders.get(row.order_id ?? "") ?? null, more: more(row) })
}

type PaidBy = Pick<PaymentRow, "test_mode" | "asset" | "decimals">

/** A payout that an admin recorded. */
export const PAYOUT = {
  id: ({ row }) => row.id,
  payment_id: ({ row }) => row.payment_id,
  amount: ({ row }) => fiatView(row.amount_minor, row.currency),
  sent: ({ row, payment }) => cryptoAmount(row.sent_base, row.asset, decimalsOf(row.asset, payment)),
  chain: ({ row }) => row.chain,
  address: ({ row }) => row.address,
  transaction_id: ({ row }) => row.transaction_id,
  /** URL of the transaction in a block explorer; null if there is no explorer. */
  explorer_url: ({ row, payment }) =>
    payment ? transactionUrl({ chain: row.chain, testMode: payment.test_mode }, row.transaction_id) : null,
  note: ({ row }) => row.note,
  /** When the store's retention time deleted address, note and corrections; null if it did not. */
  payee_deleted_at: ({ row }) => isoOrNull(row.payee_deleted_at),
  created_at: ({ row }) => iso(row.created_at),
  created_by: ({ row, actorOf }) => (row.created_by === null ? null : actorOf(row.created_by)),
  /** The former values before each correction, oldest first. */
  corrections: ({ row, actorOf }) => formerOf(row).map(({ by, ...former }) => ({ ...former, by: actorOf(by) })),
  /** The refund in Medusa that was made for the payout; null if Medusa had not captured the money. */
  medusa_refund_id: ({ row }) => row.medusa_refund_id,
} satisfies Fields<{ row: PayoutRow; payment: PaidBy | undefined; actorOf: (id: string) => Actor }>

export type PayoutView = ViewOf<typeof PAYOUT>

export const payoutView = (row: PayoutRow, payment: PaidBy | undefined, actorOf: (id: string) => Actor): PayoutView =>
  serialize(PAYOUT, { row, payment, actorOf })

/** The ids of all people in the view. */
export const peopleOf = (row: PayoutRow): (string | null)[] => [row.created_by, ...formerOf(row).map(({ by }) => by)]

/** The link that asked the shopper for an address, and what was entered. */
export const payoutRequestView = (request: PayoutRequestRow | undefined) =>
  request
    ? {
        link_ends_at: iso(request.link_ends_at),
        chain: request.chain,
        address: request.address,
        entered_at: isoOrNull(request.entered_at),
      }
    : null

type Source = LinkedOrder & { orderId: string; actorOf: (id: string) => Actor }

/** The payment link of an order, and what the order owes. */
export const PAYMENT_LINK = {
  order_id: ({ orderId }) => orderId,
  /** What the order owes now; null if there is nothing to ask for. */
  outstanding: ({ outstanding }) => outstanding && fiatView(outstanding.minor, outstanding.currency),
  /** Whether a payment link can be made or requested again now. */
  can_ask: ({ refusal }) => refusal === null,
  /** Why not: the code of the refusal, such as `order_is_draft`; null if a link can be made. */
  refusal: ({ refusal }) => refusal,
  /** Null if no link was made yet. */
  link: ({ link, actorOf }) =>
    link && {
      id: link.row.id,
      connection_id: link.row.connection_id,
      /** URL of the page; relative if the connection has no backend URL. */
      url: link.url,
      state: link.state,
      created_at: iso(link.row.created_at),
      created_by: link.row.created_by === null ? null : actorOf(link.row.created_by),
    },
} satisfies Fields<Source>

export type PaymentLinkView = ViewOf<typeof PAYMENT_LINK>

/** @returns undefined if there is no such order */
export async function paymentLinkView(context: Context, orderId: string): Promise<PaymentLinkView | undefined> {
  const found = await linkOfOrder(context, orderId)
  if (!found) return undefined
  const actorOf = await actorsOf(context.container, [found.link?.row.created_by ?? null])
  return serialize(PAYMENT_LINK, { orderId, ...found, actorOf })
}
