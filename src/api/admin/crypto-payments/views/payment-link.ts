import { type Actor, actorsOf } from "../../../../medusa/actors"
import { type LinkedOrder, linkOfOrder } from "../../../../workflows/ask-for-payment/ask-for-payment"
import type { Context } from "../../../../workflows/context"
import { type Fields, fiatView, iso, show, type ViewOf } from "./values"

type Source = LinkedOrder & { orderId: string; actorOf: (id: string) => Actor }

/** The payment link of an order, and what the order owes. */
export const PAYMENT_LINK = {
  order_id: ({ orderId }) => orderId,
  /** What the order owes now; null if there is nothing to ask for. */
  owed: ({ outstanding }) => outstanding && fiatView(outstanding.minor, outstanding.currency),
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
      created_by: actorOf(link.row.created_by),
    },
} satisfies Fields<Source>

export type PaymentLinkView = ViewOf<typeof PAYMENT_LINK>

/** @returns undefined if there is no such order */
export async function paymentLinkView(context: Context, orderId: string): Promise<PaymentLinkView | undefined> {
  const found = await linkOfOrder(context, orderId)
  if (!found) return undefined
  const actorOf = await actorsOf(context.container, [found.link?.row.created_by ?? null])
  return show(PAYMENT_LINK, { orderId, ...found, actorOf })
}
