import { hasRoom } from "../../core/payment/promotion"
import { activePromotion, promotionOf } from "../../medusa/promotions"
import type { Context } from "../context"

/** Why a connection's promotion is on no cart. `not_now`: its campaign has not begun or is over, or it is used up. */
export type PromotionState = "applies" | "missing" | "inactive" | "automatic" | "not_now"

export async function promotionState({ container }: Context, code: string): Promise<PromotionState> {
  const found = await promotionOf(container, code)
  if (!found) return "missing"
  if (found.status !== "active") return "inactive"
  if (found.is_automatic) return "automatic"
  const active = await activePromotion(container, code)
  // The smallest discount; the currency of a budget is that of its carts, which are not known here.
  return active && hasRoom(active, 1n, "USD") ? "applies" : "not_now"
}
