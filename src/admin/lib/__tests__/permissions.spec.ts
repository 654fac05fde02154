import type { Policy, PossibleAction } from "../../../api/admin/crypto-payments/contract"
import { actionsByRole } from "../queries"

const ALL: PossibleAction[] = ["try_again", "record_payout", "close"]

it.each<[string, PossibleAction[], Policy[], PossibleAction[], PossibleAction[]]>([
  ["all to a role with both policies", ALL, ["crypto_payment:update", "crypto_payout:create"], ALL, []],
  ["none to a role that only reads", ALL, ["crypto_payment:read"], [], ALL],
  ["no payout without its policy", ALL, ["crypto_payment:update"], ["try_again", "close"], ["record_payout"]],
  ["only the payout with its policy", ALL, ["crypto_payout:create"], ["record_payout"], []],
  ["nothing where nothing can be done", [], [], [], []],
])("an item's actions offer %s, and name what a colleague must do", (_, actions, permissions, own, ofColleague) => {
  expect(actionsByRole(actions, (one: Policy) => permissions.includes(one))).toEqual({ own, ofColleague })
})
