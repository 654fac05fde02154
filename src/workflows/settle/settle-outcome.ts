import { ATTENTION_WORDS, type AttentionReason } from "../../core/payment/attention-reasons"
import type { PaymentRow } from "../../modules/crypto-payments/stores/rows"

/** How an attempt to settle ended; `busy` if another worker is at it. */
export type SettleResult = { state: PaymentRow["status"] | "busy" | "unknown"; reason?: AttentionReason }

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
    message: "It is being settled now, or will be retried automatically soon. Look again in a minute.",
  }
}
