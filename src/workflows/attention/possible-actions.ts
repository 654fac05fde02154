import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { type OrderFacts, type PossibleAction, possibleActions } from "../../core/payment/attention"
import type { AttentionReason } from "../../core/payment/attention-reasons"
import { isPaid } from "../../core/payment/payment-life"
import { minorUnitsOf } from "../../medusa/amounts"
import { isCanceled } from "../../medusa/order-books"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import { accountStanding } from "../connections/account-standing"
import type { Context } from "../context"
import { type Refundable, refundablesOf } from "../record-payout/refundable"

export type FoundOrder = {
  id: string
  display_id: number | null
  email: string | null
  status: string
  facts: OrderFacts
}

export type PaymentFacts = { order: FoundOrder | null; refundable: Refundable; actions: PossibleAction[] }

type RawOrder = Omit<FoundOrder, "facts"> & {
  canceled_at: unknown
  currency_code: string
  summary?: { pending_difference?: unknown; raw_pending_difference?: unknown } | null
}

/** Orders by their ids, in one query. What is gone is left out. */
export async function ordersById(context: Context, ids: readonly (string | null)[]): Promise<Map<string, FoundOrder>> {
  const { container } = context
  const wanted = [...new Set(ids.filter((id): id is string => id !== null))]
  if (wanted.length === 0) return new Map()
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["id", "display_id", "email", "status", "canceled_at", "currency_code", "summary.*"],
    filters: { id: wanted },
  })
  return new Map((data as unknown as RawOrder[]).map((order) => [order.id, found(order)]))
}

function found({ id, display_id, email, status, canceled_at, currency_code, summary }: RawOrder): FoundOrder {
  const outstanding = minorUnitsOf(summary?.raw_pending_difference ?? summary?.pending_difference, currency_code)
  return {
    id,
    display_id: display_id ?? null,
    email: email ?? null,
    status,
    facts: {
      canceled: isCanceled({ status, canceled_at }),
      outstanding: outstanding.ok ? outstanding.amount : null,
    },
  }
}

/** Of what is settled, or not paid, nobody asks in which mode its order was placed. */
async function standingsOf(context: Context, payments: readonly PaymentRow[]) {
  const isOpen = ({ status }: PaymentRow) => isPaid(status) && status !== "settled"
  const standings = payments.map(
    async (one) => [one.id, await accountStanding(context, one, one.order_id !== null && isOpen(one))] as const,
  )
  return new Map(await Promise.all(standings))
}

const NOTHING: Refundable = { rest: null, medusaPaymentId: null, sentBack: false }

/** The order of each payment, what may be sent back and what can be done, by our ids: some queries for all of them. */
export async function paymentFacts(
  context: Context,
  payments: readonly PaymentRow[],
): Promise<Map<string, PaymentFacts>> {
  const [orders, refundables] = await Promise.all([
    ordersById(
      context,
      payments.map(({ order_id }) => order_id),
    ),
    refundablesOf(context, payments),
  ])
  const accounts = await standingsOf(context, payments)
  const factsOf = (payment: PaymentRow): PaymentFacts => {
    const order = (payment.order_id !== null && orders.get(payment.order_id)) || null
    const refundable = refundables.get(payment.id) ?? NOTHING
    const actions = possibleActions({
      state: payment.status,
      amount: { minor: Number(payment.amount_minor), currency: payment.currency },
      attentionReason: payment.attention_reason as AttentionReason | null,
      order: order?.facts ?? null,
      refundableMinor: refundable.rest?.minor ?? 0,
      sentBack: refundable.sentBack,
      account: accounts.get(payment.id),
    })
    return { order, refundable, actions }
  }
  return new Map(payments.map((payment) => [payment.id, factsOf(payment)]))
}
