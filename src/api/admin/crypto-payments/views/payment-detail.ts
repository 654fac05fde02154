import type { MedusaContainer } from "@medusajs/framework/types"
import { payUrl } from "../../../../core/payment/pay-url"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../../../modules/crypto-payments/service"
import { type PaymentActions, paymentActions } from "../../../../workflows/attention/possible-actions"
import { contextOf } from "../../../../workflows/context"
import { actorsOf } from "../actors"
import type { PaymentDetail } from "../contract"
import { actionView } from "./action"
import { fiatView, isoOrNull } from "./money"
import { PAYMENT_FIELDS, paymentView } from "./payment"
import { refundView } from "./refund"
import { timeline } from "./timeline"

export const PAYMENT_DETAIL_FIELDS = [
  ...PAYMENT_FIELDS,
  "uri",
  "pay_url",
  "next_check_at",
  "timeline",
  "refunds",
  "refundable",
  "refund_reaches_medusa",
  "actions",
] as const satisfies readonly (keyof PaymentDetail)[]

/** A payment with its story and what can be done about it, as it is now; undefined where there is no such payment. */
export async function paymentDetail(
  container: MedusaContainer,
  id: string,
  now: Date,
): Promise<PaymentDetail | undefined> {
  const module: CryptoPaymentsService = container.resolve(CRYPTO_PAYMENTS_MODULE)
  const row = await module.payments.byId(id)
  if (!row) return undefined
  const [facts, events, actions, refunds, connection] = await Promise.all([
    paymentActions(contextOf(container), [row]),
    module.lists.events.ofPayment(id),
    module.actions.ofPayment(id),
    module.lists.payouts.ofPayments([id]),
    module.settingsOf(row.connection_id),
  ])
  const { order, refundable, actions: possible } = facts.get(id) as PaymentActions
  const actorOf = await actorsOf(container, [
    ...actions.map(({ actor_id }) => actor_id),
    ...refunds.map(({ created_by }) => created_by),
  ])
  const shownRefunds = refunds.map((refund) => refundView(refund, row, actorOf))
  const shownActions = actions.map((action) => actionView(action, actorOf))
  return {
    ...paymentView(row, order),
    uri: row.uri,
    pay_url: payUrl(row.token, connection?.backendUrl),
    // Parked while medusa-config lacks its connection.
    next_check_at: module.connectionIds().includes(row.connection_id) ? isoOrNull(row.next_check_at) : null,
    timeline: timeline(row, events, shownActions, shownRefunds, now),
    refunds: shownRefunds,
    refundable: refundable.rest && fiatView(refundable.rest.minor, refundable.rest.currency),
    refund_reaches_medusa: refundable.medusaPaymentId !== null,
    actions: possible,
  }
}
