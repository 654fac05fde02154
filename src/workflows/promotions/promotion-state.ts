import { activePromotion, promotionOf } from "../../medusa/promotions"
import type { Context } from "../context"

/** Why a connection's promotion is on no cart. `not_now`: its campaign has not begun or is over. */
export type PromotionState = "applies" | "missing" | "inactive" | "automatic" | "not_now"

export async function promotionState({ container }: Context, code: string): Promise<PromotionState> {
  const found = await promotionOf(container, code)
  if (!found) return "missing"
  if (found.status !== "active") return "inactive"
  if (found.is_automatic) return "automatic"
  return (await activePromotion(container, code)) ? "applies" : "not_now"
}
