import type { CheckAnswer, SettleAnswer } from "../../../../api/admin/crypto-payments/contract"
import type { useTexts } from "../../../lib/format"
import type { ActionToast } from "./dialogs"

type Answer = CheckAnswer | SettleAnswer

const TONES: Record<Answer["outcome"]["code"], ActionToast["tone"]> = {
  paid: "success",
  seen: "info",
  not_paid: "info",
  failed: "error",
  settled: "success",
  attention: "warning",
  busy: "info",
}

/** The result of an action. A failure says what to do; money that arrived and is held is a warning with the reason. */
export function outcomeToast(t: ReturnType<typeof useTexts>["t"], { payment, outcome }: Answer): ActionToast {
  const { code, message } = outcome
  if (code === "failed") {
    return { tone: TONES.failed, message: t(`payment.checkFailures.${outcome.failure}`, { defaultValue: message }) }
  }
  const reason = code === "attention" || code === "paid" ? payment.attention?.reason : undefined
  if (reason) return { tone: "warning", message: t(`attention.reasons.${reason}.title`, { defaultValue: message }) }
  const names = "payment.timeline.outcome"
  const keys = [`${names}.checked.${code}`, `${names}.tried_again.${code}`]
  return { tone: TONES[code], message: t(keys, { defaultValue: message }) }
}
