import type { PossibleAction } from "../../api/admin/crypto-payments/contract"

/** A policy of src/policies, as Medusa's roles name it. */
export type Permission =
  | `crypto_payment:${"read" | "update"}`
  | `crypto_payout:${"create" | "update"}`
  | "crypto_payment_link:create"
  | `crypto_connection:${"read" | "update"}`

export type May = (permission: Permission) => boolean

const permissionFor = (action: PossibleAction): Permission =>
  action === "record_payout" || action === "ask_address" ? "crypto_payout:create" : "crypto_payment:update"

/** The actions that the role may run, and those that need a colleague: all others if the role may run none of them. */
export function actionsByRole(
  actions: readonly PossibleAction[],
  may: May,
): { own: PossibleAction[]; ofColleague: PossibleAction[] } {
  const own = actions.filter((action) => may(permissionFor(action)))
  const others = actions.filter((action) => !own.includes(action))
  // Who may close an item but not record its payout must not send the money.
  const isNeeded = own.length === 0 || others.includes("record_payout")
  return { own, ofColleague: isNeeded ? others : [] }
}
