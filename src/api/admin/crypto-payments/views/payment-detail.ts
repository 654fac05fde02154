import type { FiatAmount } from "../../../../core/money/units"
import { payUrl } from "../../../../core/payment/shopper-view"
import { type Actor, actorsOf } from "../../../../medusa/admins"
import { loadOrderBalance } from "../../../../medusa/balance"
import type { Connection } from "../../../../modules/crypto-payments/connections/resolve"
import type {
  ActionRow,
  PaymentRow,
  PayoutRequestRow,
  PayoutRow,
  WebhookEventRow,
} from "../../../../modules/crypto-payments/stores/rows"
import { type ActionsOnPayment, paymentActions } from "../../../../workflows/attention/admin-actions"
import type { Context } from "../../../../workflows/context"
import { overpaidOn } from "../../../../workflows/review-order/refundable"
import { reviewedPayments } from "../../../../workflows/review-order/review-order"
import { moreOf, PAYMENT, type PaymentMore, payoutRequestView, payoutView, peopleOf, sendBackView } from "./payment"
import { actionView, timeline } from "./timeline"
import { type Fields, fiatView, isoOrNull, serialize, type ViewOf } from "./values"

type Source = ActionsOnPayment & {
  row: PaymentRow
  more: PaymentMore
  siblings: PaymentRow[]
  connection: Connection | undefined
  events: WebhookEventRow[]
  acted: ActionRow[]
  payouts: PayoutRow[]
  payoutRequest: PayoutRequestRow | undefined
  overpaid: FiatAmount | null
  outstanding: FiatAmount | null
  actorOf: (id: string) => Actor
  now: Date
}

const payoutViews = ({ payouts, row, actorOf }: Source) => payouts.map((payout) => payoutView(payout, row, actorOf))

/** A payment with its history and the possible actions. */
export const PAYMENT_DETAIL = {
  ...PAYMENT,
  uri: ({ row }) => row.uri,
  /** URL of the pay page. */
  pay_url: ({ row, connection }) => payUrl(row.token, connection?.settings?.backendUrl),
  /**
   * The time of the next automatic lookup or retry; null if there is none, or if the connection is not in
   * medusa-config.
   */
  next_check_at: ({ row, connection }) => (connection ? isoOrNull(row.next_check_at) : null),
  timeline: (source) => {
    const actions = source.acted.map((action) => actionView(action, source.actorOf))
    return timeline({ ...source, actions, payouts: payoutViews(source) }, source.now)
  },
  payouts: payoutViews,
  /** How much may still be recorded as sent back; null if nothing. */
  refundable: ({ refundable: { rest } }) => rest && fiatView(rest.minor, rest.currency),
  /** How much the order was overpaid, if the payment needs attention because of it; null otherwise. */
  overpaid: ({ overpaid }) => overpaid && fiatView(overpaid.minor, overpaid.currency),
  /** What the order still owes; null if nothing, or without an order. */
  outstanding: ({ outstanding }) => outstanding && fiatView(outstanding.minor, outstanding.currency),
  /** Whether a recorded payout also makes a refund in Medusa: only if Medusa has captured the money. */
  refund_reaches_medusa: ({ refundable }) => refundable.medusaPaymentId !== null,
  /** The first is the one that helps most. */
  actions: ({ actions }) => actions,
  /** What to send back, if that is what helps; null otherwise. */
  send_back: ({ row, sendBack }) => sendBackView(row, sendBack),
  /** The link that asked the shopper for an address, and what was entered; null if there is none, or a payout followed. */
  payout_request: ({ payoutRequest }) => payoutRequestView(payoutRequest),
} satisfies Fields<Source>

export type PaymentDetail = ViewOf<typeof PAYMENT_DETAIL>

/** @returns undefined if there is no such payment */
export async function paymentDetail(ctx: Context, id: string): Promise<PaymentDetail | undefined> {
  const { container, store, clock } = ctx
  const [row] = await reviewedPayments(ctx, await store.lists.payments.byIds([id]))
  if (!row) return undefined
  const [facts, more, siblings, events, acted, payouts, overpaid, balance, connection, payoutRequest] =
    await Promise.all([
      paymentActions(ctx, [row]),
      moreOf(ctx, [row]),
      store.payments.byCollection(row.payment_collection_id),
      store.events.ofPayment(id),
      store.actions.ofPayment(id),
      store.lists.payouts.ofPayments([id]),
      overpaidOn(ctx, row),
      row.order_id === null ? undefined : loadOrderBalance(container, row.order_id),
      store.connection(row.connection_id),
      store.payoutRequests.ofPayment(id),
    ])
  const actorOf = await actorsOf(container, [...acted.map(({ actor_id }) => actor_id), ...payouts.flatMap(peopleOf)])
  const outstanding = balance && !balance.canceled ? balance.outstanding : null
  const found = { more: more(row), siblings, events, acted, payouts, overpaid, outstanding, connection, payoutRequest }
  return serialize(PAYMENT_DETAIL, { ...(facts.get(id) as ActionsOnPayment), row, ...found, actorOf, now: clock() })
}
