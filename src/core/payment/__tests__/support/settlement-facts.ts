import type { FiatAmount } from "../../../money/units"
import type { SettlementFacts } from "../../settlement"

export const amount: FiatAmount = { minor: 500, currency: "USD" }

export type Changes = Partial<Omit<SettlementFacts, "payment">> & { payment?: Partial<SettlementFacts["payment"]> }

/** A shopper paid and an open cart waits for the money: the usual case, which the other cases change. */
export const facts = ({ payment, ...changed }: Changes = {}): SettlementFacts => ({
  payment: { state: "completed", amount, partlyPaidOut: false, goesBack: false, account: "same", ...payment },
  captured: false,
  collectionGone: false,
  session: { amount },
  paidOtherwise: false,
  otherOpenSessions: 0,
  spareSessions: 0,
  cart: { total: amount },
  order: null,
  payoutUnbooked: false,
  ...changed,
})
