import { type Bought, boughtView, showsBought } from "../../core/payment/bought"
import type { PageView } from "../../core/payment/shopper-view"
import { readBought } from "../../medusa/bought"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"
import type { Context } from "../context"

/**
 * What the holder of a token pays or paid for, if the view shows it. Medusa computes the totals in several statements,
 * so nothing that is polled calls this.
 */
export async function viewBought(
  { container }: Context,
  { state }: Pick<PageView, "state">,
  of: Pick<PaymentRow, "order_id"> & Partial<Pick<PaymentRow, "cart_id">>,
): Promise<Bought | null> {
  const facts = showsBought(state) ? await readBought(container, { cart_id: null, ...of }) : undefined
  return facts ? boughtView(facts) : null
}
