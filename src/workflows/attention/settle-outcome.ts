import { ATTENTION_WORDS } from "../../core/payment/attention-reasons"
import type { SettleResult } from "../settle/record"

export type SettleOutcome = { code: "settled" | "attention" | "busy"; message: string }

/** The result of settling, for the admin who asked for it. */
export function settleOutcome({ state, reason }: SettleResult): SettleOutcome {
  if (state === "settled") return { code: "settled", message: "The money is on its order." }
  if (state === "attention") {
    const why = reason ? ATTENTION_WORDS[reason] : "It still needs attention."
    return { code: "attention", message: why }
  }
  return {
    code: "busy",
    message: "It is being settled now, or will be retried automatically soon. Look again in a minute.",
  }
}
