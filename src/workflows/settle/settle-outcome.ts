import { ATTENTION_WORDS } from "../../core/payment/attention-reasons"
import type { SettleResult } from "./settle-payment"

export type SettleOutcome = { code: "settled" | "attention" | "busy"; message: string }

/** What came of settling, for the person who asked for it. */
export function settleOutcome({ state, reason }: SettleResult): SettleOutcome {
  if (state === "settled") return { code: "settled", message: "The money is on its order." }
  if (state === "attention") {
    const why = reason ? ATTENTION_WORDS[reason] : "It still needs attention."
    return { code: "attention", message: why }
  }
  return {
    code: "busy",
    message: "It is being settled at this moment, or is tried again by itself soon. Look again in a minute.",
  }
}
