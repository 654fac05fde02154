/**
 * The life of a payment: every state, every move, in one table. Money never moves backwards: nothing
 * leads out of `settled` or `closed`, and nothing leads from a paid state to an unpaid one.
 *
 * "Superseded" is no state but a mark on the row: an address once shown is watched all the same.
 */
export const PAYMENT_STATES = ["awaiting_payment", "expired", "completed", "attention", "settled", "closed"] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

export const PAYMENT_EVENTS = [
  "quote_ran_out",
  "service_completed",
  "captured",
  "cannot_settle",
  "closed_by_person",
] as const
export type PaymentEvent = (typeof PAYMENT_EVENTS)[number]

const MOVES: Record<PaymentState, Partial<Record<PaymentEvent, PaymentState>>> = {
  awaiting_payment: { quote_ran_out: "expired", service_completed: "completed" },
  // A payer may be late, and a completion is believed whenever it comes.
  expired: { service_completed: "completed" },
  completed: { captured: "settled", cannot_settle: "attention" },
  attention: { captured: "settled", cannot_settle: "attention", closed_by_person: "closed" },
  settled: {},
  closed: {},
}

/** The state after an event, or undefined where the event changes nothing in this state. */
export function nextState(state: PaymentState, event: PaymentEvent): PaymentState | undefined {
  return MOVES[state][event]
}

/** The states an event may start from: what a compare-and-set statement names in its condition. */
export function statesBefore(event: PaymentEvent): PaymentState[] {
  return PAYMENT_STATES.filter((state) => MOVES[state][event] !== undefined)
}

/** The service said that the money arrived. */
export const isPaid = (state: PaymentState): boolean => {
  switch (state) {
    case "completed":
    case "attention":
    case "settled":
    case "closed":
      return true
    case "awaiting_payment":
    case "expired":
      return false
  }
}

/** Paid, and neither on an order nor put aside by a person. */
export const isUnsettled = (state: PaymentState): boolean => state === "completed" || state === "attention"

/** Whether a lookup's status word is one of those that mean the payment cleared, however it is capitalized. */
export const meansCleared = (word: string, clearedWords: readonly string[]): boolean => {
  const plain = word.trim().toLowerCase()
  return clearedWords.some((cleared) => cleared.trim().toLowerCase() === plain)
}
