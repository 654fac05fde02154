import { hasRoom, type PromotionState } from "../../core/payment/promotion"
import { activePromotion, promotionOf } from "../../medusa/promotions"
import type { Context } from "../context"

export async function promotionState({ container }: Context, code: string): Promise<PromotionState> {
  const found = await promotionOf(container, code)
  if (!found) return "missing"
  if (found.status !== "active") return "inactive"
  if (found.is_automatic) return "automatic"
  const active = await activePromotion(container, code)
  // The smallest discount; the currency of a budget is that of its carts, which are not known here.
  return active && hasRoom(active, 1n, "USD") ? "applies" : "not_now"
}
